"""Non-monotonic arc-eager: what it adds to arc-eager.

What it has in common with other systems is tested in test_projective_systems.py.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from reference import Root, all_projective_trees
from reference_arc_eager_nonmonotonic import ArcEagerNonmonotonic
from systems_proof import (
    Pair,
    check_dependents_known_to_features,
    check_static_oracle,
    derive,
    same_configurations,
)

from dodona.systems import get_system

NAME = "arc-eager-nonmonotonic"

both_roots = pytest.mark.parametrize("root", ["first", "last"])


def nonmonotonic(root: Root = "first") -> Any:
    """The system under test; root first is what one gets without asking."""
    return get_system(NAME) if root == "first" else get_system(NAME, root=root)


def pair(root: Root) -> Pair:
    return Pair(nonmonotonic(root), ArcEagerNonmonotonic(root))


# What Honnibal, Goldberg & Johnson 2013 add to arc-eager ----------------------------------------


def test_left_replaces_a_head_given_by_right() -> None:
    system = nonmonotonic()
    c = derive(system, 2, [("RIGHT", "a")])
    assert (c.stack, c.buffer, c.heads) == ([0, 1], [2], [-1, 0, -1])
    assert system.loss(c, (-1, 2, 0)) == 0
    assert system.costs(c, (-1, 2, 0)) == {"SHIFT": 2, "LEFT": 0, "RIGHT": 2, "REDUCE": 1}
    c = system.apply(c, "LEFT", label="b")
    assert (c.stack, c.heads, c.labels) == ([0], [-1, 2, -1], [None, "b", None])


def test_left_that_replaces_the_gold_arc_costs_1() -> None:
    system = nonmonotonic()
    c = derive(system, 2, ["RIGHT"])
    assert system.costs(c, (-1, 0, 0)) == {"SHIFT": 1, "LEFT": 1, "RIGHT": 1, "REDUCE": 0}


def test_reduce_attaches_a_word_without_a_head_to_the_word_below() -> None:
    system = nonmonotonic()
    c = derive(system, 3, [("RIGHT", "a"), "SHIFT"])
    assert (c.stack, c.buffer, c.heads) == ([0, 1, 2], [3], [-1, 0, -1, -1])
    assert system.loss(c, (-1, 0, 1, 1)) == 0
    assert system.oracle(c, (-1, 0, 1, 1)) == {"REDUCE"}
    c = system.apply(c, "REDUCE", label="b")
    assert (c.stack, c.heads, c.labels) == ([0, 1], [-1, 0, 1, -1], [None, "a", "b", None])


def test_reduce_has_a_label_where_it_makes_an_arc() -> None:
    system = nonmonotonic()
    heads, labels = (-1, 0, 1, 1), (None, "a", "b", "b")
    costs = system.costs(derive(system, 3, [("RIGHT", "a"), "SHIFT"]), heads, labels=labels)
    assert (costs["REDUCE", "b"], costs["REDUCE", "a"]) == (0, 1)
    assert ("REDUCE", None) not in costs
    costs = system.costs(derive(system, 3, [("RIGHT", "a"), ("RIGHT", "b")]), heads, labels=labels)
    assert costs["REDUCE", None] == 0
    assert ("REDUCE", "b") not in costs


def test_waiting_for_reduce_can_be_in_the_way_of_the_last_word() -> None:
    """Each gold arc is in reach, but not both; with the root last both are."""
    heads = (-1, 0, 1)
    c = derive(nonmonotonic(), 2, ["SHIFT"])
    assert (c.stack, c.buffer) == ([0, 1], [2])
    assert nonmonotonic().loss(c, heads) == 1
    assert nonmonotonic().costs(c, heads) == {"SHIFT": 1, "LEFT": 1, "RIGHT": 0, "REDUCE": 0}
    c = derive(nonmonotonic("last"), 2, ["SHIFT"])
    assert nonmonotonic("last").loss(c, heads) == 0


# The static oracle and derivations --------------------------------------------------------------


@both_roots
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_static_oracle_is_that_of_arc_eager_and_derives_every_projective_tree(
    root: Root, n: int
) -> None:
    check_static_oracle(nonmonotonic(root), all_projective_trees(n))
    monotonic = get_system("arc-eager", root=root)
    for heads in all_projective_trees(n):
        assert nonmonotonic(root).static_oracle(heads) == monotonic.static_oracle(heads)


@both_roots
def test_what_is_legal_in_arc_eager_is_legal_here_and_does_the_same(root: Root) -> None:
    monotonic, rng = get_system("arc-eager", root=root), random.Random(2013)
    system = nonmonotonic(root)
    for _ in range(300):
        c = system.initial(8)
        expected = monotonic.initial(8)
        while not expected.is_terminal():
            names = monotonic.legal(expected)
            assert set(names) <= set(system.legal(c))
            name = rng.choice(names)
            c, expected = system.apply(c, name), monotonic.apply(expected, name)
            assert (c.stack, c.buffer, c.heads) == (expected.stack, expected.buffer, expected.heads)


@both_roots
def test_features_see_no_arc_that_left_has_replaced(root: Root) -> None:
    for n in (2, 3, 4):
        for c, _ in same_configurations(pair(root), n):
            check_dependents_known_to_features(c)


# Errors -----------------------------------------------------------------------------------------


def test_unknown_transition_names_each_of_those_that_there_are_once() -> None:
    system = nonmonotonic()
    with pytest.raises(ValueError, match=r"it has SHIFT, REDUCE, LEFT, RIGHT$"):
        system.apply(system.initial(2), "UNSHIFT")
