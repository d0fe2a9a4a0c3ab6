"""What is learned from trees that are not projective, with each strategy."""

from __future__ import annotations

import random
import re
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest
from reference import is_projective
from test_algorithms import assert_same_weights, few_templates, train_both
from training_examples import projective

import dodona
from dodona.errors import SettingsError
from dodona.parser.parser import Parser
from dodona.parser.settings import Settings
from dodona.parser.training import Trainer
from dodona.systems import get_system, system_names
from dodona.treebank import Sentence, projectivize
from examples import assert_valid_output, grove, make_sentence, random_sentence, train_parser

__all__ = ["few_templates"]

STRATEGIES = ["skip", "projectivize", "pseudo", "min-cost", "exact"]
PROJECTIVE_SYSTEMS = [name for name in system_names() if get_system(name).projective]
EXACT_SYSTEMS = ["arc-eager", "arc-hybrid", "arc-standard"]


def crossing(sentences: list[Sentence]) -> list[Sentence]:
    return [sentence for sentence in sentences if not is_projective((-1, *sentence.heads))]


def random_crossing_sentence(rng: random.Random, n: int) -> Sentence:
    """Any tree with one root; words and tags as in `random_sentence`."""
    sentence = random_sentence(rng, n)
    order = rng.sample(range(1, n + 1), n)
    heads = [0] * (n + 1)
    for i, word in enumerate(order[1:], 1):
        heads[word] = rng.choice(order[:i])
    labels = ["root" if head == 0 else rng.choice(("nsubj", "obj")) for head in heads[1:]]
    return sentence.with_tree(heads[1:], labels)


def crossing_treebank(seed: int) -> list[Sentence]:
    rng = random.Random(seed)
    return [random_crossing_sentence(rng, rng.randint(2, 8)) for _ in range(12)]


def weights_of(parser: Parser) -> dict[str, Any]:
    return parser._model.weights._asdict()


# The algorithms, once more in plain Python ------------------------------------------------------


@pytest.mark.parametrize("strategy", ["min-cost", "exact"])
@pytest.mark.parametrize("seed", [1, 2])
def test_learns_exactly_what_the_oracle_says(few_templates, strategy, seed):
    """The tables that training uses again and again, beside costs computed anew each time."""
    sentences = crossing_treebank(seed)
    assert len(crossing(sentences)) > 5
    trainer, slow = train_both(sentences, few_templates, 5, seed=seed, nonprojective=strategy)
    assert_same_weights(trainer, slow)


# On projective trees nothing changes ------------------------------------------------------------


@pytest.mark.parametrize("system", PROJECTIVE_SYSTEMS)
def test_on_projective_trees_nothing_changes(system):
    train = projective(grove("train"))[:40]
    models = {}
    for strategy in STRATEGIES:
        if strategy != "exact" or system in EXACT_SYSTEMS:
            settings = {"system": system, "nonprojective": strategy, "iterations": 4}
            models[strategy] = train_parser(train, **settings)
    default = train_parser(train, system=system, iterations=4)
    assert default.header == models["min-cost"].header
    for strategy, parser in models.items():
        for name, array in weights_of(parser).items():
            assert np.array_equal(array, weights_of(default)[name]), (strategy, name)
        header = asdict(default.header)
        header["training"]["nonprojective"] = strategy
        if strategy == "pseudo":
            header["training"]["encoding"] = "head+path"
            header["encoding"] = {"scheme": "head+path", "up": "↑", "down": "↓"}
        assert asdict(parser.header) == header


def test_skipping_all_others_is_learning_from_the_projective_trees_alone(tmp_path):
    train = grove("train")
    skipping = train_parser(train, iterations=3, nonprojective="skip")
    training = skipping.header.training
    assert training["nonprojective_sentences"] == len(crossing(train)) >= 8
    assert training["sentences"] == len(projective(train))
    assert training["words"] == sum(map(len, projective(train)))
    used: list[int] = []
    train_parser(train, iterations=2, nonprojective="skip", progress=used.append)
    assert sum(used) == 2 * len(projective(train))


# Learning from all trees ------------------------------------------------------------------------


@pytest.mark.parametrize("system", PROJECTIVE_SYSTEMS)
@pytest.mark.parametrize("strategy", STRATEGIES[1:])
def test_every_system_learns_from_all_trees(system, strategy):
    if strategy == "exact" and system not in EXACT_SYSTEMS:
        pytest.skip(f"{system} has no exact oracle")
    train = [*crossing_treebank(3), *grove("train")[:30]]
    parser = train_parser(train, system=system, nonprojective=strategy, iterations=3)
    training = parser.header.training
    assert training["sentences"] == len(train)
    assert training["nonprojective_sentences"] == len(crossing(train))
    labels = {label for sentence in train for label in sentence.deprels}
    for sentence in parser.parse(train):
        assert_valid_output(sentence, labels)


@pytest.mark.parametrize("strategy", ["projectivize", "pseudo"])
@pytest.mark.parametrize("oracle", ["static", "nondet"])
def test_transformed_trees_can_be_learned_on_gold_paths(strategy, oracle):
    train = grove("train")
    parser = train_parser(train, oracle=oracle, nonprojective=strategy, iterations=2)
    assert parser.header.training["sentences"] == len(train)


def test_the_closest_projective_trees_are_learned():
    train = grove("train")
    trainer = Trainer(train, None, Settings(nonprojective="projectivize"))
    for before, after in zip(train, trainer.corpus.sentences, strict=True):
        assert [-1, *after.heads] == projectivize([-1, *before.heads])
        assert (after.forms, after.deprels) == (before.forms, before.deprels)


@pytest.mark.parametrize("system", EXACT_SYSTEMS)
def test_exact_learning_takes_sentences_of_very_different_lengths(system):
    rng = random.Random(12)
    train = [random_crossing_sentence(rng, n) for n in (2, 120, 1, 40, 3)]
    settings = {"system": system, "nonprojective": "exact", "iterations": 2}
    for sentence in train_parser(train, **settings).parse(train):
        assert_valid_output(sentence, {"root", "nsubj", "obj"})


# Pseudo-projective parsing ----------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["baseline", "head", "path", "head+path"])
def test_encoded_labels_never_reach_the_user(encoding):
    train = [*crossing_treebank(5), *crossing_treebank(6)]
    settings = {"nonprojective": "pseudo", "encoding": encoding, "iterations": 15}
    parser = train_parser(train, **settings)
    labels = {label for sentence in train for label in sentence.deprels}
    assert set(parser.header.plain_labels) == labels
    found = list(parser.parse(train))
    flat = list(parser.parse(train, deprojectivize=False))
    for sentence in [*found, *flat]:
        assert_valid_output(sentence, labels)
    assert crossing(flat) == []
    assert (crossing(found) == []) == (encoding == "baseline")
    if encoding == "head+path":
        right = sum(a.heads == b.heads for a, b in zip(found, train, strict=True))
        assert right > sum(a.heads == b.heads for a, b in zip(flat, train, strict=True))


def test_a_model_that_was_saved_still_decodes(tmp_path):
    train = crossing_treebank(7)
    parser = train_parser(train, nonprojective="pseudo", iterations=10)
    parser.save(tmp_path / "model")
    again = dodona.load(tmp_path / "model")
    assert list(again.parse(train)) == list(parser.parse(train))
    assert again.parser.header == parser.header
    assert list(again.parse(train, threads=2)) == list(parser.parse(train))


def test_labels_with_arrows_survive():
    odd = {"nsubj": "a↑b", "obj": "↓"}
    train = [
        sentence.with_tree(sentence.heads, [odd.get(label, label) for label in sentence.deprels])
        for sentence in crossing_treebank(8)
    ]
    parser = train_parser(train, nonprojective="pseudo", iterations=5)
    assert set(parser.header.plain_labels) == {"root", "a↑b", "↓"}
    assert not {"↑", "↓"} & {parser.header.encoding["up"], parser.header.encoding["down"]}
    for sentence in parser.parse(train):
        assert_valid_output(sentence, {"root", "a↑b", "↓"})


def test_several_roots_can_be_lifted_to():
    """In CoNLL-X trees a lifted word can hang from the root; it is put back all the same."""
    rng = random.Random(4)
    words = {"upos": list("abcde"), "comment": ""}
    labels = ["x", "ROOT", "x", "ROOT", "y"]
    forms = [rng.sample("abcdefgh", 5) for _ in range(10)]
    train = [make_sentence([3, 0, 2, 0, 3], labels, forms=form, **words) for form in forms]
    parser = train_parser(train, nonprojective="pseudo", iterations=10)
    assert parser.header.treebank_format == "conllx"
    assert any("↑" in label for _, at_root, label in parser.header.classes if at_root)
    assert [sentence.heads for sentence in parser.parse(train)] == [[3, 0, 2, 0, 3]] * 10


# Settings ---------------------------------------------------------------------------------------


def test_the_default_depends_on_the_oracle():
    assert Settings().nonprojective == "min-cost"
    assert Settings(oracle="static").nonprojective == "skip"
    assert Settings(oracle="nondet").nonprojective == "skip"
    assert Settings(system="covington").nonprojective is None
    assert Settings(nonprojective="pseudo").encoding == "head+path"
    assert Settings().encoding is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"nonprojective": "ignore"}, "`nonprojective` is 'ignore'; it must be one of skip,"),
        ({"nonprojective": "pseudo", "encoding": "tail"}, "`encoding` is 'tail'"),
        ({"encoding": "head"}, "`encoding` goes with `nonprojective=pseudo`"),
        (
            {"nonprojective": "exact", "system": "lr-spine"},
            "lr-spine has no exact oracle for non-projective trees, only arc-eager, arc-hybrid, "
            "arc-standard: choose min-cost",
        ),
        (
            {"nonprojective": "min-cost", "system": "covington"},
            "covington learns from every tree; leave out `nonprojective`",
        ),
        (
            {"nonprojective": "exact", "oracle": "static"},
            "`nonprojective=exact` goes with `oracle=dynamic`; static knows gold paths only, which "
            "a non-projective tree has none of: choose skip, projectivize or pseudo",
        ),
    ],
)
def test_settings_that_do_not_go_together(settings, message):
    with pytest.raises(SettingsError, match=re.escape(message)):
        Settings(**settings)
