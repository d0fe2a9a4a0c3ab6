"""Training: what comes out, what it says, and settings that make no sense."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys

import pytest
from training_examples import REGIMES, each_regime, las, projective, saved, small_treebank

import dodona
from dodona.errors import (
    ArgumentError,
    DodonaError,
    SettingsError,
    TemplateError,
    TreebankError,
)
from dodona.evaluation.scores import evaluate_dev
from dodona.parser.base_trainer import Iteration
from dodona.parser.settings import Settings
from dodona.parser.training import Trainer
from examples import assert_valid_output, grove, make_sentence, train_parser, without_tree

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
        saved(train_parser(train, dev, iterations=4, seed=seed, **regime), tmp_path)
        for seed in (5, 5, 6)
    ]
    assert models[0] == models[1]
    assert models[0] != models[2]


def test_the_largest_and_smallest_seeds():
    sentences = small_treebank(6)
    for seed in (0, 2**63 - 1):
        assert train_parser(sentences, iterations=1, seed=seed).header.training["seed"] == seed


def test_the_regime_makes_a_difference(tmp_path):
    sentences = grove("train")
    models = {
        hashlib.sha256(saved(train_parser(sentences, iterations=3, **regime), tmp_path)).digest()
        for regime in REGIMES.values()
    }
    assert len(models) == len(REGIMES)


# Learning ---------------------------------------------------------------------------------------


@each_regime
def test_the_bundled_treebank_is_learned(regime):
    train = grove("train")
    parser = train_parser(train, iterations=15, **regime)
    assert las(projective(train), parser) > 99
    assert las(grove("test"), parser) > 75


def test_iterations_are_reported():
    reports: list[Iteration] = []
    train_parser(grove("train"), grove("dev"), iterations=6, report=reports.append)
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
    parser = train_parser(train, dev, iterations=8, seed=seed, report=reports.append)
    scores = [report.dev.all_words.las for report in reports if report.dev]
    best = scores.index(max(scores)) + 1
    assert parser.header.training["iteration"] == best
    assert parser.header.scores["dev"]["all_words"]["las"] == max(scores)
    evaluation = dodona.evaluate(dev, parser.parse(dev), "universal")
    assert evaluation.to_dict() == parser.header.scores["dev"]
    shorter = train_parser(train, iterations=best, seed=seed)
    assert [s.raw for s in parser.parse(dev)] == [s.raw for s in shorter.parse(dev)]


def test_without_dev_the_last_iteration_is_kept():
    reports: list[Iteration] = []
    parser = train_parser(grove("train"), iterations=3, report=reports.append)
    assert parser.header.training["iteration"] == 3
    assert parser.header.scores == {}
    assert [(report.dev, report.best) for report in reports] == [(None, False)] * 3
    assert reports[0].to_dict()["dev"] is None


def test_dev_without_a_function_that_scores():
    with pytest.raises(ArgumentError, match="needs a function"):
        Trainer(grove("train"), grove("dev"), Settings())


def test_a_parser_can_be_had_at_any_time():
    """As after Ctrl-C: in the middle of an iteration, and after one."""
    train, dev = grove("train"), grove("dev")
    trainer = Trainer(train, dev, Settings(iterations=5), evaluate_dev)
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
    parser = train_parser(train, iterations=1, seed=9, licence="CC0", policy="ambiguity")
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


def test_the_header_says_which_loss_was_counted():
    for chosen, written in ((None, "upper"), ("pc-upper", "pc-upper")):
        parser = train_parser(grove("dev"), iterations=1, loss=chosen, **NONMONOTONIC)
        assert parser.header.training["loss"] == written
    static = train_parser(grove("dev"), iterations=1, oracle="static", **NONMONOTONIC)
    assert static.header.training["loss"] is None


def test_a_small_model_has_fewer_weights(tmp_path):
    train = grove("train")
    whole = train_parser(train, iterations=5)
    small = train_parser(train, iterations=5, megabytes=0.08)
    assert whole.header.training["least_weight"] == 0.0
    assert small.header.training["least_weight"] > 0.0
    assert len(saved(small, tmp_path)) <= 80_000 < len(saved(whole, tmp_path))
    assert las(train, small) > 70


def test_features_that_were_updated_often_enough_make_a_smaller_model(tmp_path):
    train = grove("train")
    sizes = []
    for least in (1, 3, 9):
        parser = train_parser(train, iterations=6, least_updates=least)
        sizes.append(len(saved(parser, tmp_path)))
        assert parser.header.training.get("least_updates", 1) == least
        assert las(train, parser) > 80
    assert sizes[0] > 1.5 * sizes[1] > 2 * sizes[2]


# Settings and data that make no sense -----------------------------------------------------------


NONMONOTONIC = {"system": "covington-nonmonotonic"}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"oracle": "exhaustive"}, "oracle.*static, nondet, dynamic"),
        ({"policy": "wander"}, "policy.*ambiguity, explore"),
        ({"system": "arc-lazy"}, "system.*arc-eager"),
        ({"oracle": "static", "policy": "explore"}, "`policy` goes with `oracle=dynamic`"),
        ({"loss": "upper"}, "arc-eager has only one loss.*arc-standard, covington-nonmonotonic"),
        ({"system": "arc-standard", "loss": "upper"}, "loss is 'upper'.*linear, tabular"),
        ({"system": "covington", "loss": "upper"}, "covington has only one loss"),
        ({**NONMONOTONIC, "loss": "middle"}, "`loss` is 'middle'.*upper, pc-upper, lower"),
        ({**NONMONOTONIC, "loss": "exact"}, "`loss` is 'exact'.*upper, pc-upper, lower"),
        (
            {**NONMONOTONIC, "loss": "upper", "oracle": "static"},
            "`loss` goes with `oracle=dynamic` or `oracle=nondet`",
        ),
        ({**NONMONOTONIC, "loss": "lower", "oracle": "nondet"}, "choose upper or pc-upper"),
        ({"iterations": 0}, "`iterations` is 0"),
        ({"iterations": -3}, "`iterations` is -3"),
        ({"k": -1}, "`k` is -1"),
        ({"p": 1.5}, r"`p` is 1\.5"),
        ({"p": -0.1}, r"`p` is -0\.1"),
        ({"p": float("nan")}, "`p` is nan"),
        ({"least_updates": 256}, "`least_updates` is 256"),
        ({"seed": -1}, "`seed` is -1"),
        ({"seed": 2**63}, "`seed` is"),
        ({"megabytes": 0}, "`megabytes` is 0"),
        ({"megabytes": float("nan")}, "`megabytes` is nan"),
    ],
)
def test_settings_that_make_no_sense(settings, message):
    with pytest.raises(SettingsError, match=message):
        train_parser(grove("dev"), **settings)


def test_settings_that_do_not_exist():
    with pytest.raises(SettingsError, match="epochs"):
        train_parser(grove("dev"), epochs=3)


def test_templates_of_ones_own(tmp_path):
    path = tmp_path / "mine"
    path.write_text("S0.p N0.p\nS0.w N0.w\nS0.p N0.p N1.p\n")
    parser = train_parser(grove("train"), features=str(path), iterations=3)
    assert parser.header.templates == ["S0.p N0.p", "S0.w N0.w", "S0.p N0.p N1.p"]
    assert las(grove("train"), parser) > 50
    path.write_text("S0.p N7.p\n")
    with pytest.raises(TemplateError, match=r"unknown atom 'N7\.p'"):
        train_parser(grove("train"), features=str(path))
    with pytest.raises(OSError, match="nowhere"):
        train_parser(grove("train"), features=str(tmp_path / "nowhere"))


def test_training_data_without_heads(tmp_path):
    path = tmp_path / "raw.conllu"
    sentences = grove("dev")[:2]
    path.write_text("".join(without_tree(s).to_conllu() for s in sentences), encoding="utf-8")
    with pytest.raises(TreebankError, match=r"raw\.conllu:1.*no heads to learn from"):
        train_parser(path)
    with pytest.raises(TreebankError, match=r"raw\.conllu:1.*no heads to learn from"):
        train_parser(sentences, path)


def test_no_training_data(tmp_path):
    with pytest.raises(TreebankError, match="no projective tree"):
        train_parser([])
    path = tmp_path / "empty.conllu"
    path.touch()
    with pytest.raises(TreebankError, match=r"empty\.conllu"):
        train_parser(path)
    with pytest.raises(OSError, match="nowhere"):
        train_parser(tmp_path / "nowhere.conllu")


def test_only_nonprojective_training_data():
    crossing = make_sentence([3, 4, 0, 3])
    for oracle in ("static", "nondet"):
        with pytest.raises(TreebankError, match=r"no projective tree.*; `nonprojective` says"):
            train_parser([crossing] * 3, oracle=oracle)
    assert train_parser([crossing] * 3, iterations=1).header.training["sentences"] == 3


def test_all_errors_are_dodona_errors():
    for error in (SettingsError, TemplateError, TreebankError):
        assert issubclass(error, DodonaError)


# What a model may not hold ------------------------------------------------------------------------


def test_a_label_that_no_model_can_have_is_refused():
    sentences = [make_sentence([2, 0], ["det", "root"]), make_sentence([0, 1], ["root", "a b"])]
    with pytest.raises(TreebankError, match=r"white space .* in 'a b'"):
        Trainer(sentences, None, Settings())


def test_a_tag_that_no_model_can_have_does_no_harm(tmp_path):
    """The parser looks at tags and never writes them."""
    parser = train_parser([make_sentence([2, 0], xpos=["D T", "NN"])], iterations=1)
    assert parser.header.tags["xpos"] == ["NN"]
    parser.save(tmp_path / "model")
    dodona.load(tmp_path / "model")


def test_a_beam_too_wide_for_the_labels_is_refused_before_training():
    sentence = make_sentence([0] + [1] * 199, ["root", *map(str, range(199))])
    with pytest.raises(SettingsError, match="a beam of 1024 is too wide for 204 transitions"):
        Trainer([sentence], None, Settings(beam=1024))
