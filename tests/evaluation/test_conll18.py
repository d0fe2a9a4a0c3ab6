"""The metrics of the CoNLL 2018 task beside the official scorer, which `udtools` carries."""

import io
import random
from importlib import resources
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perturbation import perturbed
from strategies import conllu_files

from dodona.errors import AlignmentError
from dodona.evaluation.conll18 import METRICS, evaluate_ud
from dodona.treebank import Sentence, read_conllu

official = pytest.importorskip("udtools.udeval", reason="udtools is not installed")

GROVE = [
    list(read_conllu(str(resources.files("dodona") / "data" / f"grove-{part}.conllu")))
    for part in ("train", "dev", "test")
]
seeds = st.integers(0, 2**32 - 1).map(random.Random)


def read(data: bytes) -> list[Sentence]:
    return list(read_conllu(io.BytesIO(data)))


def written(sentences: list[Sentence]) -> bytes:
    """Sentences as the official scorer reads them, without what it does not score."""
    lines = []
    for sentence in sentences:
        for line in sentence.raw.decode().split("\n"):
            columns = line.rstrip("\r").split("\t")
            if len(columns) == 10 and not line.startswith("#"):
                lines.append("\t".join([*columns[:8], "_", "_"]))
        lines.append("")
    return ("\n".join(lines) + "\n").encode()


def load_official(data: bytes):
    text = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="\n")
    return official.load_conllu(text, "", {"multiple_roots_okay": True})


def official_scores(gold: bytes, system: bytes) -> dict:
    scores = official.evaluate(load_official(gold), load_official(system))
    return {
        name: (
            100 * scores[name].precision,
            100 * scores[name].recall,
            100 * scores[name].f1,
            None if scores[name].aligned_accuracy is None else 100 * scores[name].aligned_accuracy,
        )
        for name in METRICS
    }


def our_scores(gold: list[Sentence], system: list[Sentence]) -> dict:
    return {
        name: (metric.precision, metric.recall, metric.f1, metric.aligned_accuracy)
        for name, metric in evaluate_ud(gold, system).items()
    }


def assert_equal_to_official(gold: list[Sentence], system: bytes) -> None:
    expected = official_scores(written(gold), written(read(system)))
    assert our_scores(gold, read(system)) == expected, gold[0].source


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("rate", [0, 0.02, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("seed", range(3))
def test_the_bundled_treebank_divided_otherwise(part, rate, seed):
    gold = GROVE[part]
    assert_equal_to_official(gold, perturbed(gold, random.Random(seed), rate))


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from([*chain(*GROVE)]), min_size=1, max_size=5),
    seeds,
    st.sampled_from([0.05, 0.3, 0.8, 1]),
)
def test_a_few_sentences_divided_otherwise(gold, rng, rate):
    assert_equal_to_official(gold, perturbed(gold, rng, rate))


@settings(max_examples=200)
@given(seeds, seeds, st.sampled_from([0.1, 0.4, 0.8]))
def test_both_files_divided_otherwise(first, second, rate):
    """Multiword tokens of both files then overlap in part."""
    sentences = first.sample(GROVE[0], 3)
    gold = read(perturbed(sentences, first, rate))
    assert_equal_to_official(gold, perturbed(sentences, second, rate))


@pytest.mark.filterwarnings("ignore::dodona.treebank.TreebankWarning")
@given(conllu_files(), seeds, st.sampled_from([0, 0.2, 0.6]))
def test_odd_files(file, rng, rate):
    """Forms with spaces, of one letter in two ways, of no letters at all; empty nodes; NFD."""
    gold = read(file.data)
    try:
        system = perturbed(gold, rng, rate)
        evaluate_ud(gold, read(system))
    except AlignmentError as error:
        assert "nothing but spaces" in str(error)
        return
    assert_equal_to_official(gold, system)


TREEBANK_FILES = ("*.conllu", "*.conll", "*.test", "*.train")


@pytest.mark.parametrize("rate", [0.01, 0.2])
def test_all_real_treebanks(treebanks, rate):
    """Multiword tokens, empty nodes, several roots, CoNLL-X; the first sentences of each file."""
    files = sorted(path for pattern in TREEBANK_FILES for path in treebanks.glob(f"*/{pattern}"))
    assert files
    for number, path in enumerate(files):
        gold = [s for s, _ in zip(read_conllu(path), range(120), strict=False)]
        assert_equal_to_official(gold, perturbed(gold, random.Random(number), rate))
