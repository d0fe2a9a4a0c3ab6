"""Scores of configurations: what decoders see, and what people can ask for."""

from __future__ import annotations

import random
from functools import cache

import pytest
from slow import legal_classes, start, view_of, weights_of

import dodona
from dodona.errors import ArgumentError, TransitionError
from dodona.parser.beam import BeamDecoder
from dodona.parser.greedy import GreedyDecoder
from dodona.parser.parser import Parser, Transition
from dodona.parser.scorer import Scorer
from dodona.parser.tokens import TokenBatch
from dodona.systems import Configuration, get_system, system_names
from dodona.treebank import Sentence
from examples import grove, make_sentence, nonsense_parser, random_sentence

each_system = pytest.mark.parametrize("system", system_names())
with_and_without_one_root = pytest.mark.parametrize("single_root", [True, False])


@cache
def trained(system: str, single_root: bool = True) -> Parser:
    two_roots = make_sentence([0, 1, 0], ["root", "obj", "root"])
    sentences = [*grove("train")[:30], *([] if single_root else [two_roots])]
    parser = dodona.train(sentences, system=system, iterations=2).parser
    assert parser.header.single_root == single_root
    return parser


def best(scores: dict[Transition, int]) -> Transition:
    return max(scores, key=scores.__getitem__)


def follow_scores(parser: Parser, sentence: Sentence) -> tuple[list[Transition], Configuration]:
    c = parser.system.initial(len(sentence))
    made = []
    while not c.is_terminal():
        made.append(best(parser.scores(sentence, c)))
        c = parser.system.apply(c, *made[-1])
    return made, c


def slow_scores(parser: Parser, sentence: Sentence, c: Configuration) -> dict[Transition, int]:
    """Scores by the keys of all features; labels must have the numbers of the model."""
    scorer = parser._scorer
    classes, tokens = scorer.transitions.classes, TokenBatch([sentence])
    result = {}
    for k in legal_classes(parser.system, classes, c):
        action, _, label = classes[k]
        keys = scorer.extractor.keys(parser.system, c, tokens, transition=view_of(action))
        result[action, label] = scorer.weights.scores(list(keys.values()))[weights_of(k, classes)]
    return result


@each_system
@with_and_without_one_root
def test_following_the_best_score_is_parsing(system, single_root):
    parser, sentences = trained(system, single_root), grove("test")
    parsed = parser.parse(sentences)
    for sentence, tree, derivation in zip(
        sentences, parsed, parser.derivations(sentences), strict=True
    ):
        made, last = follow_scores(parser, sentence)
        assert made == derivation
        assert (last.heads[1:], last.labels[1:]) == (tree.heads, tree.deprels)


@with_and_without_one_root
@pytest.mark.parametrize("seed", range(3))
def test_of_equal_scores_the_first_counts(seed, single_root):
    parser = nonsense_parser(seed, single_root=single_root)
    rng = random.Random(seed)
    sentences = [random_sentence(rng, n) for n in (1, 2, 5, 9)]
    for sentence, derivation in zip(sentences, parser.derivations(sentences), strict=True):
        assert follow_scores(parser, sentence)[0] == derivation
        assert [sentence.deprels for sentence in parser.parse([sentence])] == [
            follow_scores(parser, sentence)[1].labels[1:]
        ]


@each_system
@with_and_without_one_root
def test_scores_anywhere_are_sums_of_weights(system, single_root):
    """Also after mistakes, with labels that were first used in any order, and a strange one."""
    parser, rng = trained(system, single_root), random.Random(4)
    for sentence in grove("test")[:8]:
        c = parser.system.initial(len(sentence))
        numbered = start(parser.system, len(sentence), parser.header.labels)
        while not c.is_terminal():
            scores = parser.scores(sentence, c)
            assert scores == slow_scores(parser, sentence, numbered)
            name, label = rng.choice(list(scores))
            if label is not None and rng.random() < 0.2:
                label = "strange"
            c = parser.system.apply(c, name, label)
            numbered = parser.system.apply(numbered, name, label)
        assert parser.scores(sentence, c) == {}


@pytest.mark.parametrize("system", ["arc-eager", "arc-standard", "lr-spine"])
def test_a_beam_adds_up_scores_of_transitions_that_are_not_the_only_ones(system):
    parser = trained(system)
    decoder = BeamDecoder(parser._scorer, 4)
    batch = parser._scorer.prepare(grove("test"))
    for sentence, derivation, found in zip(
        grove("test"), decoder.derivations(batch), decoder.hypotheses(batch), strict=True
    ):
        c = parser.system.initial(len(sentence))
        total = 0
        for transition in derivation:
            scores = parser.scores(sentence, c)
            total += scores[transition] if len(scores) > 1 else 0
            c = parser.system.apply(c, *transition)
        assert total == found[0][0]


@each_system
def test_decoders_know_a_scorer_by_its_interface_only(system):
    """A scorer for which all is equal: the first legal transition is made each time."""
    parser, sentences = trained(system), grove("test")[:5]
    scorer = Scorer(parser._scorer.transitions)
    batch = scorer.prepare(sentences)
    found = GreedyDecoder(scorer).derivations(batch)
    assert found == BeamDecoder(scorer, 1).derivations(batch)
    for sentence, derivation in zip(sentences, found, strict=True):
        c = parser.system.initial(len(sentence))
        for transition in derivation:
            scores = scorer.scores(sentence, c)
            assert transition == next(iter(scores))
            assert set(scores.values()) == {0}
            c = parser.system.apply(c, *transition)
        assert c.is_terminal()


def test_asking_does_not_change_the_configuration():
    parser, sentence = trained("arc-eager"), grove("test")[0]
    c = parser.system.initial(len(sentence))
    for name, label in follow_scores(parser, sentence)[0][:6]:
        c = parser.system.apply(c, name, label)
    before = (c.stack, c.buffer, c.heads, c.labels, list(c.state.left_set), c.label_names)
    parser.scores(sentence, c)
    assert before == (c.stack, c.buffer, c.heads, c.labels, list(c.state.left_set), c.label_names)


@pytest.mark.parametrize("other", ["arc-eager", "arc-standard", "covington"])
def test_a_configuration_of_another_system(other):
    sentence = grove("test")[0]
    with pytest.raises(TransitionError, match="not one of arc-eager as the parser has it"):
        trained("arc-eager").scores(sentence, get_system(other).initial(len(sentence)))


def test_wrong_arguments():
    parser, sentence = trained("arc-eager"), grove("test")[0]
    c = parser.system.initial(len(sentence) + 1)
    with pytest.raises(TransitionError, match=f"the sentence has {len(sentence)}"):
        parser.scores(sentence, c)
    with pytest.raises(ArgumentError, match="a sentence is expected, not str"):
        parser.scores("Time flies.", c)
    with pytest.raises(ArgumentError, match="a configuration is expected, not list"):
        parser.scores(sentence, [0])
