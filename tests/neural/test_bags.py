"""What words are made of: affixes, n-grams and tags as numbers."""

from __future__ import annotations

import numpy as np
import pytest
from slow_learning import Random

from dodona.errors import ModelError
from dodona.linear.words import WordBatch
from dodona.neural.bags import ROWS, WordBags
from dodona.neural.table import LearningTable, Table
from examples import make_sentence

K0 = 0x9E3779B97F4A7C15


def slow_ngrams(word: str) -> list[int]:
    """The numbers of n-grams of two to five characters, with marks 1 and 2 at the ends."""
    small = [ord(c) for c in word.lower()]
    if len(small) > 40:
        small = small[:20] + small[-20:]
    characters = [1, *small, 2]
    numbers = []
    for start in range(len(characters)):
        value = K0
        for size in range(1, min(5, len(characters) - start) + 1):
            value = Random.scramble((value ^ characters[start + size - 1]) * K0 % 2**64)
            if size >= 2:
                numbers.append((value >> 20) % 32768)
    return numbers


def bags_of(words: list[str]) -> tuple[WordBags, dict[str, list[list[int]]]]:
    bags = WordBags(WordBatch([make_sentence([0] * len(words), forms=words)]))
    found = {}
    for name in ("affix", "ngram", "tag"):
        numbers, ends = (list(getattr(bags, f"{name}_{kind}")) for kind in ("numbers", "ends"))
        found[name] = [numbers[a:b] for a, b in zip([0, *ends[:-1]], ends, strict=True)]
    return bags, found


def test_ngrams():
    words = ["a", "Oak", "ΣΟΦΊΑ", "x" * 39 + "yz", "un" * 300, "日本", "don't"]
    _, found = bags_of(words)
    assert found["ngram"] == [slow_ngrams(word) for word in words]


def test_many_long_words_find_room():
    words = [f"{i}" * 60 for i in range(200)]
    _, found = bags_of(words)
    assert found["ngram"] == [slow_ngrams(word) for word in words]


def test_words_share_the_numbers_of_what_they_share():
    _, found = bags_of(["walking", "talking", "Talking", "table"])
    walking, talking, title, table = map(set, found["affix"])
    assert len(walking & talking) >= 6  # five suffixes, the shape and the kinds
    assert len(talking & title) == 9  # all but the shape and the kinds
    assert 2 <= len(talking & table) < 6  # two prefixes, the shape and the kinds
    assert all(0 <= number < ROWS["affixes"] for bag in found["affix"] for number in bag)
    assert [len(bag) for bag in found["tag"]] == [3] * 4


def test_no_words():
    bags = WordBags(WordBatch([]))
    assert len(bags.ngram_numbers) == len(bags.affix_ends) == 0


def test_bags_are_added_up():
    values = np.arange(12, dtype=np.float32).reshape(4, 3)
    target = np.full((3, 5), 7, np.float32)
    numbers, ends = np.array([1, 3, 2, 2], np.int32), np.array([2, 2, 4], np.int32)
    Table(values).add_up(numbers, ends, target[:, 1:4])
    root = 2**0.5
    expected = [(values[1] + values[3]) / root, np.zeros(3), 2 * values[2] / root]
    np.testing.assert_allclose(target[:, 1:4], expected, rtol=1e-6)
    assert (target[:, [0, 4]] == 7).all()


def test_all_numbers_of_16_bits_are_widened_exactly():
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)].reshape(-1, 64)
    numbers = np.arange(len(finite), dtype=np.int32)
    found, expected = np.full_like(finite, 7, np.float32), finite.astype(np.float32)
    Table(finite).add_up(numbers, numbers + np.int32(1), found)
    assert np.array_equal(found, expected)
    wide = np.zeros_like(found)
    ends = np.array([300, len(finite)], np.int32)
    Table(finite).add_up(numbers, ends, found[:2])
    Table(expected).add_up(numbers, ends, wide[:2])
    assert np.array_equal(found[:2], wide[:2])
    assert Table(finite).numbers().dtype == np.float16


def test_only_what_was_there_learns():
    values = np.ones((4, 3), np.float32)
    table = LearningTable(values)
    numbers, ends = np.array([1, 3, 1], np.int32), np.array([2, 3], np.int32)
    gradients = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
    table.add_gradients(numbers, ends, gradients)
    root = 2**-0.5
    expected = [[0, 0, 0], root * gradients[0] + gradients[1], [0, 0, 0], root * gradients[0]]
    np.testing.assert_allclose(table.gradient(), expected, rtol=1e-6)
    assert table.sum_of_squares() == pytest.approx(float((np.array(expected) ** 2).sum()))
    table.step((0.1, 0.9, 0.95, 1e-8, 0.5, 1.0))
    after = np.asarray(table.values)
    assert (after[[0, 2]] == 1).all()
    assert (after[[1, 3]] < 0.5).all()
    assert not table.gradient().any() and table.sum_of_squares() == 0


@pytest.mark.parametrize(
    ("numbers", "ends"),
    [([4], [1]), ([-1], [1]), ([0, 0], [2, 1]), ([0], [2]), ([0, 0, 0], [1, 2, 3])],
)
def test_numbers_that_lead_nowhere_are_refused(numbers, ends):
    table = Table(np.zeros((4, 3), np.float32))
    target = np.zeros((min(2, len(ends)), 3), np.float32)
    with pytest.raises(ModelError, match="lead out of the table"):
        table.add_up(np.array(numbers, np.int32), np.array(ends, np.int32), target)
