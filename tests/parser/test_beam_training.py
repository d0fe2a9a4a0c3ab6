"""Training with a beam: against a plain re-implementation, and settings that go with it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from slow_beam import SlowBeamLearner, Space
from slow_learning import averages_of

import dodona
from dodona.errors import SettingsError
from dodona.parser.beam_learner import BeamLearner
from dodona.parser.extractor import Extractor
from dodona.parser.gold_trees import GoldTrees
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.linear_scorer import LearningScorer
from dodona.parser.settings import Settings
from dodona.parser.templates import compile_templates, load_templates
from dodona.parser.training import Trainer
from dodona.systems import parsing_system
from dodona.systems.gold import Gold
from dodona.treebank import Sentence
from examples import (
    assert_valid_output,
    grove,
    make_sentence,
    random_sentence,
    train_parser,
    without_tree,
)

REGIMES: dict[str, dict[str, Any]] = {
    "static, early": {"oracle": "static", "update": "early"},
    "static, max-violation": {"oracle": "static", "update": "max-violation"},
    "dynamic, early": {"oracle": "dynamic", "update": "early", "restart": False},
    "dynamic, max-violation": {"oracle": "dynamic", "update": "max-violation", "restart": False},
    "dynamic, early, restart": {"oracle": "dynamic", "update": "early", "restart": True},
    "dynamic, max-violation, restart": {
        "oracle": "dynamic",
        "update": "max-violation",
        "restart": True,
    },
}
each_regime = pytest.mark.parametrize("regime", REGIMES.values(), ids=REGIMES)
SYSTEMS = ["arc-eager", "arc-hybrid", "arc-standard", "covington", "lr-spine"]
FEW = {
    "arc-eager": "S0.u\nN0.u\nS0.u N0.u\nS0.w N0.w\nS0.l N0.vl\nS0.h.u",
    "arc-hybrid": "S0.u\nN0.u\nS0.u N0.u\nS1.u S0.u\nS0.w N0.w",
    "arc-standard": "S0.u\nS1.u\nS1.u S0.u N0.u\nS1.w S0.w\nS0.l1.l S0.r1.l",
    "lr-spine": "S0.u\nS1.u\nS1.u S0.u N0.u\nS1.w S0.w",
    "covington": "L0.u\nR0.u\nL0.u R0.u\nL0.w R0.w\nL0-R0",
}


def few_templates(system: str, folder: Path) -> str:
    path = folder / "templates"
    path.write_text(FEW[system])
    return str(path)


def some_sentences(seed: int, count: int = 12, longest: int = 7) -> list[Sentence]:
    rng = random.Random(seed)
    return [random_sentence(rng, rng.randint(1, longest)) for _ in range(count)]


def any_tree(rng: random.Random, n: int) -> list[int]:
    """Words are attached in a random order, each to one that is there already."""
    order = rng.sample(range(1, n + 1), n)
    heads = {word: rng.choice([0, *order[:i]]) for i, word in enumerate(order)}
    return [heads[word] for word in range(1, n + 1)]


def assert_same_learner(fast: BeamLearner, slow: SlowBeamLearner) -> None:
    assert (fast.steps, fast.mistakes) == (slow.steps, slow.mistakes)
    assert fast.weights.time == slow.weights.time
    assert averages_of(fast.weights) == pytest.approx(slow.weights.averages(), rel=1e-6)


# Against plain Python ---------------------------------------------------------------------------


def train_both(
    sentences: list[Sentence], features: str, iterations: int = 4, **settings: Any
) -> tuple[Trainer, SlowBeamLearner]:
    chosen = Settings(features=features, iterations=iterations, **settings)
    trainer = Trainer(sentences, None, chosen)
    for _ in trainer.run():
        pass
    learner = trainer._learner
    transitions = learner.transitions
    space = Space(trainer.system, transitions.labels, transitions.classes, learner.scorer.extractor)
    slow = SlowBeamLearner(
        space,
        trainer.corpus.sentences,
        beam=chosen.options["beam"],
        oracle=chosen.options["oracle"],
        update=chosen.update,
        restart=chosen.restart,
        seed=chosen.options["seed"],
    )
    slow.run(iterations)
    return trainer, slow


@each_regime
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_weights_of_a_plain_reimplementation(system, regime, tmp_path):
    features = few_templates(system, tmp_path)
    trainer, slow = train_both(some_sentences(1), features, system=system, beam=3, **regime)
    assert slow.mistakes > 10
    assert slow.falls > 5
    assert_same_learner(trainer._learner, slow)


@each_regime
@pytest.mark.parametrize("beam", [2, 8])
def test_the_weights_with_the_templates_that_come_with_dodona(regime, beam):
    trainer, slow = train_both(
        grove("train")[:15], "zhang-nivre-extended", iterations=2, beam=beam, seed=7, **regime
    )
    assert_same_learner(trainer._learner, slow)


@each_regime
def test_labels_that_no_transition_can_give(regime, tmp_path):
    """A tree whose root has another label than `root`: any label is as good there."""
    odd = [make_sentence([2, 0, 2], ["nsubj", "obj", "obj"])] * 2
    features = few_templates("arc-eager", tmp_path)
    trainer, slow = train_both([*some_sentences(2), *odd], features, beam=3, **regime)
    assert_same_learner(trainer._learner, slow)


@pytest.mark.parametrize("update", ["early", "max-violation"])
@pytest.mark.parametrize("restart", [True, False])
@pytest.mark.parametrize("system", ["arc-eager", "arc-hybrid"])
def test_trees_that_the_system_cannot_derive(system, restart, update, tmp_path):
    """A hypothesis is correct there if each of its transitions has the least cost."""
    rng = random.Random(3)
    sentences = []
    while len(sentences) < 12:
        heads = any_tree(rng, rng.randint(3, 7))
        sentences.append(make_sentence(heads, forms=[rng.choice("abcd") for _ in heads]))
    assert sum(not dodona.treebank.is_projective([-1, *s.heads]) for s in sentences) >= 5
    parsing = parsing_system(system)
    templates = load_templates(few_templates(system, tmp_path))
    extractor = Extractor(compile_templates(templates, parsing.focus_names))
    names = ["dep", "root"]
    classes = [
        (name, root, label)
        for name, way in zip(parsing.actions, parsing.directions, strict=True)
        for root, label in ([(False, "dep"), (True, "root")] if way else [(False, None)])
        if not root or name in parsing.root_actions
    ]
    transitions = LabelledTransitions(parsing, names, classes)
    scorer = LearningScorer(transitions, extractor)
    golds = GoldTrees(
        Gold([-1, *s.heads], [-1, *(names.index(label) for label in s.deprels)]) for s in sentences
    )
    fast = BeamLearner(
        scorer,
        scorer.prepare(sentences),
        golds,
        oracle="dynamic",
        seed=1,
        beam=3,
        max_violation=update == "max-violation",
        restart=restart,
    )
    slow = SlowBeamLearner(
        Space(parsing, names, transitions.classes, extractor),
        sentences,
        beam=3,
        oracle="dynamic",
        update=update,
        restart=restart,
        seed=1,
    )
    slow.run(4)
    order = list(range(len(sentences)))
    for _ in range(4):
        fast.shuffle(order)
        fast.learn(order, False, 0.0)
    assert_same_learner(fast, slow)


# What comes out ---------------------------------------------------------------------------------


@each_regime
@pytest.mark.parametrize("system", dodona.systems.system_names())
def test_every_system_learns_with_a_beam(system, regime):
    train = grove("train")[:60]
    parser = train_parser(train, system=system, beam=4, iterations=6, **regime)
    assert dodona.evaluate(train, parser.parse(train)).all_words.las > 60
    for sentence in parser.parse(map(without_tree, grove("test")[:20])):
        assert_valid_output(sentence, set(parser.header.labels))


@each_regime
def test_the_same_seed_gives_the_same_model(regime, tmp_path):
    files = []
    for name in "ab":
        parser = train_parser(grove("train")[:30], beam=4, iterations=2, seed=5, **regime)
        parser.save(tmp_path / name)
        files.append((tmp_path / name).read_bytes())
    assert files[0] == files[1]
    other = train_parser(grove("train")[:30], beam=4, iterations=2, seed=6, **regime)
    other.save(tmp_path / "c")
    assert (tmp_path / "c").read_bytes() != files[0]


@each_regime
def test_sentences_of_one_word_and_of_very_many(regime):
    rng = random.Random(4)
    train = [make_sentence([0]), random_sentence(rng, 300), make_sentence([0, 1])]
    parser = train_parser(train, beam=4, iterations=3, **regime)
    for sentence in parser.parse(map(without_tree, train)):
        assert_valid_output(sentence, set(parser.header.labels))


def test_the_settings_are_in_the_header():
    sentences = some_sentences(5)
    header = train_parser(sentences, beam=4, iterations=1).header
    assert header.beam == header.training["beam"] == 4
    assert header.training["update"] in ("early", "max-violation")
    assert isinstance(header.training["restart"], bool)
    assert not {"policy", "k", "p"} & set(header.training)
    header = train_parser(sentences, iterations=1).header
    assert header.beam == 1
    assert not {"beam", "update", "restart"} & set(header.training)


def test_nondet_is_the_dynamic_oracle_on_gold_paths(tmp_path):
    """Without restarts, on trees that can be derived, both know the same correct hypotheses."""
    features = few_templates("arc-eager", tmp_path)
    settings = {"features": features, "beam": 4, "iterations": 3}
    weights = []
    for oracle in ("nondet", "dynamic"):
        chosen = Settings(oracle=oracle, restart=False, **settings)
        trainer = Trainer(some_sentences(6), None, chosen)
        for _ in trainer.run():
            pass
        weights.append(averages_of(trainer._learner.weights))
    assert weights[0] == weights[1]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"beam": 0}, "`beam` is 0"),
        ({"beam": 100_000}, "`beam` is 100000"),
        ({"update": "early"}, "`update` goes with `beam=2` or more"),
        ({"restart": True}, "`restart` goes with `beam=2` or more"),
        ({"beam": 4, "update": "late"}, "update.*early, max-violation"),
        ({"beam": 4, "policy": "explore"}, "`policy` goes with `beam=1`"),
        ({"beam": 4, "oracle": "static", "restart": True}, "`restart` goes with `oracle=dynamic`"),
        ({"beam": 4, "oracle": "nondet", "restart": True}, "`restart` goes with `oracle=dynamic`"),
    ],
)
def test_settings_that_make_no_sense(settings, message):
    with pytest.raises(SettingsError, match=message):
        train_parser(grove("dev"), **settings)
