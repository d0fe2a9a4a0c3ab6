"""The beam made visible: step by step the same as in the compiled core."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest

from dodona.errors import SettingsError
from dodona.parser.beam import BeamDecoder
from dodona.parser.beam_steps import Hypothesis, beam_steps
from dodona.parser.model import Model
from dodona.parser.parser import Parser
from dodona.systems import system_names
from dodona.treebank import Sentence
from examples import (
    beam_parser,
    grove,
    make_sentence,
    nonsense_parser,
    random_sentence,
    train_parser,
)

each_system = pytest.mark.parametrize("system", system_names())


def last_step(parser: Parser, sentence: Sentence) -> list[Hypothesis]:
    *_, last = beam_steps(parser, sentence)
    return last


def as_decoded(parser: Parser, beam: list[Hypothesis]) -> list[tuple[int, tuple, tuple]]:
    """Scores, heads and numbers of labels."""
    number = parser.header.labels.index
    return [
        (
            hypothesis.score,
            tuple(hypothesis.configuration.heads[1:]),
            tuple(number(label) for label in hypothesis.configuration.labels[1:]),
        )
        for hypothesis in beam
    ]


def decoded(parser: Parser, sentence: Sentence) -> list[tuple[int, tuple, tuple]]:
    decoder = BeamDecoder(parser._scorer, parser.header.beam)
    return decoder.hypotheses(parser._scorer.prepare([sentence]))[0]


@each_system
def test_the_last_step_is_what_the_compiled_beam_ends_with(system):
    parser = beam_parser(system)
    sentences = grove("test")[:25]
    for sentence, derivation in zip(sentences, parser.derivations(sentences), strict=True):
        beam = last_step(parser, sentence)
        assert as_decoded(parser, beam) == decoded(parser, sentence)
        assert list(beam[0].transitions) == derivation
        assert all(hypothesis.is_complete for hypothesis in beam)


@each_system
def test_random_sentences_have_close_races(system):
    parser = beam_parser(system)
    rng = random.Random(3)
    for n in (1, 2, 3, 5, 9, 14):
        sentence = random_sentence(rng, n)
        assert as_decoded(parser, last_step(parser, sentence)) == decoded(parser, sentence)


@pytest.mark.parametrize("seed", range(3))
def test_nonsense_weights_with_many_ties(seed):
    model = nonsense_parser(seed)._model
    parser = Parser(Model(replace(model.header, beam=5), model.weights))
    rng = random.Random(seed)
    for n in (1, 2, 4, 8):
        sentence = random_sentence(rng, n)
        assert as_decoded(parser, last_step(parser, sentence)) == decoded(parser, sentence)


@each_system
def test_each_step_follows_from_the_one_before(system):
    parser = beam_parser(system)
    before: list[Hypothesis] = []
    for beam in beam_steps(parser, grove("test")[0]):
        assert 1 <= len(beam) <= parser.header.beam
        scores = [hypothesis.score for hypothesis in beam]
        assert scores == sorted(scores, reverse=True)
        waiting = [hypothesis for hypothesis in before if hypothesis.is_complete]
        parents = {hypothesis.transitions for hypothesis in before} or {()}
        for hypothesis in beam:
            assert hypothesis in waiting or hypothesis.transitions[:-1] in parents
            assert hypothesis.is_complete == hypothesis.configuration.is_terminal()
        before = beam
    assert before


@each_system
def test_the_score_is_the_sum_of_what_the_parser_says(system):
    parser = beam_parser(system)
    sentence = grove("test")[1]
    best = last_step(parser, sentence)[0]
    c, total, decisions = parser.system.initial(len(sentence)), 0, 0
    for transition in best.transitions:
        scores = parser.scores(sentence, c)
        if len(scores) > 1:
            total += scores[transition]
            decisions += 1
        c = parser.system.apply(c, transition[0], label=transition[1])
    assert (best.total, best.decisions) == (total, decisions)
    mean = total / decisions * 2**20
    assert best.score == pytest.approx(mean if parser.system.varying_length else total, rel=1e-6)


def test_a_parser_that_goes_from_right_to_left():
    parser = train_parser(grove("train"), iterations=2, beam=4, direction="right-to-left")
    sentences = grove("test")[:5]
    for sentence, derivation in zip(sentences, parser.derivations(sentences), strict=True):
        assert list(last_step(parser, sentence)[0].transitions) == derivation


@pytest.mark.parametrize("system", ["arc-eager", "covington"])
def test_a_long_sentence_is_fast_enough_for_a_page(system):
    parser = train_parser(grove("train"), system=system, iterations=1, beam=8)
    sentence = random_sentence(random.Random(1), 60)
    start = time.perf_counter()
    last_step(parser, sentence)
    assert time.perf_counter() - start < 5  # it takes less than a fifth of it


def test_a_parser_without_a_beam_has_none_to_show():
    greedy = train_parser(grove("train"), iterations=1)
    with pytest.raises(SettingsError, match=r"greedy parsing .* train a model with `beam=8`"):
        beam_steps(greedy, make_sentence([0]))
