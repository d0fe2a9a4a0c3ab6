"""Training of neural parsers: they learn, a seed makes them again, files give them back."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from training_examples import las, saved

import dodona
from dodona.errors import SettingsError, TreebankError
from dodona.parser.neural_training import NeuralTrainer
from dodona.parser.parser import Parser
from dodona.parser.settings import Settings
from dodona.systems import system_names
from dodona.treebank.building import with_columns
from examples import grove

SMALL = {"kind": "neural", "size": 32, "iterations": 12}


def trained(sentences=None, **options) -> Parser:
    return dodona.train(sentences or grove("train")[:60], **{**SMALL, **options}).parser


@pytest.fixture(scope="module")
def parser() -> Parser:
    return trained()


@pytest.mark.parametrize("system", system_names())
def test_every_system_learns(system):
    sentences = grove("train")[:40]
    parser = trained(sentences, system=system, iterations=40)
    assert parser.header.system == system
    assert las(sentences, parser) > 75


@pytest.mark.parametrize("oracle", ["static", "nondet", "dynamic"])
def test_every_oracle_teaches(oracle):
    sentences = grove("train")[:40]
    assert las(sentences, trained(sentences, oracle=oracle, iterations=40)) > 75


@pytest.mark.parametrize("choice", ["skip", "projectivize", "pseudo", "min-cost", "exact"])
def test_trees_that_are_not_projective(choice):
    parser = trained(nonprojective=choice, iterations=2)
    assert all(sentence.has_tree for sentence in parser.parse(grove("test")))


def test_a_seed_makes_a_model_again(parser, tmp_path):
    assert saved(trained(), tmp_path) == saved(parser, tmp_path)
    assert saved(trained(seed=2), tmp_path) != saved(parser, tmp_path)


def test_a_file_gives_the_parser_back(parser, tmp_path):
    parser.save(tmp_path / "model")
    again = dodona.load(tmp_path / "model").parser
    sentences = grove("test")
    assert again.parse_batch(sentences) == parser.parse_batch(sentences)
    assert again.header == parser.header
    assert saved(again, tmp_path) == saved(parser, tmp_path)


def test_threads_do_not_change_trees(parser):
    sentences = grove("test") * 30
    expected = list(parser.parse(sentences))
    for threads in (2, 4):
        assert list(parser.parse(sentences, threads=threads)) == expected


def test_a_sentence_alone_and_among_others(parser):
    """Matrix products of other sizes round differently: scores may differ a little."""
    sentence = grove("test")[0]
    c = parser.system.initial(sentence)
    alone = parser.scores(sentence, c)
    derivation = next(iter(parser.derivations([sentence])))
    assert derivation[0] == max(alone, key=alone.__getitem__)


def test_a_parser_alone_reads_the_tags_of_words(parser):
    """It says so where there are none, and other tags make other trees."""
    sentence = grove("test")[0]
    untagged = with_columns(sentence, {"upos": ["_"] * len(sentence)})
    with pytest.raises(TreebankError, match="the words have no UPOS"):
        next(parser.parse([untagged]))
    scores = parser.scores(sentence, parser.system.initial(len(sentence)))
    other = with_columns(sentence, {"upos": ["VERB"] * len(sentence)})
    assert parser.scores(other, parser.system.initial(len(sentence))) != scores


def test_from_right_to_left(tmp_path):
    """The encoder reads words as they stand, and the parser goes the other way."""
    sentences = grove("train")[:40]
    parser = trained(sentences, direction="right-to-left", iterations=40)
    assert las(sentences, parser) > 75
    parser.save(tmp_path / "model")
    again = dodona.load(tmp_path / "model").parser
    assert again.header.direction == "right-to-left"
    assert again.parse_batch(sentences) == parser.parse_batch(sentences)


def test_a_neural_parser_votes_with_linear_ones(parser, tmp_path):
    linear = [
        dodona.train(grove("train")[:60], system=system, iterations=3)
        for system in ("arc-eager", "arc-standard")
    ]
    sentences = grove("test")
    nlp = dodona.vote([parser, *linear])
    members = [[s.heads for s in each.parse_batch(sentences)] for each in nlp.parser.members]
    for i, sentence in enumerate(nlp.parse(sentences)):
        for word, head in enumerate(sentence.heads):
            votes = [heads[i][word] for heads in members]
            assert head in votes
    nlp.save(tmp_path / "model")
    again = dodona.load(tmp_path / "model")
    assert list(again.parse(sentences)) == list(nlp.parse(sentences))
    assert again.parser.members[0].encoder.shape == parser.encoder.shape


@pytest.mark.parametrize("wish", [{"beam": 4}, {"nbest": 2}, {"beam": 4, "scores": True}])
def test_there_is_no_beam(parser, wish):
    with pytest.raises(SettingsError, match="a neural parser has no beam"):
        next(parser.parse(grove("test"), **wish))


def test_size_and_layers(tmp_path):
    parser = trained(size=16, layers=3, iterations=1)
    assert (parser.header.size, parser.header.layers) == (16, 3)
    parser.save(tmp_path / "model")
    assert dodona.load(tmp_path / "model").parser.encoder.shape.layers == 3


def test_slots_of_ones_own(tmp_path):
    path = tmp_path / "slots"
    path.write_text("S0\nN0\nS0.vl\nS0-N0\n")
    assert trained(features=str(path), iterations=1).header.templates == [
        "S0", "N0", "S0.vl", "S0-N0"
    ]  # fmt: skip


def test_vectors(tmp_path):
    path = tmp_path / "vectors.txt"
    words = sorted({form.lower() for s in grove("train") for form in s.forms})
    rng = np.random.default_rng(1)
    path.write_text("".join(f"{w} {' '.join(map(str, rng.normal(0, 1, 8)))}\n" for w in words))
    parser = trained(vectors=path, iterations=2)
    assert parser.encoder.vectors.width == 8
    parser.save(tmp_path / "model")
    sentences = grove("test")
    again = dodona.load(tmp_path / "model").parser
    assert again.parse_batch(sentences) == parser.parse_batch(sentences)


def test_an_interrupted_training_has_a_parser():
    trainer = NeuralTrainer(grove("train")[:30], None, Settings(**SMALL))
    run = trainer.run()
    assert not trainer.has_parser
    next(run)
    assert trainer.has_parser
    run.close()
    assert list(trainer.parser().parse(grove("test")[:2]))


def test_small_treebanks_are_gone_through_more_often():
    options = {**SMALL, "iterations": None}
    few = NeuralTrainer(grove("train")[:10], None, Settings(**options))
    assert few.iterations == 120
    assert NeuralTrainer(grove("train")[:10], None, Settings(**SMALL)).iterations == 12


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"beam": 4}, "has no beam"),
        ({"least_updates": 5}, "for the features of linear parsers"),
        ({"size": 100}, "multiple of 16"),
        ({"size": 8}, "from 16 to 1024"),
        ({"kind": "linear"}, "`size` goes with `kind=neural`"),
        ({"features": "zhang-nivre"}, "no slot of a neural parser"),
    ],
)
def test_options_that_make_no_sense(options, message):
    with pytest.raises((SettingsError, dodona.errors.TemplateError), match=message):
        trained(**options)


# Trees made by machine ----------------------------------------------------------------------------


def test_an_iteration_learns_from_all_gold_trees_and_some_extra_ones():
    gold = grove("train")[:20]
    extra = [*gold, *gold[:15]]
    settings = Settings(**SMALL, extra_weight=0.5)
    trainer = NeuralTrainer(gold, None, settings, extra=[extra[:30], [], extra[30:]])
    assert (trainer.sentences, trainer.extra.sentences) == (30, 35)
    times: Counter[int] = Counter()
    for _ in range(7):
        batch = sorted(number for numbers in trainer._batches() for number in numbers)
        assert batch[:20] == list(range(20))
        assert len(batch) == 30
        times.update(batch[20:])
    assert times == dict.fromkeys(range(20, 55), 2)


@pytest.mark.parametrize("direction", ["left-to-right", "right-to-left"])
def test_extra_trees_teach_something(direction, tmp_path):
    sentences = grove("train")[:45]
    labels = {label for sentence in sentences[:15] for label in sentence.deprels}
    extra = [sentence for sentence in sentences[15:] if labels.issuperset(sentence.deprels)]
    options = {"direction": direction, "iterations": 30, "extra_weight": 3}
    parser = trained(sentences[:15], extra=extra, **options)
    alone = trained(sentences[:15], direction=direction, iterations=30)
    assert las(extra, parser) > 75 > las(extra, alone)
    again = trained(sentences[:15], extra=iter(extra), **options)
    assert saved(again, tmp_path) == saved(parser, tmp_path)


def test_words_of_extra_trees_are_known_once_they_are_frequent():
    gold = grove("train")[:5]
    new = with_columns(gold[0], {"form": ["unheard"] * len(gold[0])})
    often = [new] * (-(-10 // len(new)))
    sizes = [
        len(NeuralTrainer(gold, None, Settings(**SMALL), extra=[extra])._keys)
        for extra in ([gold[0]], [with_columns(new, {"form": ["rare", *new.forms[1:]]})], often)
    ]
    assert sizes == [sizes[0], sizes[0], sizes[0] + 1]
