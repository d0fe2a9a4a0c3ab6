"""The best tree that some arcs make, beside a search through all trees."""

from __future__ import annotations

import random
from itertools import product

import pytest
from reference import all_projective_trees, all_trees

from dodona.errors import TreeError
from dodona.treebank.spanning import maximum_spanning_tree

FORMS = list(product([False, True], repeat=2))
each_form = pytest.mark.parametrize(("single_root", "projective"), FORMS)


def weights_of(arcs) -> dict[tuple[int, int], int]:
    """The weight of each arc; that of the best where there are several."""
    return {(head, dependent): w for head, dependent, w in sorted(arcs, key=lambda arc: arc[2])}


def best_of_all(n, arcs, *, single_root, projective):
    """The fewest roots, if they count, and the highest sum of a tree; None if there is none."""
    weight = weights_of(arcs)
    found = [
        (heads.count(0) if single_root else 0, -total(heads, weight))
        for heads in (all_projective_trees(n) if projective else all_trees(n))
        if all((heads[d], d) in weight for d in range(1, n + 1))
    ]
    return min(found, default=None)


def total(heads, weight) -> int:
    return sum(weight[heads[d], d] for d in range(1, len(heads)))


def random_arcs(n: int, rng: random.Random) -> list[tuple[int, int, int]]:
    """Most of the possible arcs, some twice, with few different weights."""
    every = [(h, d) for h in range(n + 1) for d in range(1, n + 1) if h != d]
    kept = [arc for arc in every if rng.random() < 0.8]
    highest = rng.choice((1, 3, 20))
    arcs = [(h, d, rng.randint(-highest, highest)) for h, d in kept + kept[: n // 2]]
    rng.shuffle(arcs)
    return arcs


@each_form
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_no_tree_is_better(n, single_root, projective):
    rng = random.Random(n)
    options = {"single_root": single_root, "projective": projective}
    for _ in range(150 if n < 5 else 40):
        arcs = random_arcs(n, rng)
        best = best_of_all(n, arcs, **options)
        if best is None:
            with pytest.raises(TreeError, match="make no tree"):
                maximum_spanning_tree(n, arcs, **options)
            continue
        heads = maximum_spanning_tree(n, arcs, **options)
        assert tuple(heads) in all_trees(n)
        roots = heads.count(0) if single_root else 0
        assert (roots, -total(heads, weights_of(arcs))) == best


@each_form
def test_long_sentences_whose_cycles_lie_in_one_another(single_root, projective):
    """Each word would rather hang from the next one, and the last one from the first."""
    n = 300
    arcs = [(d % n + 1, d, 10) for d in range(1, n + 1)]
    arcs += [(d - 1, d, 5) for d in range(2, n + 1)]
    arcs += [(0, d, d % 7) for d in range(1, n + 1)]
    heads = maximum_spanning_tree(n, arcs, single_root=single_root, projective=projective)
    assert heads.count(0) == 1
    best = max(w - 10 for h, d, w in arcs if h == 0 and (d == n or not projective))
    assert total(heads, weights_of(arcs)) == 10 * n + best


def test_the_first_of_equal_arcs_counts():
    assert maximum_spanning_tree(2, [(0, 1, 1), (2, 1, 1), (0, 2, 1)]) == [-1, 0, 0]
    assert maximum_spanning_tree(2, [(2, 1, 1), (0, 1, 1), (0, 2, 1)]) == [-1, 2, 0]


@pytest.mark.parametrize("arc", [(3, 1, 0), (0, 0, 0), (1, 1, 0), (-1, 1, 0), (0, 3, 0)])
def test_arcs_of_words_that_are_not_there(arc):
    with pytest.raises(TreeError, match="there is no arc"):
        maximum_spanning_tree(2, [(0, 1, 1), (1, 2, 1), arc])
