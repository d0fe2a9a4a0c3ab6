"""What the tests of training share: ways to train, small treebanks, scores."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from reference import is_projective

import dodona
from dodona.parser.parser import Parser
from dodona.treebank import Sentence
from examples import random_sentence

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


def small_treebank(seed: int, **columns: str) -> list[Sentence]:
    rng = random.Random(seed)
    return [random_sentence(rng, rng.randint(1, 7), **columns) for _ in range(12)]
