"""Parsers that read sentences from right to left."""

from __future__ import annotations

import pytest

import dodona
from dodona.errors import ModelError, SettingsError
from dodona.evaluation.repairs import find_repairs
from dodona.parser.model import Model
from dodona.parser.parser import Parser
from dodona.systems import system_names
from dodona.treebank.mirroring import mirrored
from examples import assert_valid_output, grove, train_parser

VARIANTS = {
    **{name: {"system": name} for name in system_names()},
    "static": {"oracle": "static", "nonprojective": "projectivize"},
    "pseudo-projective": {"nonprojective": "pseudo"},
    "exact": {"nonprojective": "exact", "system": "arc-hybrid"},
    "beam": {"beam": 4, "system": "arc-standard"},
}


def both(**options) -> tuple[Parser, Parser]:
    """A parser that goes from right to left, and a plain one that learned from mirrored trees."""
    train = grove("train")
    usual = {"iterations": 2, **options}
    backwards = train_parser(train, direction="right-to-left", **usual)
    return backwards, train_parser([mirrored(sentence) for sentence in train], **usual)


def trees(sentences) -> list[tuple[list[int], list[str]]]:
    return [(sentence.heads, sentence.deprels) for sentence in sentences]


def score_of(word) -> list[str]:
    return [entry for entry in word.misc.split("|") if entry.startswith("Score=")]


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_it_is_a_plain_parser_of_mirrored_sentences(options):
    """Arc by arc, also where words come from a file with multiword tokens and empty nodes."""
    backwards, plain = both(**options)
    test = grove("test")
    expected = [mirrored(parsed) for parsed in plain.parse(map(mirrored, test))]
    assert trees(backwards.parse(test)) == trees(expected)
    for sentence in backwards.parse(test):
        assert_valid_output(sentence, set(backwards.header.plain_labels))
    assert backwards.header.direction == "right-to-left"
    assert plain.header.direction == "left-to-right"


def test_trees_and_scores_of_a_beam_are_in_the_order_of_the_sentence():
    backwards, plain = both(beam=4)
    test = grove("test")
    options = {"nbest": 3, "scores": True}
    found = list(backwards.parse(test, **options))
    other = list(plain.parse(map(mirrored, test), **options))
    assert trees(found) == trees(map(mirrored, other))
    assert [s.comments for s in found] == [s.comments for s in other]
    expected = [score_of(word) for s in other for word in reversed(s.words)]
    assert [score_of(word) for s in found for word in s] == expected


def test_derivations_and_scores_count_words_from_the_right():
    backwards, plain = both()
    test = grove("test")[:5]
    turned = [mirrored(sentence) for sentence in test]
    assert list(backwards.derivations(test)) == list(plain.derivations(turned))
    for sentence, image in zip(test, turned, strict=True):
        c = plain.system.initial(len(sentence))
        assert backwards.scores(sentence, c) == plain.scores(image, c)


def test_what_it_repairs_is_judged_by_gold_trees():
    options = {"system": "arc-eager-nonmonotonic", "nonprojective": "skip"}
    backwards, plain = both(**options)
    gold = grove("test")
    turned = [mirrored(sentence) for sentence in gold]
    found = find_repairs(backwards, list(zip(gold, backwards.parse(gold), strict=True)))
    assert found == find_repairs(plain, list(zip(turned, plain.parse(turned), strict=True)))
    assert found.arcs > 0


def test_words_that_a_pipeline_has_tagged():
    train, test = grove("train"), grove("test")
    options = {"parts": ["tagger", "parser"], "jackknife": 0, "iterations": 2}
    nlp = dodona.train_pipeline(train, direction="right-to-left", **options)
    tagged = list(nlp.parse(test, tag=True))
    assert trees(nlp.parser.parse(tagged)) == trees(tagged)


def test_it_is_saved_with_its_direction(tmp_path):
    backwards = train_parser(grove("train"), direction="right-to-left", iterations=2)
    backwards.save(tmp_path / "model")
    loaded = dodona.load(tmp_path / "model").parser
    assert loaded.header.direction == "right-to-left"
    assert trees(loaded.parse(grove("test"))) == trees(backwards.parse(grove("test")))
    part = backwards.to_part()
    assert part.header["training"]["direction"] == "right-to-left"
    with pytest.raises(ModelError, match="direction"):
        Model.from_part(part._replace(header={**part.header, "direction": "upwards"}))


def test_models_from_left_to_right_are_as_they_were():
    """They do not name their direction, so that files of before are the same, and are read."""
    header = train_parser(grove("train"), iterations=1).to_part().header
    assert "direction" not in header
    assert "direction" not in header["training"]


def test_a_direction_that_is_none():
    with pytest.raises(SettingsError, match="right-to-left"):
        dodona.train(grove("train"), direction="reversed")
