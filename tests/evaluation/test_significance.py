"""Randomisation and bootstrap beside what can be counted out, and beside slow versions."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dodona.errors import SettingsError
from dodona.evaluation import significance
from dodona.evaluation.significance import bootstrap_intervals, randomisation_test


def f1(rows):
    gold, system, right = (sum(column) for column in zip(*rows, strict=True))
    return 2 * right / (gold + system) if gold + system else 0.0


def exact_p(first, second):
    """The share of all ways to swap sentences that have a difference as large."""
    observed = abs(f1(first) - f1(second))
    large = total = 0
    for swaps in product([False, True], repeat=len(first)):
        a = [y if swap else x for x, y, swap in zip(first, second, swaps, strict=True)]
        b = [x if swap else y for x, y, swap in zip(first, second, swaps, strict=True)]
        large += abs(f1(a) - f1(b)) >= observed - 1e-12
        total += 1
    return large / total


@st.composite
def samples(draw, systems=2, max_sentences=8):
    """Counts of some systems for the same sentences; they may have other words than the gold."""
    n = draw(st.integers(1, max_sentences))
    result = [[] for _ in range(systems)]
    for _ in range(n):
        gold = draw(st.integers(1, 6))
        for rows in result:
            system = draw(st.integers(1, 6))
            rows.append((gold, system, draw(st.integers(0, min(gold, system)))))
    return result


@settings(max_examples=60)
@given(samples())
def test_the_p_value_is_that_of_all_swaps(rows):
    first, second = (np.array(r) for r in rows)
    (p,) = randomisation_test([first], [second], rounds=4000)
    expected = exact_p(*rows)
    # Five standard deviations of a share of 4000.
    assert p == pytest.approx(expected, abs=5 * (expected * (1 - expected) / 4000) ** 0.5 + 1e-3)


@given(samples())
def test_several_scores_are_tested_with_the_same_swaps(rows):
    first, second = (np.array(r) for r in rows)
    both = randomisation_test(
        [first, first[:, [0, 1, 0]]], [second, second[:, [0, 1, 0]]], rounds=99
    )
    assert len(both) == 2
    alone = randomisation_test([first, first], [second, second], rounds=99)
    assert alone[0] == alone[1]


def test_systems_that_are_the_same_do_not_differ():
    sample = np.array([[5, 5, 3]] * 10)
    assert randomisation_test([sample], [sample], rounds=50) == [1.0]


def test_a_clear_difference_has_the_smallest_p_value_that_the_rounds_allow():
    better = np.array([[10, 10, 9]] * 200)
    worse = np.array([[10, 10, 5]] * 200)
    assert randomisation_test([better], [worse], rounds=999) == [1 / 1000]
    assert randomisation_test([worse], [better], rounds=999) == [1 / 1000]


def test_one_seed_one_result_whatever_the_size_of_the_blocks(monkeypatch):
    rng = random.Random(3)
    rows = [[(9, 9, rng.randint(3, 9)) for _ in range(64)] for _ in range(2)]
    first, second = (np.array(r) for r in rows)

    def results(seed):
        return (
            randomisation_test([first], [second], rounds=500, seed=seed),
            bootstrap_intervals([first, second], rounds=500, seed=seed),
        )

    once = results(7)
    assert results(7) == once
    assert results(8) != once
    monkeypatch.setattr(significance, "_BLOCK", 64 * 7)
    assert results(7) == once


def test_intervals_are_those_of_drawing_sentences_one_by_one():
    rng = random.Random(5)
    rows = [(n := rng.randint(1, 30), n, rng.randint(n // 2, n)) for _ in range(40)]
    scores = sorted(100 * f1(rng.choices(rows, k=len(rows))) for _ in range(4000))
    ((low, high),) = bootstrap_intervals([np.array(rows)], rounds=4000)
    assert low == pytest.approx(scores[100], abs=0.5)
    assert high == pytest.approx(scores[3900], abs=0.5)
    assert low < 100 * f1(rows) < high


def test_a_wider_interval_for_a_higher_level():
    sample = np.array([[10, 10, n % 11] for n in range(50)])
    narrow, wide = (
        bootstrap_intervals([sample], rounds=500, level=level)[0] for level in (0.8, 0.99)
    )
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_a_single_sentence_is_all_there_is():
    sample = np.array([[4, 4, 3]])
    assert bootstrap_intervals([sample], rounds=10) == [(75.0, 75.0)]
    assert randomisation_test([sample], [sample], rounds=10) == [1.0]


@pytest.mark.parametrize(
    ("first", "second", "rounds"),
    [
        ([[1, 1, 1]], [[1, 1, 1]], 0),
        ([[1, 1, 1]], [[1, 1, 1]] * 2, 10),
        (np.empty((0, 3), dtype=int), np.empty((0, 3), dtype=int), 10),
    ],
)
def test_what_cannot_be_tested(first, second, rounds):
    with pytest.raises(SettingsError):
        randomisation_test([np.array(first)], [np.array(second)], rounds=rounds)
