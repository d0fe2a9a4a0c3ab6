"""Non-monotonic arc-eager against exhaustive search.

What is right is said by tests/reference_arc_eager_nonmonotonic.py, which knows no formula.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Root, all_projective_trees
from reference_arc_eager_nonmonotonic import ArcEagerNonMonotonic, loss_by_repair
from strategies import LABELS, configurations, labels_for, long_projective_trees
from systems_proof import (
    Pair,
    check_all_costs,
    check_all_labelled_costs,
    check_dependents_known_to_features,
    check_derivations_end_in_trees,
    check_oracle_keeps_loss,
    check_random_costs,
    check_static_oracle,
    derive,
    same_configurations,
    with_one_root,
)

from dodona.systems import get_system

NAME = "arc-eager-nonmonotonic"

both_roots = pytest.mark.parametrize("root", ["first", "last"])


def nonmonotonic(root: Root = "first") -> Any:
    """The system under test; root first is what one gets without asking."""
    return get_system(NAME) if root == "first" else get_system(NAME, root=root)


def pair(root: Root, single_root: bool = False) -> Pair:
    if single_root:
        system = get_system(NAME, root=root, single_root=True)
        return Pair(system, ArcEagerNonMonotonic(root, True))
    return Pair(nonmonotonic(root), ArcEagerNonMonotonic(root))


# Against exhaustive search ----------------------------------------------------------------------


@both_roots
@pytest.mark.parametrize(("n", "how_many"), [(1, 1), (2, 3), (3, 12), (4, 55)])
def test_all_configurations_of_all_projective_trees(root: Root, n: int, how_many: int) -> None:
    trees = all_projective_trees(n)
    assert len(trees) == how_many
    check_all_costs(pair(root), n, trees)


@both_roots
@pytest.mark.parametrize("n", [1, 2, 3])
def test_labelled_costs_of_all_projective_trees(root: Root, n: int) -> None:
    check_all_labelled_costs(pair(root), n, all_projective_trees(n))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_all_configurations_of_all_trees_with_a_single_root(n: int) -> None:
    check_all_costs(pair("last", single_root=True), n, with_one_root(all_projective_trees(n)))


@both_roots
@pytest.mark.parametrize("labelled", [False, True], ids=["unlabelled", "labelled"])
def test_three_thousand_random_configurations(root: Root, labelled: bool) -> None:
    """Up to 7 words; 12,000 with both roots, with and without labels."""
    rng = random.Random(f"{root} {labelled}")
    compared = check_random_costs(
        pair(root), rng, trees=50, walks=60, labelled=labelled, method=loss_by_repair
    )
    assert compared == 3000


@pytest.mark.parametrize("labelled", [False, True], ids=["unlabelled", "labelled"])
def test_random_configurations_with_a_single_root(labelled: bool) -> None:
    rng = random.Random(f"single {labelled}")
    compared = check_random_costs(
        pair("last", single_root=True),
        rng,
        trees=25,
        walks=40,
        labelled=labelled,
        method=loss_by_repair,
        single_root=True,
    )
    assert compared == 1000


@both_roots
def test_the_smaller_tables_of_the_reference_say_the_same(root: Root) -> None:
    """The loss by repair, used above for longer sentences, is the loss by plain search."""
    system = ArcEagerNonMonotonic(root)
    for n in (1, 2, 3, 4):
        every = reference.reachable(system, n)
        for heads in all_projective_trees(n):
            for c in every:
                expected = reference.best_loss(system, c, heads)
                assert reference.best_loss(system, c, heads, method=loss_by_repair) == expected


@both_roots
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_the_oracle_loses_no_more_than_the_loss_on_long_sentences(
    root: Root, data: st.DataObject
) -> None:
    system = nonmonotonic(root)
    heads = data.draw(long_projective_trees(max_words=40))
    labels = data.draw(labels_for(heads))
    c = data.draw(configurations(system, len(heads) - 1, LABELS))
    check_oracle_keeps_loss(system, c, heads, labels, data.draw(st.randoms()))


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


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_static_oracle_derives_every_tree_with_a_single_root(n: int) -> None:
    check_static_oracle(
        pair("last", single_root=True).system, with_one_root(all_projective_trees(n))
    )


def test_every_derivation_ends_in_a_projective_tree() -> None:
    check_derivations_end_in_trees(nonmonotonic("last"), random.Random(2013), 500)


def test_every_derivation_with_a_single_root_ends_in_one() -> None:
    system = pair("last", single_root=True).system
    check_derivations_end_in_trees(system, random.Random(2013), 500, single_root=True)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_every_derivation_with_the_root_first_ends_in_a_projective_forest(n: int) -> None:
    for c, _ in same_configurations(pair("first"), n):
        assert reference.is_forest(tuple(c.heads))
        assert reference.is_projective(tuple(c.heads))


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


@pytest.mark.parametrize(
    ("root", "n", "before", "name"),
    [
        ("first", 2, [], "LEFT"),  # the top is the root
        ("first", 2, [], "REDUCE"),
        ("first", 1, ["SHIFT"], "REDUCE"),  # terminal
        ("first", 1, ["RIGHT"], "LEFT"),
        ("last", 2, [], "LEFT"),  # the stack is empty
        ("last", 2, [], "RIGHT"),
        ("last", 2, [], "REDUCE"),
        ("last", 2, ["SHIFT"], "REDUCE"),  # the top has no head, and nothing is below it
        ("last", 1, ["SHIFT"], "SHIFT"),  # the front is the root
        ("last", 1, ["SHIFT"], "RIGHT"),
        ("last", 1, ["SHIFT", "LEFT"], "LEFT"),  # terminal
    ],
)
def test_illegal_transition(root: Root, n: int, before: list[str], name: str) -> None:
    system = nonmonotonic(root)
    c = derive(system, n, before)
    assert name not in system.legal(c)
    with pytest.raises(ValueError, match=name):
        system.apply(c, name)


def test_the_root_takes_no_second_word_where_there_must_be_one_root() -> None:
    system = pair("last", single_root=True).system
    c = derive(system, 2, ["SHIFT", "SHIFT"])
    assert system.legal(c) == ["REDUCE"]
    with pytest.raises(ValueError, match="LEFT is not legal"):
        system.apply(c, "LEFT")


def test_unknown_transition_names_each_of_those_that_there_are_once() -> None:
    system = nonmonotonic()
    with pytest.raises(ValueError, match=r"it has SHIFT, REDUCE, LEFT, RIGHT$"):
        system.apply(system.initial(2), "UNSHIFT")
