"""Training: the algorithms of Goldberg & Nivre (2012), and treebanks of all kinds."""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from reference import is_projective
from slow import SlowLearner, averages_of
from strategies import random_projective_tree

import dodona
from dodona.errors import DodonaError, SettingsError, TemplateError, TreebankError
from dodona.features.tokens import TokenBatch
from dodona.learning.settings import Settings
from dodona.learning.training import Iteration, Trainer
from dodona.parsing.parser import Parser
from dodona.treebank import Sentence
from examples import assert_valid_output, grove, make_sentence, random_sentence, without_tree

REGIMES = {
    "static": {"oracle": "static"},
    "ambiguity": {"oracle": "dynamic", "policy": "ambiguity"},
    "explore": {"oracle": "dynamic", "policy": "explore"},
    "explore at once and always": {"oracle": "dynamic", "policy": "explore", "k": 0, "p": 0.0},
}
each_regime = pytest.mark.parametrize("regime", REGIMES.values(), ids=REGIMES)


def las(gold: list[Sentence], parser: Parser) -> float:
    return dodona.evaluate(gold, parser.parse(gold), "full").all_words.las


def projective(sentences: list[Sentence]) -> list[Sentence]:
    return [sentence for sentence in sentences if is_projective((-1, *sentence.heads))]


def saved(parser: Parser, folder: Path) -> bytes:
    parser.save(folder / "model")
    return (folder / "model").read_bytes()


# The algorithms, once more in plain Python ------------------------------------------------------


def train_both(
    sentences: list[Sentence], templates: Path | str, iterations: int, **settings: Any
) -> tuple[Trainer, SlowLearner]:
    chosen = Settings(features=str(templates), iterations=iterations, **settings)
    trainer = Trainer(sentences, None, chosen)
    for _ in trainer.run():
        pass
    explores = chosen.oracle == "dynamic" and chosen.policy != "ambiguity"
    slow = SlowLearner(
        trainer.system,
        trainer.corpus.labels,
        trainer._learner.transitions.classes,
        trainer.templates,
        trainer.corpus.sentences,
        static=chosen.oracle == "static",
        seed=chosen.seed,
    )
    slow.run(iterations, chosen.k if explores else float("inf"), chosen.p)
    return trainer, slow


def assert_same_weights(trainer: Trainer, slow: SlowLearner) -> None:
    """Every average of every weight; the features of the slow learner are looked up by key."""
    learner = trainer._learner
    key_of = {}
    for c, sentence, values in slow.seen:
        keys = learner.extractor.keys(trainer.system, c, TokenBatch([sentence]))
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


def small_treebank(seed: int, **columns: str) -> list[Sentence]:
    rng = random.Random(seed)
    return [random_sentence(rng, rng.randint(1, 7), **columns) for _ in range(12)]


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


# Determinism ------------------------------------------------------------------------------------

TRAIN_AND_HASH = """
import hashlib, sys
from importlib import resources
import dodona
with (resources.files("dodona") / "data" / "grove-train.conllu").open("rb") as stream:
    sentences = list(dodona.read_conllu(stream))
parser = dodona.train(sentences, iterations=3, seed=int(sys.argv[1]))
parser.save(sys.argv[2])
print(hashlib.sha256(open(sys.argv[2], "rb").read()).hexdigest())
"""


def test_one_seed_one_model_whatever_the_hash_seed_of_python(tmp_path):
    digests = []
    for hash_seed, seed in (("0", 7), ("1", 7), ("random", 7), ("0", 8)):
        run = subprocess.run(
            [sys.executable, "-c", TRAIN_AND_HASH, str(seed), str(tmp_path / "model")],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        digests.append(run.stdout)
    assert digests[0] == digests[1] == digests[2]
    assert digests[0] != digests[3]


@each_regime
def test_one_seed_one_model_in_one_process(tmp_path, regime):
    train, dev = grove("train"), grove("dev")
    models = [
        saved(dodona.train(train, dev, iterations=4, seed=seed, **regime), tmp_path)
        for seed in (5, 5, 6)
    ]
    assert models[0] == models[1]
    assert models[0] != models[2]


def test_the_largest_and_smallest_seeds():
    sentences = small_treebank(6)
    for seed in (0, 2**63 - 1):
        assert dodona.train(sentences, iterations=1, seed=seed).header.training["seed"] == seed


def test_the_regime_makes_a_difference(tmp_path):
    sentences = grove("train")
    models = {
        hashlib.sha256(saved(dodona.train(sentences, iterations=3, **regime), tmp_path)).digest()
        for regime in REGIMES.values()
    }
    assert len(models) == len(REGIMES)


# Learning ---------------------------------------------------------------------------------------


@each_regime
def test_the_bundled_treebank_is_learned(regime):
    train = grove("train")
    parser = dodona.train(train, iterations=15, **regime)
    assert las(projective(train), parser) > 99
    assert las(grove("test"), parser) > 75


def test_nonprojective_sentences_are_counted_and_not_learned_from(tmp_path):
    train = grove("train")
    usable = projective(train)
    reports: list[Iteration] = []
    used: list[int] = []
    parser = dodona.train(train, iterations=2, report=reports.append, progress=used.append)
    training = parser.header.training
    assert training["nonprojective_sentences_skipped"] == len(train) - len(usable) >= 8
    assert training["sentences"] == len(usable)
    assert training["words"] == sum(map(len, usable))
    assert sum(used) == 2 * len(usable)


def test_iterations_are_reported():
    reports: list[Iteration] = []
    dodona.train(grove("train"), grove("dev"), iterations=6, report=reports.append)
    assert [report.number for report in reports] == [1, 2, 3, 4, 5, 6]
    assert reports[0].mistakes > 3 * reports[-1].mistakes > 0
    assert all(report.seconds > 0 for report in reports)
    assert reports[0].best
    best = 0.0
    for report in reports:
        assert report.dev is not None
        assert report.best == (report.dev.all_words.las > best)
        best = max(best, report.dev.all_words.las)
        line = json.loads(json.dumps(report.to_dict()))
        assert line["iteration"] == report.number
        assert line["dev"]["all_words"]["las"] == report.dev.all_words.las


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_best_iteration_on_dev_is_kept(tmp_path, seed):
    train, dev = grove("train"), grove("dev")
    reports: list[Iteration] = []
    parser = dodona.train(train, dev, iterations=8, seed=seed, report=reports.append)
    scores = [report.dev.all_words.las for report in reports if report.dev]
    best = scores.index(max(scores)) + 1
    assert parser.header.training["iteration"] == best
    assert parser.header.scores["dev"]["all_words"]["las"] == max(scores)
    evaluation = dodona.evaluate(dev, parser.parse(dev), "universal")
    assert evaluation.to_dict() == parser.header.scores["dev"]
    shorter = dodona.train(train, iterations=best, seed=seed)
    assert [s.raw for s in parser.parse(dev)] == [s.raw for s in shorter.parse(dev)]


def test_without_dev_the_last_iteration_is_kept():
    reports: list[Iteration] = []
    parser = dodona.train(grove("train"), iterations=3, report=reports.append)
    assert parser.header.training["iteration"] == 3
    assert parser.header.scores == {}
    assert [(report.dev, report.best) for report in reports] == [(None, False)] * 3
    assert reports[0].to_dict()["dev"] is None


def test_a_parser_can_be_had_at_any_time():
    """As after Ctrl-C: in the middle of an iteration, and after one."""
    train, dev = grove("train"), grove("dev")
    trainer = Trainer(train, dev, Settings(iterations=5))
    assert not trainer.has_parser
    assert_valid_output(next(trainer.parser().parse(dev)), set(trainer.corpus.labels))

    calls = 0

    def interrupt(_: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt

    iterations = trainer.run(interrupt)
    first = next(iterations)
    assert trainer.has_parser
    with pytest.raises(KeyboardInterrupt):
        next(iterations)
    assert trainer.parser().header.training["iteration"] == 1
    assert first.dev is not None
    assert las(dev, trainer.parser()) > 20


def test_the_header_says_what_was_trained(tmp_path):
    train = grove("train")
    parser = dodona.train(train, iterations=1, seed=9, licence="CC0", policy="ambiguity")
    header = parser.header
    assert header.system == "arc-eager"
    assert header.single_root
    assert header.treebank_format == "conllu"
    assert header.licence == "CC0"
    assert set(header.labels) == {label for sentence in train for label in sentence.deprels}
    assert header.tags["upos"] == sorted({tag for sentence in train for tag in sentence.upos})
    assert header.tags["xpos"] == sorted({tag for sentence in train for tag in sentence.xpos})
    assert header.training["policy"] == "ambiguity"
    assert header.training["seed"] == 9
    assert json.loads(json.dumps(header.training)) == header.training


def test_a_small_model_has_fewer_weights(tmp_path):
    train = grove("train")
    whole = dodona.train(train, iterations=5)
    small = dodona.train(train, iterations=5, megabytes=0.08)
    assert whole.header.training["least_weight"] == 0.0
    assert small.header.training["least_weight"] > 0.0
    assert len(saved(small, tmp_path)) <= 80_000 < len(saved(whole, tmp_path))
    assert las(train, small) > 70


# Settings and data that make no sense -----------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"oracle": "exhaustive"}, "oracle.*static, nondet, dynamic"),
        ({"policy": "wander"}, "policy.*ambiguity, explore"),
        ({"system": "arc-lazy"}, "system.*arc-eager"),
        ({"oracle": "static", "policy": "explore"}, "policy goes with"),
        ({"iterations": 0}, "iterations is 0"),
        ({"iterations": -3}, "iterations is -3"),
        ({"k": -1}, "k is -1"),
        ({"p": 1.5}, r"p is 1\.5"),
        ({"p": -0.1}, r"p is -0\.1"),
        ({"p": float("nan")}, "p is nan"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**63}, "seed is"),
        ({"megabytes": 0}, "megabytes is 0"),
        ({"megabytes": float("nan")}, "megabytes is nan"),
    ],
)
def test_settings_that_make_no_sense(settings, message):
    with pytest.raises(SettingsError, match=message):
        dodona.train(grove("dev"), **settings)


def test_settings_that_do_not_exist():
    with pytest.raises(TypeError, match="epochs"):
        dodona.train(grove("dev"), epochs=3)


def test_templates_of_ones_own(tmp_path):
    path = tmp_path / "mine"
    path.write_text("S0.p N0.p\nS0.w N0.w\nS0.p N0.p N1.p\n")
    parser = dodona.train(grove("train"), features=str(path), iterations=3)
    assert parser.header.templates == ["S0.p N0.p", "S0.w N0.w", "S0.p N0.p N1.p"]
    assert las(grove("train"), parser) > 50
    path.write_text("S0.p N7.p\n")
    with pytest.raises(TemplateError, match=r"unknown atom 'N7\.p'"):
        dodona.train(grove("train"), features=str(path))
    with pytest.raises(OSError, match="nowhere"):
        dodona.train(grove("train"), features=str(tmp_path / "nowhere"))


def test_training_data_without_heads(tmp_path):
    path = tmp_path / "raw.conllu"
    sentences = grove("dev")[:2]
    path.write_text("".join(without_tree(s).to_conllu() for s in sentences), encoding="utf-8")
    with pytest.raises(TreebankError, match=r"raw\.conllu:1.*no heads to learn from"):
        dodona.train(path)
    with pytest.raises(TreebankError, match=r"raw\.conllu:1.*no heads to learn from"):
        dodona.train(sentences, path)


def test_no_training_data(tmp_path):
    with pytest.raises(TreebankError, match="no projective tree"):
        dodona.train([])
    path = tmp_path / "empty.conllu"
    path.touch()
    with pytest.raises(TreebankError, match=r"empty\.conllu"):
        dodona.train(path)
    with pytest.raises(OSError, match="nowhere"):
        dodona.train(tmp_path / "nowhere.conllu")


def test_only_nonprojective_training_data():
    crossing = make_sentence([3, 4, 0, 3])
    with pytest.raises(TreebankError, match="no projective tree"):
        dodona.train([crossing] * 3)


# Treebanks of all kinds -------------------------------------------------------------------------


def test_a_treebank_of_one_word_sentences():
    parser = dodona.train([make_sentence([0], forms=[form]) for form in "abc"], iterations=2)
    assert [s.deprels for s in parser.parse([make_sentence(["_"], ["_"])])] == [["root"]]
    longer = [without_tree(random_sentence(random.Random(i), 1 + i)) for i in range(20)]
    for sentence in parser.parse(longer):
        assert_valid_output(sentence, set(parser.header.labels))


@each_regime
@pytest.mark.parametrize("direction", ["left", "right"])
def test_a_treebank_with_arcs_in_one_direction_only(regime, direction):
    chains = [
        make_sentence([*range(2, n + 1), 0] if direction == "left" else range(n))
        for n in range(1, 8)
    ]
    parser = dodona.train(chains, iterations=5, **regime)
    assert las(chains, parser) == 100
    for sentence in parser.parse(map(without_tree, grove("test"))):
        assert_valid_output(sentence, {"root", "dep"})


def test_a_treebank_without_the_label_dep_and_with_arcs_in_one_direction_only():
    chains = [make_sentence([*range(2, n + 1), 0], ["x"] * (n - 1) + ["root"]) for n in (2, 3, 5)]
    parser = dodona.train(chains, iterations=5)
    assert las(chains, parser) == 100
    for sentence in parser.parse(map(without_tree, grove("test"))):
        assert_valid_output(sentence, {"root", "dep", "x"})


@each_regime
@pytest.mark.parametrize("label_count", [70, 200, 700])
def test_many_labels(regime, label_count):
    """More labels than a label set has bits, and more classes than fit into a byte."""
    rng = random.Random(label_count)
    sentences = []
    for first in range(0, label_count, 2):
        words = [f"w{first}", "verb", f"w{first + 1}"]
        labels = [f"label{first}", "root", f"label{first + 1}"]
        sentences.append(make_sentence([2, 0, 2], labels, forms=words))
    rng.shuffle(sentences)
    parser = dodona.train(sentences, iterations=10, **regime)
    assert len(parser.header.labels) == label_count + 1
    assert len(parser.header.classes) > label_count + 2
    assert las(sentences, parser) == 100


def test_labels_on_both_sides_make_more_than_256_classes():
    names = [f"label{i}" for i in range(150)]
    sentences = [
        make_sentence([2, 0, 2], [name, "root", name], forms=[name, "verb", name]) for name in names
    ]
    parser = dodona.train(sentences, iterations=10)
    assert len(parser.header.classes) == 303
    assert las(sentences, parser) == 100


def test_words_and_labels_of_any_script():
    sentences = [
        make_sentence(
            [2, 0], ["ὑποκείμενον", "root"], forms=["δρῦς", "λαλεῖ"], upos=["NOUN", "VERB"]
        ),
        make_sentence([0, 1], ["root", "目的語"], forms=["葉", "👩\u200d💻"], upos=["NOUN", "X"]),
    ]
    parser = dodona.train(sentences, iterations=5)
    assert las(sentences, parser) == 100


ODD_ROOTS = {
    "the label root elsewhere": make_sentence([2, 0, 2], ["root", "root", "obj"]),
    "another label at the root": make_sentence([2, 0, 2], ["nsubj", "obj", "obj"]),
    "a label that is only at the root": make_sentence([2, 0, 2], ["nsubj", "top", "obj"]),
    "the two exchanged": make_sentence([2, 0, 2], ["root", "nsubj", "root"]),
    "a subtype of root elsewhere": make_sentence([2, 0, 2], ["root:x", "root", "obj"]),
}


def odd_treebank(kind: str) -> list[Sentence]:
    sound = [make_sentence([2, 0, 2], ["nsubj", "root", "obj"]) for _ in range(3)]
    return [*sound, *[ODD_ROOTS[kind]] * 5]


@each_regime
@pytest.mark.parametrize("kind", ODD_ROOTS)
def test_the_label_root_goes_with_the_root_and_nowhere_else(regime, kind):
    """Whatever the training data of a treebank with single roots say."""
    train = odd_treebank(kind)
    parser = dodona.train(train, iterations=8, **regime)
    assert parser.header.single_root
    for sentence in parser.parse([*train, *grove("test")]):
        assert_valid_output(sentence, set(parser.header.labels))
    assert dodona.evaluate(train, parser.parse(train)).all_words.uas == 100


def test_a_treebank_whose_roots_have_another_label():
    train = [make_sentence([2, 0, 2], ["SBJ", "TOP", "OBJ"]) for _ in range(3)]
    parser = dodona.train(train, iterations=5)
    assert las(train, parser) == 100
    for sentence in parser.parse(grove("test")):
        assert sentence.heads.count(0) == 1
        assert [h == 0 for h in sentence.heads] == [x == "TOP" for x in sentence.deprels]


@each_regime
def test_conllx_with_several_roots_and_several_labels_at_the_root(regime):
    rng = random.Random(11)
    sentences = []
    for number in range(40):
        heads = random_projective_tree(rng.randint(1, 8), rng)[1:]
        labels = [rng.choice(("ROOT", "P", "EXCL")) if h == 0 else "DEP" for h in heads]
        forms = [f"{number}.{word}" for word in range(len(heads))]
        tags = [f"T{label}" for label in labels]
        sentences.append(make_sentence(heads, labels, forms=forms, upos=tags, comment=""))
    assert any(s.heads.count(0) > 1 for s in sentences)
    parser = dodona.train(sentences, iterations=15, **regime)
    assert parser.header.treebank_format == "conllx"
    assert not parser.header.single_root
    assert las(sentences, parser) > 95
    several = False
    for sentence in parser.parse(map(without_tree, sentences + grove("test"))):
        assert_valid_output(sentence, {"ROOT", "P", "EXCL", "DEP"}, single_root=False)
        several = several or sentence.heads.count(0) > 1
        for head, label in zip(sentence.heads, sentence.deprels, strict=True):
            assert (label == "DEP") == (head != 0)
    assert several


def test_conllu_with_several_roots_in_one_sentence_allows_them():
    train = [make_sentence([0, 1, 0], ["root", "obj", "root"]), make_sentence([0, 1])]
    parser = dodona.train(train * 3, iterations=10)
    assert not parser.header.single_root
    assert las(train, parser) == 100


def test_sentences_of_very_different_lengths():
    rng = random.Random(12)
    heads = random_projective_tree(2000, rng)[1:]
    train = [make_sentence([0]), make_sentence(heads), *(random_sentence(rng, 3) for _ in "abc")]
    parser = dodona.train(train, iterations=2)
    for sentence in parser.parse(train):
        assert_valid_output(sentence, set(parser.header.labels), single_root=False)


def test_real_treebanks_in_both_formats(treebanks):
    paths = {
        "conllx": treebanks / "conllx_swedish" / "swedish_talbanken05_test.conll",
        "conllu": treebanks / "be_hse_r2.0" / "be-ud-test.conllu",
    }
    for treebank_format, path in paths.items():
        if not path.exists():
            pytest.skip(f"there is no {path}")
        train = list(dodona.read_conllu(path))
        parser = dodona.train(path, iterations=10)
        assert parser.header.treebank_format == treebank_format
        assert las(projective(train), parser) > 95
        for sentence in parser.parse(train):
            assert_valid_output(
                sentence, set(parser.header.labels), single_root=parser.header.single_root
            )
        skipped = parser.header.training["nonprojective_sentences_skipped"]
        assert skipped == len(train) - len(projective(train))


def test_all_errors_are_dodona_errors():
    for error in (SettingsError, TemplateError, TreebankError):
        assert issubclass(error, DodonaError)
