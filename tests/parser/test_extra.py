"""Trees made by machine beside gold ones: which of them a parser learns from, and how often."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from itertools import islice, pairwise

import pytest
from training_examples import projective, saved, small_treebank

from dodona.errors import SettingsError, TreebankError
from dodona.linear.weights import Weights
from dodona.parser.extractor import Extractor
from dodona.parser.gold_trees import GoldTrees
from dodona.parser.greedy_learner import GreedyLearner
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.linear_scorer import LearningScorer
from dodona.parser.scorer import JoinedBatch
from dodona.parser.settings import Settings
from dodona.parser.templates import compile_templates, load_templates
from dodona.parser.training import Trainer
from dodona.systems.gold import Gold
from examples import grove, make_sentence, train_parser, without_tree

GOLD = [
    make_sentence([2, 0, 2], ["det", "root", "obj"]),
    make_sentence([2, 0, 2], ["nsubj", "root", "obl:unmarked"]),
]


def trainer(extra, gold=GOLD, **options) -> Trainer:
    return Trainer(gold, None, Settings(**options), extra=[extra])


# Which of them ------------------------------------------------------------------------------------


def test_labels_that_the_treebank_does_not_have():
    extra = [
        make_sentence([2, 0, 2], ["nsubj:pass", "root", "obj"]),
        make_sentence([2, 0, 2], ["nsubj", "root", "iobj"]),
        make_sentence([2, 0, 2], ["nsubj", "root", "obl:tmod"]),
        make_sentence([2, 0], ["root", "root"]),
        make_sentence([2, 0], ["nsubj", "obj"]),
        make_sentence([2, 0], ["det", "root"]),
    ]
    found = trainer(extra).extra
    assert (found.sentences, found.words) == (2, 5)
    assert str(found) == (
        "extra trees: 2 sentences, 5 words; left out: 4 with labels that the treebank does not have"
    )
    assert found.to_dict() == {"sentences": 2, "words": 5, "left_out": 4}


def test_a_subtype_that_the_treebank_does_not_have_is_left_off():
    (usable,) = trainer([GOLD[0]]).extra.choose(
        [[make_sentence([2, 0, 2], ["nsubj:pass", "root", "obl:unmarked"])]]
    )
    assert [sentence.deprels for sentence in usable] == [["nsubj", "root", "obl:unmarked"]]


def test_several_roots():
    extra = [make_sentence([0, 0], ["root", "root"]), GOLD[0]]
    found = trainer(extra).extra
    assert (found.sentences, dict(found.left_out)) == (1, {"with more than one root": 1})
    forests = [make_sentence([0, 0], ["root", "root"]), make_sentence([0, 1], ["root", "dep"])]
    assert trainer(extra[:1], forests).extra.sentences == 1


@pytest.mark.parametrize(
    ("nonprojective", "sentences"),
    [("skip", 1), ("projectivize", 2), ("pseudo", 1), ("min-cost", 2), ("exact", 2)],
)
def test_trees_that_are_not_projective(nonprojective, sentences):
    """The label that `pseudo` would give to a lifted word is not in the treebank."""
    crossing = make_sentence([3, 4, 0, 3], ["det", "obj", "root", "obj"])
    found = trainer([crossing, GOLD[0]], nonprojective=nonprojective).extra
    assert found.sentences == sentences
    reason = "not projective" if nonprojective == "skip" else "with labels"
    assert [each.startswith(reason) for each in found.left_out] == [True] * (2 - sentences)


def test_nothing_to_learn_from():
    with pytest.raises(TreebankError, match=r"no tree .* extra data \(1 with more than one root\)"):
        trainer([make_sentence([0, 0], ["root", "root"])])
    with pytest.raises(TreebankError, match="no tree to learn from in the extra data"):
        Trainer(GOLD, None, Settings(), extra=[])
    with pytest.raises(TreebankError, match=r"extra data \(1 without heads\)"):
        trainer([without_tree(GOLD[0])])


# How often ----------------------------------------------------------------------------------------


class Recorder:
    """Stands in the place of a learner, and notes what it is to learn from."""

    steps = mistakes = 0

    def __init__(self, learner: GreedyLearner) -> None:
        self.shuffle = learner.shuffle
        self.seen: list[int] = []
        self.weights = Weights(1)

    def learn(self, sentences: list[int], explore: bool, p: float) -> None:
        self.seen += sentences


def orders(extra: int, weight: float | None, iterations: int) -> list[list[int]]:
    """The sentences of each iteration, of a treebank of 12 and so many extra ones."""
    gold = small_treebank(1)
    machine = [*gold, *gold, *gold][:extra]
    training = Trainer(
        gold, None, Settings(iterations=iterations, extra_weight=weight), extra=[machine]
    )
    recorder = training._learner = Recorder(training._learner)
    found, told = [], []
    for _ in training.run(told.append):
        found.append(recorder.seen)
        recorder.seen = []
        assert sum(told) == training.sentences
        told.clear()
    return found


@pytest.mark.parametrize(
    ("extra", "weight", "taken"),
    [(30, 0.5, 6), (30, 1.25, 15), (30, 0.01, 0), (7, 1.0, 7), (30, 9.0, 30), (30, None, 24)],
)
def test_an_iteration_learns_from_all_gold_trees_and_some_extra_ones(extra, weight, taken):
    iterations = orders(extra, weight, 6)
    for order in iterations:
        assert sorted(order)[:12] == list(range(12))
        assert len(order) == 12 + taken
    assert len({tuple(order) for order in iterations}) == 6
    times = Counter(i for order in iterations for i in order if i >= 12)
    assert set(times) <= set(range(12, 12 + extra))
    # All have their turn before one has its second.
    assert max(times.values(), default=0) - min(times[12 + i] for i in range(extra)) <= 1


def test_gold_and_extra_sentences_are_mixed():
    (order,) = orders(30, 1.0, 1)
    assert any(a >= 12 > b for a, b in pairwise(order))
    assert any(a < 12 <= b for a, b in pairwise(order))


# What is learned ----------------------------------------------------------------------------------


def test_sentences_that_come_in_pieces_are_learned_from_like_others():
    training = Trainer(projective(grove("train")), None, Settings())
    sentences, system = training.corpus.sentences, training.system
    templates = compile_templates(load_templates("zhang-nivre-extended"), system.focus_names)
    learned = []
    for pieces in ([sentences], [sentences[:3], [], sentences[3:20], sentences[20:]]):
        transitions = LabelledTransitions(system, training.corpus.labels, training.corpus.classes)
        scorer = LearningScorer(transitions, Extractor(templates))
        golds = GoldTrees()
        for piece in pieces:
            golds.add(training.corpus.golds(transitions, piece))
        batch = JoinedBatch([scorer.prepare(piece) for piece in pieces])
        assert len(golds) == batch.count == len(sentences)
        learner = GreedyLearner(scorer, batch, golds, oracle="dynamic", seed=1)
        learner.learn(list(range(len(sentences))) * 2, True, 0.1)
        learned.append([part.tobytes() for part in learner.weights.averaged()])
    assert learned[0] == learned[1]
    assert len(learned[0][0]) > 1000


def test_a_gold_tree_in_a_crowd_is_what_it_is_alone():
    rng = random.Random(4)
    golds = []
    for n, heads in ((5, [2, 0, 2, 5, 3]), (1, [0]), (4, [3, 4, 0, 3]), (3, [0, 0, 2])):
        heads = [-1, *heads]
        golds.append(Gold(heads, [rng.randint(-1, 3) for _ in heads], exact=n == 3))
    trees = GoldTrees(golds)
    assert (len(trees), trees.longest_exact) == (4, 3)
    for i in (2, 0, 3, 1, 2):
        found = trees.view(i)
        for name in ("heads", "labels", "dependents", "first_dependent"):
            assert list(getattr(found, name)) == list(getattr(golds[i], name))
        for name in ("n", "projective", "exact"):
            assert getattr(found, name) == getattr(golds[i], name)


def test_extra_trees_teach_something(tmp_path):
    gold, extra = grove("train")[:5], grove("train")[5:]
    alone = train_parser(gold, iterations=3)
    more = train_parser(gold, extra=extra, iterations=3, extra_weight=50)
    assert more.header.labels == alone.header.labels
    assert more.header.training["extra"]["weight"] == 50
    assert "extra" not in alone.header.training
    assert saved(alone, tmp_path) != saved(more, tmp_path)


def test_one_seed_one_model(tmp_path):
    gold, extra = grove("train")[:20], grove("train")[20:]
    models = [
        saved(train_parser(gold, extra=extra, iterations=3, seed=seed), tmp_path)
        for seed in (5, 5, 6)
    ]
    assert models[0] == models[1] != models[2]


def test_settings_that_make_no_sense():
    with pytest.raises(SettingsError, match="`extra_weight` is 0; it must be more than 0"):
        train_parser(GOLD, extra=GOLD, extra_weight=0)
    with pytest.raises(SettingsError, match="`extra_weight` is for extra trees, and there are non"):
        train_parser(GOLD, extra_weight=2)


def test_files_that_cannot_be_read(tmp_path):
    """Also those whose mistake lies beyond what is read first."""
    with pytest.raises(OSError, match="nowhere"):
        train_parser(GOLD, extra=tmp_path / "nowhere.conllu")
    path = tmp_path / "extra.conllu"
    good = GOLD[0].to_conllu()
    count = 400_000 // len(good)
    path.write_text(good * count + good.replace("\t2\t", "\t9\t"))
    line = count * good.count("\n") + 2
    with pytest.raises(TreebankError, match=rf"extra\.conllu:{line}\b.*9"):
        train_parser(GOLD, extra=path)


# Memory -------------------------------------------------------------------------------------------

GROWTH = """
import resource
import sys

import dodona
from dodona.parser.settings import Settings
from dodona.parser.training import Trainer

HEADS, LABELS = [0] + [1] * 19, ["root"] + ["dep"] * 19

def sentences(count):
    return [
        dodona.Sentence.from_words(["a"] * 20, upos=["X"] * 20, heads=HEADS, deprels=LABELS)
        for _ in range(count)
    ]

def peak():
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1e6 if sys.platform == "darwin" else 1e3)

settings = Settings(iterations=1)
Trainer(sentences(1), None, settings, extra=[sentences(10)])
before = peak()
trainer = Trainer(sentences(1), None, settings, extra=map(sentences, [100] * 80))
print(before, peak() - before, trainer.extra.words)
"""


def test_extra_trees_take_little_memory():
    """As sentences and gold trees that are kept they would take some 150 MB."""
    run = subprocess.run([sys.executable, "-c", GROWTH], capture_output=True, text=True, check=True)
    before, growth, words = map(float, run.stdout.split())
    assert words == 160_000
    assert before > 10
    assert growth < 40


def test_extra_trees_are_read_one_list_at_a_time():
    read = []

    def stretches():
        for sentence in grove("train"):
            read.append(sentence)
            yield [sentence]

    chosen = trainer([GOLD[0]], grove("train")).extra.choose(stretches())
    assert len(list(islice(chosen, 3))) == len(read) == 3
