"""The algorithms of Goldberg & Nivre (2012), for every system, once more in plain Python."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from reference import is_projective
from slow import legal_classes
from slow_learning import Gold, SlowLearner, averages_of
from strategies import random_projective_tree
from systems_proof import random_tree
from training_examples import REGIMES, each_regime, projective, small_treebank

from dodona.parser.settings import Settings
from dodona.parser.tokens import TokenBatch
from dodona.parser.training import Trainer
from dodona.systems import get_system, parsing_system, system_names
from dodona.treebank import Sentence
from examples import grove, make_sentence


def train_both(
    sentences: list[Sentence], templates: Path | str, iterations: int, **settings: Any
) -> tuple[Trainer, SlowLearner]:
    chosen = Settings(features=str(templates), iterations=iterations, **settings)
    trainer = Trainer(sentences, None, chosen)
    for _ in trainer.run():
        pass
    options = chosen.options
    explores = options["oracle"] == "dynamic" and options["policy"] != "ambiguity"
    slow = SlowLearner(
        parsing_system(options["system"], single_root=trainer.corpus.single_root, loss=chosen.loss),
        trainer.corpus.labels,
        trainer._learner.transitions.classes,
        trainer.templates,
        trainer.corpus.sentences,
        oracle=options["oracle"],
        seed=options["seed"],
        exact=chosen.nonprojective == "exact",
    )
    slow.run(iterations, options["k"] if explores else float("inf"), options["p"])
    return trainer, slow


def assert_same_weights(trainer: Trainer, slow: SlowLearner) -> None:
    """Every average of every weight; the features of the slow learner are looked up by key."""
    learner = trainer._learner
    key_of = {}
    for c, sentence, action, values in slow.seen:
        tokens = TokenBatch([sentence])
        keys = learner.scorer.extractor.keys(trainer.system, c, tokens, transition=action)
        for template, value in values.items():
            assert key_of.setdefault((template, value), keys[template]) == keys[template]
    expected = {(key_of[f], k): mean for (f, k), mean in slow.weights.averages().items()}
    assert learner.weights.time == slow.weights.time == learner.steps == slow.steps
    assert learner.mistakes == slow.mistakes > 0
    averages = averages_of(learner.weights)
    assert averages.keys() == expected.keys()
    assert averages == pytest.approx(expected, rel=1e-6)


TEMPLATES = """\
S0.w
S0.p N0.p
N0.w N0.p
S0.l1.l N0.l1.l
S0-N0 S0.vr
N0.sl
S0.sr S0.h.p
S1.p N1.p
"""


@pytest.fixture
def few_templates(tmp_path: Path) -> Path:
    path = tmp_path / "few.txt"
    path.write_text(TEMPLATES)
    return path


@each_regime
@pytest.mark.parametrize("seed", [1, 2])
def test_learns_exactly_what_the_algorithms_say(few_templates, regime, seed):
    trainer, slow = train_both(small_treebank(seed), few_templates, 5, seed=seed, **regime)
    assert_same_weights(trainer, slow)


@each_regime
def test_learns_exactly_what_the_algorithms_say_from_the_bundled_treebank(regime):
    trainer, slow = train_both(projective(grove("train"))[:12], "zhang-nivre", 3, **regime)
    assert_same_weights(trainer, slow)


@each_regime
def test_learns_exactly_what_the_algorithms_say_where_trees_have_several_roots(
    few_templates, regime
):
    rng = random.Random(3)
    sentences = []
    for _ in range(12):
        heads = random_projective_tree(rng.randint(1, 7), rng)[1:]
        labels = [rng.choice(("SBJ", "ROOT", "EXCL")) for _ in heads]
        sentences.append(make_sentence(heads, labels, upos=["N"] * len(heads), comment=""))
    trainer, slow = train_both(sentences, few_templates, 5, **regime)
    assert not trainer.corpus.single_root
    assert_same_weights(trainer, slow)


def test_the_static_oracle_and_ambiguity_never_leave_the_paths_to_the_gold_tree(few_templates):
    """And exploration does: that training visits what the slow learner visits was shown above."""
    losses = {}
    for name, regime in REGIMES.items():
        trainer, slow = train_both(small_treebank(4), few_templates, 5, **regime)
        assert_same_weights(trainer, slow)
        losses[name] = slow.losses
    assert not any(losses["static"])
    assert not any(losses["ambiguity"])
    assert any(losses["explore"])
    assert any(losses["explore at once and always"])


def test_exploration_begins_after_k_iterations(few_templates):
    sentences = small_treebank(5)
    amb, _ = train_both(sentences, few_templates, 2, policy="ambiguity")
    two, _ = train_both(sentences, few_templates, 2, policy="explore", k=2, p=0.0)
    one, _ = train_both(sentences, few_templates, 2, policy="explore", k=1, p=0.0)
    assert averages_of(amb._learner.weights) == averages_of(two._learner.weights)
    assert averages_of(amb._learner.weights) != averages_of(one._learner.weights)


# Every system, oracle and loss ------------------------------------------------------------------

ORACLES = {
    "static": {"oracle": "static"},
    "nondet": {"oracle": "nondet"},
    "dynamic": {"oracle": "dynamic", "k": 1, "p": 0.1},
}


def templates_for(system: str, folder: Path) -> Path:
    """The templates above, over the words that a system names."""
    text = TEMPLATES
    if system.startswith("covington"):
        for stack, focus in (("S0", "L0"), ("S1", "L1"), ("N0", "R0"), ("N1", "R1")):
            text = text.replace(stack, focus)
    path = folder / "few.txt"
    path.write_text(text)
    return path


def treebank_for(system: str, seed: int) -> list[Sentence]:
    """Random trees, for non-projective systems other ones too."""
    if get_system(system).projective:
        return small_treebank(seed)
    rng = random.Random(seed)
    trees = [random_tree(rng.randint(1, 8), rng)[1:] for _ in range(15)]
    assert not all(is_projective((-1, *heads)) for heads in trees)
    return [
        make_sentence(
            heads,
            [rng.choice("abc") for _ in heads],
            forms=[rng.choice("vwxyz") for _ in heads],
            upos=[rng.choice(("NOUN", "VERB")) for _ in heads],
        )
        for heads in trees
    ]


@pytest.mark.parametrize("oracle", ORACLES)
@pytest.mark.parametrize("system", system_names())
def test_learns_exactly_what_the_oracle_of_a_system_says(tmp_path, system, oracle):
    """With the costs that were proved elsewhere, and with the system's preferences among them."""
    templates = templates_for(system, tmp_path)
    sentences = treebank_for(system, 7)
    trainer, slow = train_both(sentences, templates, 4, system=system, **ORACLES[oracle])
    assert_same_weights(trainer, slow)
    assert any(slow.losses) == (oracle == "dynamic")


@pytest.mark.parametrize("oracle", ["nondet", "dynamic"])
def test_the_chosen_loss_is_what_training_counts(tmp_path, oracle):
    system = "covington-nonmonotonic"
    templates = templates_for(system, tmp_path)
    learned = {}
    losses = ("upper", "pc-upper", "lower") if oracle == "dynamic" else ("upper", "pc-upper")
    for loss in (None, *losses):
        settings = {"system": system, "loss": loss, **ORACLES[oracle]}
        trainer, slow = train_both(treebank_for(system, 12), templates, 5, **settings)
        assert_same_weights(trainer, slow)
        learned[loss] = averages_of(trainer._learner.weights)
    assert learned[None] == learned["upper"]
    # On gold paths no wrong arcs are taught, and the losses are the same.
    if oracle == "dynamic":
        assert all(learned[one] != learned[other] for one, other in combinations(losses, 2))


@pytest.mark.parametrize(
    "system",
    [
        "arc-eager-nonmonotonic",
        "covington",
        "covington-nonmonotonic",
        "two-planar",
    ],
)
@pytest.mark.parametrize("oracle", ["nondet", "dynamic"])
def test_preferences_choose_among_transitions_of_least_cost_only(tmp_path, system, oracle):
    """The slow learner says what is preferred, and the core learns the same (see above)."""
    templates = templates_for(system, tmp_path)
    trainer, slow = train_both(
        treebank_for(system, 9), templates, 3, system=system, **ORACLES[oracle]
    )
    assert_same_weights(trainer, slow)
    fewer = 0
    for c, sentence, _, _ in slow.seen:
        gold = Gold(slow, sentence)
        choices = legal_classes(slow.system, slow.classes, c)
        costs = gold.costs(c, choices)
        least = {k for k in choices if costs[k] == min(costs.values())}
        best = set(gold.best(c, choices))
        assert best
        assert best <= least
        fewer += best < least
    assert fewer > 0
