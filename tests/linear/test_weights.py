"""The compiled weights against dictionaries that remember every change (tests/slow.py)."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_learning import SlowWeights, averages_of

from dodona.errors import DodonaError
from dodona.linear.packing import packed_size
from dodona.linear.pruning import pruning_threshold
from dodona.linear.weights import Weights

LARGEST = 32767


class Both:
    """Compiled and slow weights that learn the same."""

    def __init__(self, classes: int, least_updates: int = 1) -> None:
        self.classes = classes
        self.fast = Weights(classes, least_updates)
        self.slow = SlowWeights(least_updates)

    def add(self, keys: Sequence[int], good: int, bad: int) -> None:
        self.fast.add(keys, good, bad)
        self.slow.add(keys, good, bad)

    def pass_time(self, steps: int) -> None:
        self.fast.time += steps
        self.slow.time += steps

    def check_scores(self, keys: Sequence[int]) -> None:
        assert self.fast.scores(keys) == self.slow.scores(keys, self.classes)

    def check_averages(self) -> None:
        averages, expected = averages_of(self.fast), self.slow.averages()
        assert averages.keys() == expected.keys()
        assert all(
            math.isclose(averages[entry], expected[entry], rel_tol=1e-6) for entry in averages
        )


CLASSES = 12
# Keys with all bits in use, and keys that begin at the same slot of the table or next to it.
KEYS = st.one_of(st.integers(1, 2**64 - 1), st.integers(1, 6).map(lambda i: i << 40 | 0xFFFF))
UPDATES = st.tuples(
    st.lists(KEYS, max_size=6),
    st.integers(0, CLASSES - 1),
    st.integers(0, CLASSES - 1),
    st.integers(0, 3),
)


@given(st.lists(UPDATES, max_size=25), st.lists(KEYS, max_size=8))
def test_scores_and_averages_after_random_updates(updates, others):
    weights = Both(CLASSES)
    for keys, good, bad, steps in updates:
        weights.check_scores(keys)
        weights.add(keys, good, bad)
        weights.check_scores(keys + others)
        weights.pass_time(steps)
    weights.pass_time(1)
    weights.check_averages()


@given(st.lists(UPDATES, max_size=25), st.integers(2, 4))
def test_features_count_once_they_were_updated_often_enough(updates, least):
    weights = Both(CLASSES, least)
    for keys, good, bad, steps in updates:
        weights.add(keys, good, bad)
        weights.check_scores(keys)
        weights.pass_time(steps)
    weights.pass_time(1)
    weights.check_averages()
    rows, entries = weights.fast.histogram(4, 0.5)
    averages = weights.slow.averages()
    assert entries.sum() == len(averages)
    assert rows.sum() == len({feature for feature, _ in averages})


def test_updates_are_counted_up_to_a_bound():
    weights = Weights(2, 255)
    for count in range(1, 600):
        weights.add([7], 0, 1)
        assert weights.scores([7]) == ([count, -count] if count >= 255 else [0, 0])
    for least in (0, 256):
        with pytest.raises(DodonaError, match=f"from 1 to 255, not {least}"):
            Weights(2, least)


def test_averages_are_means_over_time():
    """By hand: a weight that is 0, 1, 1, 0, 2 after five steps has the mean 4/5."""
    weights = Weights(3)
    for good, bad in ((1, 1), (0, 1), (1, 1), (1, 0), (0, 2)):
        weights.add([7], good, bad)
        if (good, bad) == (0, 2):
            weights.add([7], 0, 2)
        weights.time += 1
    assert averages_of(weights) == pytest.approx({(7, 0): 4 / 5, (7, 1): -2 / 5, (7, 2): -2 / 5})
    assert weights.scores([7]) == [2, 0, -2]


def test_a_long_training_run():
    """Busy and rare features, many classes: rows grow, are given up and used again."""
    rng = random.Random(5)
    weights = Both(300)
    busy = [rng.getrandbits(64) for _ in range(40)]
    rare = [rng.getrandbits(64) for _ in range(3000)]
    for _ in range(4000):
        keys = rng.choices(busy, k=6) + rng.choices(rare, k=4)
        if rng.random() < 0.5:
            weights.add(keys, rng.randrange(300), rng.randrange(300))
        weights.pass_time(1)
    weights.check_averages()
    for _ in range(50):
        weights.check_scores(rng.choices(busy, k=20) + rng.choices(rare, k=200))


def test_rows_that_have_every_class():
    weights = Both(2000)
    for k in range(2000):
        weights.add([1 << 33, 2 << 33], k, (7 * k + 1) % 2000)
        weights.add([3 << 33], k // 2, k)
        weights.pass_time(1)
    weights.check_scores([1 << 33, 2 << 33, 3 << 33, 1 << 33])
    weights.check_averages()


def test_tables_that_outgrow_their_first_size_more_than_once():
    rng = random.Random(6)
    weights = Both(4)
    keys = [rng.getrandbits(64) for _ in range(70_000)]
    for first in range(0, len(keys), 250):
        weights.add(keys[first : first + 250], first // 250 % 4, (first // 250 + 1) % 4)
        weights.pass_time(1)
    assert len(set(keys)) > 65_536
    weights.check_averages()
    for _ in range(20):
        weights.check_scores(rng.sample(keys, 200) + [rng.getrandbits(64) for _ in range(50)])


def test_key_zero_marks_empty_slots_and_shares_a_row_with_key_one():
    weights = Weights(2)
    weights.add([0], 0, 1)
    assert weights.scores([1]) == weights.scores([0]) == [1, -1]
    assert weights.scores([2]) == [0, 0]


def test_weights_stay_within_16_bits_and_come_back():
    weights = Weights(3)
    keys = [11] * 256
    for _ in range(200):
        weights.add(keys, 0, 1)
        weights.add([12], 0, 2)
        weights.time += 1
    assert weights.scores([11]) == [LARGEST, -LARGEST, 0]
    assert weights.scores([12]) == [200, 0, -200]
    averages = averages_of(weights)
    assert 0 < averages[11, 0] <= LARGEST
    assert -LARGEST <= averages[11, 1] < 0
    weights.add(keys, 1, 0)
    assert weights.scores([11]) == [LARGEST - 256, 256 - LARGEST, 0]
    for _ in range(300):
        weights.add(keys, 1, 0)
    assert weights.scores([11]) == [-LARGEST, LARGEST, 0]


def test_averages_are_exact_after_saturation():
    """A change that did not happen must not count in the average either."""
    weights = Weights(2)
    for _ in range(128):
        weights.add([5] * 256, 0, 1)  # 32768 times, one of them in vain
    weights.time = 10
    weights.add([5], 0, 1)  # in vain
    weights.time = 20
    assert averages_of(weights) == pytest.approx({(5, 0): LARGEST, (5, 1): -LARGEST})
    weights.add([5], 1, 0)
    weights.time = 40
    assert averages_of(weights)[5, 0] == pytest.approx(LARGEST - 0.5)


# What is done with averages ---------------------------------------------------------------------


def trained(seed: int) -> Both:
    rng = random.Random(seed)
    weights = Both(20)
    features = [rng.getrandbits(64) for _ in range(300)]
    for _ in range(1499):  # a prime: no mean lies on the edge of a bin by accident
        weights.add(rng.choices(features, k=5), rng.randrange(20), rng.randrange(20))
        weights.pass_time(1)
    return weights


@pytest.mark.parametrize("least", [0.0, 0.2, 0.5, 1.0, 2.5, 1000.0])
def test_small_weights_are_left_out(least):
    weights = trained(7)
    kept = {entry: w for entry, w in weights.slow.averages().items() if abs(w) >= least}
    assert averages_of(weights.fast, least) == pytest.approx(kept, rel=1e-6)
    keys, sizes, classes, values = weights.fast.averaged(least)
    assert len(set(keys)) == len(keys) == len(sizes)
    assert sizes.sum() == len(classes) == len(values)
    assert sizes.all()
    assert (keys.dtype, sizes.dtype, classes.dtype, values.dtype) == (
        np.uint64,
        np.uint16,
        np.uint16,
        np.float32,
    )


@pytest.mark.parametrize(("bins", "width"), [(1, 1.0), (5, 0.5), (100, 0.05), (1000, 0.01)])
def test_histogram_counts_weights_and_rows_by_their_largest(bins, width):
    weights = trained(8)
    averages = weights.slow.averages()
    largest: dict[object, float] = {}
    expected_entries = [0] * bins
    for (feature, _), weight in averages.items():
        expected_entries[min(int(abs(weight) / width), bins - 1)] += 1
        largest[feature] = max(largest.get(feature, 0.0), abs(weight))
    expected_rows = [0] * bins
    for size in largest.values():
        expected_rows[min(int(size / width), bins - 1)] += 1
    rows, entries = weights.fast.histogram(bins, width)
    assert rows.tolist() == expected_rows
    assert entries.tolist() == expected_entries


def test_weights_that_cancel_out_do_not_count():
    weights = Weights(2)
    weights.add([1], 0, 1)
    weights.add([1], 1, 0)
    weights.add([2], 0, 1)
    weights.time = 3
    assert averages_of(weights) == {(2, 0): 1.0, (2, 1): -1.0}
    rows, entries = weights.histogram(10, 0.5)
    assert rows.tolist() == [0, 0, 1] + [0] * 7
    assert entries.tolist() == [0, 0, 2] + [0] * 7


def test_pruning_to_a_size():
    weights = trained(9).fast
    sizes = []
    for most in (1e9, 20_000, 10_000, 2_000, 100):
        threshold = pruning_threshold(weights, most)
        keys, _, classes, _ = weights.averaged(threshold)
        sizes.append(packed_size(len(keys), len(classes), 20))
        assert sizes[-1] <= max(most, packed_size(0, 0, 20))
        if threshold > 0:  # and no more is left out than must be
            keys, _, classes, _ = weights.averaged(threshold - 0.02)
            assert packed_size(len(keys), len(classes), 20) > most
    assert pruning_threshold(weights, 1e9) == 0.0
    assert all(larger >= smaller for larger, smaller in pairwise(sizes))


def test_nothing_learned():
    weights = Weights(5)
    assert [len(array) for array in weights.averaged()] == [0, 0, 0, 0]
    rows, entries = weights.histogram(10, 0.1)
    assert not rows.any()
    assert not entries.any()
    assert weights.scores([1, 2, 3]) == weights.scores([]) == [0] * 5


# The methods for people -------------------------------------------------------------------------


def test_wrong_classes_and_too_many_features_are_refused():
    weights = Weights(3)
    for good, bad in ((3, 0), (0, 3), (-1, 0), (0, -1), (70_000, 0)):
        with pytest.raises(IndexError, match="3 classes"):
            weights.add([1], good, bad)
    for keys in ([1] * 257, range(10_000)):
        with pytest.raises(ValueError, match="256"):
            weights.add(keys, 0, 1)
        with pytest.raises(ValueError, match="256"):
            weights.scores(keys)
    assert weights.scores([1]) == [0, 0, 0]


@pytest.mark.parametrize("classes", [0, -1, 32_769, 70_000])
def test_a_number_of_classes_that_no_model_can_have(classes):
    with pytest.raises(DodonaError, match="32768"):
        Weights(classes)


def test_the_most_classes():
    weights = Weights(32_768)
    for k in range(32_768):
        weights.add([99], k, (k + 1) % 32_768)
    weights.time = 1
    weights.add([99], 32_767, 0)
    assert weights.scores([99]) == [-1] + [0] * 32_766 + [1]
