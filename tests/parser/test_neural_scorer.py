"""A neural parser behind its encoder: scores, losses and gradients, in every system."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
from slow import start
from slow_learning import Gold as SlowGold
from slow_learning import Random, SlowLearner
from slow_neural import SlowEncoder, SlowNetwork, difference, rounded_product, slow_loss

from dodona.errors import ModelError, TemplateError
from dodona.linear.words import WordBatch, word_keys
from dodona.neural.encoder import Encoder, Shape, new_arrays, new_tables, normal
from dodona.neural.table import Table
from dodona.parser.corpus import prepare
from dodona.parser.defaults import neural_slots
from dodona.parser.gold_trees import GoldTrees
from dodona.parser.greedy import GreedyDecoder
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.neural_learner import NeuralLearner
from dodona.parser.neural_scorer import NeuralBatch, NeuralScorer, slot_shapes
from dodona.parser.slots import compile_slots
from dodona.parser.templates import load_templates
from dodona.systems import parsing_system, system_names
from examples import make_sentence, random_sentence

HIDDEN = 16
SMOOTHING = 0.1

each_system = pytest.mark.parametrize("system", system_names())
with_and_without_one_root = pytest.mark.parametrize("single_root", [True, False])


@cache
def treebank():
    rng = random.Random(8)
    return [random_sentence(rng, rng.randint(1, 6)) for _ in range(8)]


class Network:
    """A scorer with random weights, and the same in plain Python."""

    def __init__(self, system, single_root=True, sentences=None, nonprojective="min-cost"):
        self.sentences = sentences or treebank()
        self.system = parsing_system(system, single_root=single_root)
        choice = nonprojective if self.system.projective else None
        self.corpus = prepare(self.sentences, "conllu", self.system, choice)
        self.transitions = LabelledTransitions(self.system, self.corpus.labels, self.corpus.classes)
        self.golds = GoldTrees(self.corpus.golds(self.transitions, self.corpus.sentences))
        names = load_templates(neural_slots(system))
        slots = compile_slots(names, self.system.focus_names)
        rng = np.random.default_rng(3)
        shape = Shape(16, 1, [])
        tables = {n: Table(5 * t) for n, t in new_tables(shape, 2, rng).items()}
        keys = np.array(word_keys(["a", "b"]), np.uint64)
        self.encoder = Encoder(shape, keys, new_arrays(shape, 0, rng), tables)
        shapes = slot_shapes(slots, self.transitions, shape.output_width, HIDDEN)
        self.arrays = {name: normal(rng, 0.4, size) for name, size in shapes.items()}
        self.gradients = {name: np.zeros_like(array) for name, array in self.arrays.items()}
        self.scorer = NeuralScorer(self.transitions, slots, self.encoder, self.arrays)
        slow_arrays = {n: a.astype(np.float64) for n, a in self.arrays.items()}
        self.slow = SlowNetwork(self.transitions, names, slow_arrays)
        self.rounded = SlowNetwork(self.transitions, names, slow_arrays, rounded_product)

    def learner(self, **options):
        options = {"oracle": "dynamic", "seed": 1, "dropout": 0, "smoothing": SMOOTHING, **options}
        return NeuralLearner(self.scorer, self.golds, self.gradients, **options)

    def learn(self, learner, explore=False):
        outputs = np.concatenate(self.slow_outputs()).astype(np.float32)
        batch = NeuralBatch(self.sentences, self.scorer.rows_of(outputs))
        return learner.learn(batch, range(len(self.sentences)), explore=explore, p=0.0, scale=1)

    def slow_golds(self, oracle="dynamic", exact=False):
        learner = SlowLearner(
            self.system, self.corpus.labels, self.transitions.classes, [], self.sentences,
            oracle=oracle, seed=1, exact=exact,
        )  # fmt: skip
        return [SlowGold(learner, sentence) for sentence in self.sentences]

    def slow_outputs(self):
        outputs, _ = SlowEncoder.of(self.encoder).encode(self.sentences)
        return np.split(outputs, np.cumsum([len(s) for s in self.sentences])[:-1])


@each_system
@with_and_without_one_root
def test_scores_are_those_of_the_plain_network(system, single_root):
    network = Network(system, single_root)
    rng = random.Random(1)
    classes = network.transitions.classes
    for sentence in network.sentences:
        outputs = network.encoder.encode(WordBatch([sentence])).outputs
        c = start(network.system, len(sentence), network.corpus.labels)
        while not c.is_terminal():
            expected = {
                (classes[k][0], classes[k][2]): logit
                for k, logit in network.rounded.logits(c, sentence, outputs).items()
            }
            found = network.scorer.scores(sentence, c)
            assert found.keys() == expected.keys()
            for transition, score in found.items():
                assert score / 65536 == pytest.approx(expected[transition], abs=1e-4)
            c = network.system.apply(c, *rng.choice(list(found)))


@each_system
def test_parsing_follows_the_scores(system):
    network = Network(system)
    derivations = GreedyDecoder(network.scorer).derivations(
        network.scorer.prepare(network.sentences)
    )
    for sentence, made in zip(network.sentences, derivations, strict=True):
        c = start(network.system, len(sentence), network.corpus.labels)
        for transition in made:
            scores = network.scorer.scores(sentence, c)
            assert scores[transition] == max(scores.values())
            c = network.system.apply(c, *transition)
        assert c.is_terminal()


def check_gradients(network, golds, learner):
    to_rows = network.learn(learner)
    arrays, every = network.slow.arrays, network.slow_outputs()

    def loss():
        rng = Random(1)
        return sum(
            slow_loss(network.slow, gold, sentence, outputs, SMOOTHING, rng)
            for gold, sentence, outputs in zip(golds, network.sentences, every, strict=True)
        )

    assert learner.loss == pytest.approx(loss(), rel=1e-5)
    rng = np.random.default_rng(9)
    outputs = np.concatenate(every)
    network.gradients["slots.weights"][:] = outputs.T @ to_rows[:-2]
    network.gradients["slots.root"][:] = to_rows[-2]
    network.gradients["slots.missing"][:] = to_rows[-1]
    for name, array in arrays.items():
        gradient = network.gradients[name]
        for flat in [*rng.choice(array.size, 4), np.abs(gradient).argmax()]:
            place = np.unravel_index(flat, array.shape)
            assert gradient[place] == pytest.approx(
                difference(array, place, loss), abs=1e-4, rel=1e-3
            ), name


@each_system
@with_and_without_one_root
def test_losses_and_gradients_of_the_dynamic_oracle(system, single_root):
    network = Network(system, single_root, treebank()[:3])
    check_gradients(network, network.slow_golds(), network.learner())


@pytest.mark.parametrize("system", ["arc-eager", "arc-hybrid", "arc-standard"])
def test_losses_and_gradients_with_exact_costs(system):
    crossing = make_sentence([3, 4, 0, 3, 1], ["obj", "det", "root", "nsubj", "det"])
    network = Network(system, True, [*treebank()[:2], crossing], "exact")
    check_gradients(network, network.slow_golds(exact=True), network.learner())


@each_system
@pytest.mark.parametrize("oracle", ["static", "nondet", "dynamic"])
def test_a_gold_path_is_followed_without_exploration(system, oracle):
    """All transitions that are followed are right, whatever the scores."""
    network = Network(system)
    learner = network.learner(oracle=oracle)
    network.learn(learner)
    assert learner.steps > sum(map(len, network.sentences)) / 2
    assert 0 < learner.mistakes < learner.steps
    assert learner.loss > 0


def test_with_exploration_mistakes_are_followed():
    """The model's own choices are those of parsing, and the loss is that of its own path."""
    network = Network("arc-eager")
    learner = network.learner()
    network.learn(learner, explore=True)
    derivations = GreedyDecoder(network.scorer).derivations(
        network.scorer.prepare(network.sentences)
    )
    choices = 0
    for sentence, made in zip(network.sentences, derivations, strict=True):
        c = start(network.system, len(sentence), network.corpus.labels)
        for transition in made:
            choices += len(network.scorer.scores(sentence, c)) > 1
            c = network.system.apply(c, *transition)
    assert learner.steps == choices
    kept = network.learner()
    network.learn(kept)
    assert kept.steps != learner.steps or kept.loss != learner.loss


def test_some_of_the_hidden_layer_is_left_out():
    network = Network("arc-hybrid")
    losses = set()
    for seed in range(3):
        learner = network.learner(dropout=0.5, seed=seed)
        network.learn(learner)
        losses.add(learner.loss)
    assert len(losses) == 3


@pytest.mark.parametrize(
    ("slots", "message"),
    [
        (["S0.w"], "no slot of a neural parser"),
        (["S0 N0"], "no slot of a neural parser"),
        (["X0"], "unknown atom"),
        (["S0-N0"], "a word among the slots"),
        (["S0", "S0"], "there twice"),
        ([f"S0{'.l1' * i}" for i in range(49)], "at most 48"),
    ],
)
def test_wrong_slots(slots, message):
    with pytest.raises(TemplateError, match=message):
        compile_slots(slots, ("S0", "N0"))


def test_arrays_of_another_shape_are_refused():
    network = Network("arc-eager")
    slots = compile_slots(load_templates(neural_slots("arc-eager")), network.system.focus_names)
    arrays = network.arrays | {"output.biases": network.arrays["output.biases"][:-1]}
    with pytest.raises(ModelError, match="do not go together"):
        NeuralScorer(network.transitions, slots, network.encoder, arrays)
