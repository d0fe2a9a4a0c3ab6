"""Parsing with a beam: against a plain re-implementation and against exhaustive search."""

from __future__ import annotations

import random
from typing import Any

import pytest
from slow_beam import Space, all_derivations, slow_beam

import dodona
from dodona.errors import ModelError, SettingsError
from dodona.parser.beam import BeamDecoder
from dodona.parser.greedy import GreedyDecoder
from dodona.parser.model import MOST_BEAM
from dodona.parser.parser import Parser
from dodona.parser.tokens import TokenBatch
from dodona.systems import parsing_system, system_names
from dodona.treebank import Sentence
from examples import (
    assert_valid_output,
    beam_parser,
    grove,
    make_sentence,
    nonsense_parser,
    random_sentence,
    train_parser,
    without_tree,
)

each_system = pytest.mark.parametrize("system", system_names())


def decoder_of(parser: Parser, beam: int) -> BeamDecoder:
    return BeamDecoder(parser._scorer, beam)


def space_of(parser: Parser) -> Space:
    header = parser.header
    system = parsing_system(header.system, single_root=header.single_root)
    scorer = parser._scorer
    return Space(system, header.labels, scorer.transitions.classes, scorer.extractor)


def slow_hypotheses(parser: Parser, sentences: list[Sentence], beam: int) -> list[list[Any]]:
    """What `BeamDecoder.hypotheses` must find."""
    space, tokens = space_of(parser), TokenBatch(sentences)
    numbers = {label: i for i, label in enumerate(parser.header.labels)}
    return [
        [
            (h.score, tuple(h.c.heads[1:]), tuple(numbers[x] for x in h.c.labels[1:] if x))
            for h in slow_beam(space, tokens, i, len(sentence), parser._scorer.weights.scores, beam)
        ]
        for i, sentence in enumerate(sentences)
    ]


# Against plain Python and exhaustive search -----------------------------------------------------


@each_system
@pytest.mark.parametrize("beam", [1, 2, 5])
def test_the_beam_of_a_plain_reimplementation(system, beam):
    parser = beam_parser(system)
    sentences = sorted(grove("test"), key=len)[:6]
    found = decoder_of(parser, beam).hypotheses(TokenBatch(sentences))
    assert found == slow_hypotheses(parser, sentences, beam)


@pytest.mark.parametrize("single_root", [True, False])
@pytest.mark.parametrize("name", ["arc-eager", "arc-hybrid"])
@pytest.mark.parametrize("seed", range(3))
def test_nonsense_weights_with_many_ties(seed, name, single_root):
    """Random weights make derivations of all kinds, also with UNSHIFT."""
    parser = nonsense_parser(seed, name=name, single_root=single_root)
    rng = random.Random(seed)
    sentences = [random_sentence(rng, n) for n in (1, 1, 2, 3, 5, 8)]
    for beam in (1, 3, 8):
        found = decoder_of(parser, beam).hypotheses(TokenBatch(sentences))
        assert found == slow_hypotheses(parser, sentences, beam)


@pytest.mark.parametrize("seed", range(4))
def test_an_unbounded_beam_finds_the_best_derivation_there_is(seed):
    parser = nonsense_parser(seed, ("x", "y"))
    space = space_of(parser)
    score = parser._scorer.weights.scores
    sentences = [random_sentence(random.Random(seed), n) for n in (1, 2, 3)]
    tokens = TokenBatch(sentences)
    found = decoder_of(parser, 4000).hypotheses(tokens)
    for i, sentence in enumerate(sentences):
        everything = all_derivations(space, tokens, i, len(sentence), score)
        assert len(everything) <= 4000
        scores = sorted((h.score for h in everything), reverse=True)
        assert [s for s, _, _ in found[i]] == scores
        top = {tuple(h.c.heads[1:]) for h in everything if h.score == scores[0]}
        assert found[i][0][1] in top


@each_system
def test_a_beam_of_one_is_greedy_parsing(system):
    parser = beam_parser(system)
    tokens = TokenBatch(grove("test"))
    assert decoder_of(parser, 1).parse(tokens) == GreedyDecoder(parser._scorer).parse(tokens)
    greedy = train_parser(grove("train"), system=system, iterations=2)
    assert list(greedy.parse(grove("test"))) == list(greedy.parse(grove("test"), beam=1))
    assert decoder_of(greedy, 1).parse(tokens) == GreedyDecoder(greedy._scorer).parse(tokens)


# What comes out ---------------------------------------------------------------------------------


@each_system
@pytest.mark.parametrize("beam", [2, 16])
def test_every_tree_of_the_beam_is_sound(system, beam):
    parser = beam_parser(system)
    sentences = [without_tree(sentence) for sentence in grove("test")[:20]]
    sentences.append(make_sentence(["_"], ["_"], xpos=["X"]))
    for sentence in parser.parse(sentences, beam=beam, nbest=beam):
        assert_valid_output(sentence, set(parser.header.labels))


@each_system
def test_long_sentences(system):
    n = 60 if "covington" in system else 400
    sentence = random_sentence(random.Random(5), n)
    (parsed,) = beam_parser(system).parse([without_tree(sentence)], beam=8)
    assert_valid_output(parsed, set(beam_parser(system).header.labels))


def test_a_batch_of_very_different_lengths_gives_what_its_sentences_give_alone():
    rng = random.Random(6)
    sentences = [random_sentence(rng, n) for n in (1, 70, 2, 300, 1, 12)]
    parser = beam_parser()
    alone = [parser.parse_batch([sentence])[0] for sentence in sentences]
    assert parser.parse_batch(sentences) == alone


@pytest.mark.parametrize("threads", [1, 3])
def test_the_same_beam_gives_the_same_trees(threads):
    parser = beam_parser()
    sentences = grove("train") * 4
    once = list(parser.parse(sentences, beam=8, nbest=3, scores=True))
    assert list(parser.parse(sentences, beam=8, nbest=3, scores=True, threads=threads)) == once


def test_a_wider_beam_finds_better_derivations():
    """Not in each sentence, but on the whole."""
    parser = beam_parser()
    tokens = TokenBatch(grove("test"))
    greedy, *wider = [
        sum(found[0][0] for found in decoder_of(parser, beam).hypotheses(tokens))
        for beam in (1, 2, 4, 16)
    ]
    assert all(total > greedy for total in wider)


def test_the_beam_of_the_model_is_the_default(tmp_path):
    parser = beam_parser()
    assert parser.header.beam == 4
    parser.save(tmp_path / "model")
    loaded = dodona.load(tmp_path / "model")
    assert loaded.parser.header.beam == 4
    sentences = grove("test")
    by_default = list(loaded.parse(sentences))
    assert by_default == list(parser.parse(sentences, beam=4))
    assert by_default != list(parser.parse(sentences, beam=1))


@pytest.mark.parametrize("beam", [0, -1, MOST_BEAM + 1, "8", None])
def test_a_model_with_a_beam_that_cannot_be(tmp_path, beam):
    from dataclasses import replace

    from dodona.model.files import save_parts
    from dodona.parser.model import Model

    model = beam_parser()._model
    part = Model(replace(model.header, beam=beam), model.weights).to_part()
    save_parts({"parser": part}, tmp_path / "model")
    with pytest.raises(ModelError, match="beam"):
        dodona.load(tmp_path / "model")


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"beam": 0}, "`beam` is 0"),
        ({"beam": MOST_BEAM + 1}, f"from 1 to {MOST_BEAM}"),
        ({"nbest": 0}, "`nbest` is 0"),
        ({"beam": 4, "nbest": 5}, "choose a beam of 5 or more"),
        ({"beam": 1, "scores": True}, "no scores without a beam"),
    ],
)
def test_wishes_that_make_no_sense(wishes, message):
    with pytest.raises(SettingsError, match=message):
        list(beam_parser().parse(grove("test"), **wishes))


def test_a_model_for_greedy_parsing_and_a_beam():
    greedy = train_parser(grove("train"), iterations=1)
    sentences = grove("test")[:2]
    with pytest.warns(UserWarning, match="a beam of 8 makes its trees worse.* by 15 points"):
        assert len(list(greedy.parse(sentences, beam=8))) == 2
    for wishes in ({"nbest": 2}, {"nbest": 2, "beam": 8}, {"scores": True}):
        with pytest.raises(SettingsError, match=r"train(ed)? .*with") as refused:
            list(greedy.parse(sentences, **wishes))
        assert "choose" not in str(refused.value)


def test_no_ranks_and_scores_for_conllx():
    sentence = make_sentence([2, 0], ["SBJ", "ROOT"], upos=["T1", "T2"], comment="")
    parser = train_parser([sentence] * 3, iterations=2, beam=4)
    assert parser.header.treebank_format == "conllx"
    assert [s.heads for s in parser.parse([sentence])] == [[2, 0]]
    for wishes in ({"nbest": 2}, {"scores": True}):
        with pytest.raises(SettingsError, match="CoNLL-X has no place"):
            list(parser.parse([sentence], **wishes))
