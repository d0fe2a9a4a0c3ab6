"""Projectivisation keeps as many arcs as any projective tree can, by exhaustive search."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import Heads, all_projective_trees, all_trees, ancestors, is_projective, is_tree
from strategies import long_projective_trees, trees

from dodona.errors import TreeError
from dodona.treebank import projectivize


def kept(heads: Heads, other: Heads) -> int:
    return sum(a == b for a, b in zip(heads[1:], other[1:], strict=True))


def lifts(heads: Heads, other: Heads) -> int:
    """How far new heads are above the old ones; as far as can be, if they are not above at all."""
    n = len(heads) - 1
    above = [[], *(ancestors(heads, word) for word in range(1, n + 1))]
    return sum(above[d].index(other[d]) if other[d] in above[d] else n for d in range(1, n + 1))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_no_projective_tree_keeps_more_arcs(n: int) -> None:
    """All trees, beside all projective ones; of these the fewest new roots, then lifts."""
    candidates = all_projective_trees(n)
    table = np.array(candidates, np.int8)[:, 1:]
    roots = (table == 0).sum(axis=1)
    for heads in all_trees(n):
        result = tuple(projectivize(heads))
        assert is_tree(result) and is_projective(result)
        gold = np.array(heads[1:], np.int8)
        arcs = (table == gold).sum(axis=1)
        best = np.flatnonzero(arcs == arcs.max())
        assert kept(heads, result) == arcs.max(), heads
        new_roots = roots[best] - ((table[best] == 0) & (gold == 0)).sum(axis=1)
        best = best[new_roots == new_roots.min()]
        assert result in [candidates[i] for i in best], heads
        if n < 6 and len(best) > 1:
            assert lifts(heads, result) == min(lifts(heads, candidates[i]) for i in best), heads


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_a_tree_with_one_root_keeps_to_one(n: int) -> None:
    for heads in all_trees(n):
        if heads.count(0) == 1:
            assert projectivize(heads).count(0) == 1, heads


@given(trees(max_words=30))
def test_words_stay_and_the_result_is_projective_and_its_own(heads: Heads) -> None:
    result = projectivize(heads)
    assert len(result) == len(heads)
    assert is_tree(tuple(result)) and is_projective(tuple(result))
    assert projectivize(heads) == result == projectivize(result)
    if heads.count(0) == 1:
        assert result.count(0) == 1


@given(long_projective_trees())
def test_projective_trees_stay_as_they_are(heads: Heads) -> None:
    assert projectivize(heads) == list(heads)


def test_a_word_that_loses_its_head_hangs_from_the_next_one_above() -> None:
    """What do you think she wants? The object of "wants" goes to the head of "wants"."""
    assert projectivize([-1, 6, 4, 4, 0, 6, 4, 4]) == [-1, 4, 4, 4, 0, 6, 4, 4]


def test_long_sentences_take_no_noticeable_time() -> None:
    rng = random.Random(1)
    heads = [-1, 0, *(rng.randrange(1, word) for word in range(2, 301))]
    order = [0, *rng.sample(range(1, 301), 300)]
    shuffled = [-1] * 301
    for word in range(1, 301):
        shuffled[order[word]] = order[heads[word]]
    start = time.perf_counter()
    result = projectivize(shuffled)
    assert time.perf_counter() - start < 2
    assert is_projective(tuple(result))


@pytest.mark.parametrize("heads", [[], [-1], [-1, 2, 1], [-1, 7], [0, 0]])
def test_what_is_no_tree_is_an_error(heads: list[int]) -> None:
    with pytest.raises(TreeError):
        projectivize(heads)


@given(st.data())
def test_any_sequence_of_numbers_will_do(data: st.DataObject) -> None:
    heads = data.draw(trees())
    assert projectivize(tuple(heads)) == projectivize(list(heads))
