"""Arc-hybrid against exhaustive search (tests/reference_arc_hybrid.py knows no formula)."""

from __future__ import annotations

import random
from typing import Any

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Configuration, Root, all_projective_trees, all_trees, loss_by_gain
from reference_arc_hybrid import ArcHybrid
from strategies import LABELS, configurations, labels_for, long_projective_trees
from systems_proof import (
    Pair,
    check_all_costs,
    check_all_labelled_costs,
    check_derivations_end_in_trees,
    check_oracle_keeps_loss,
    check_random_costs,
    check_static_oracle,
    derive,
    view,
    with_one_root,
)

from dodona.systems import get_system

both_roots = pytest.mark.parametrize("root", ["first", "last"])


def arc_hybrid(root: Root = "first") -> Any:
    """The system under test; root first, as in the paper, is what one gets without asking."""
    return get_system("arc-hybrid") if root == "first" else get_system("arc-hybrid", root=root)


def pair(root: Root, single_root: bool = False) -> Pair:
    if single_root:
        return Pair(get_system("arc-hybrid", root=root, single_root=True), ArcHybrid(root, True))
    return Pair(arc_hybrid(root), ArcHybrid(root))


# Against exhaustive search ----------------------------------------------------------------------


@both_roots
@pytest.mark.parametrize(("n", "how_many"), [(1, 1), (2, 3), (3, 12), (4, 55)])
def test_all_configurations_of_all_projective_trees(root: Root, n: int, how_many: int) -> None:
    trees = all_projective_trees(n)
    assert len(trees) == how_many
    assert check_all_costs(pair(root), n, trees) > 0


@both_roots
@pytest.mark.parametrize("n", [1, 2, 3])
def test_labelled_costs_of_all_projective_trees(root: Root, n: int) -> None:
    check_all_labelled_costs(pair(root), n, all_projective_trees(n))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_all_configurations_of_all_trees_with_a_single_root(n: int) -> None:
    check_all_costs(pair("last", single_root=True), n, with_one_root(all_projective_trees(n)))


@both_roots
@pytest.mark.parametrize("labelled", [False, True], ids=["unlabelled", "labelled"])
def test_five_thousand_random_configurations(root: Root, labelled: bool) -> None:
    """Up to 7 words; 20,000 with both roots, with and without labels."""
    rng = random.Random(f"{root} {labelled}")
    compared = check_random_costs(
        pair(root), rng, trees=100, walks=50, labelled=labelled, method=loss_by_gain
    )
    assert compared == 5000


@pytest.mark.parametrize("labelled", [False, True], ids=["unlabelled", "labelled"])
def test_random_configurations_with_a_single_root(labelled: bool) -> None:
    rng = random.Random(f"single {labelled}")
    compared = check_random_costs(
        pair("last", single_root=True),
        rng,
        trees=40,
        walks=50,
        labelled=labelled,
        method=loss_by_gain,
        single_root=True,
    )
    assert compared == 2000


@both_roots
def test_the_smaller_tables_of_the_reference_say_the_same(root: Root) -> None:
    """The loss by gain, used above for longer sentences, is the loss by plain search."""
    system = ArcHybrid(root)
    for n in (1, 2, 3, 4):
        every = reference.reachable(system, n)
        for heads in all_projective_trees(n):
            for c in every:
                expected = reference.best_loss(system, c, heads)
                assert reference.best_loss(system, c, heads, method=loss_by_gain) == expected


@both_roots
@settings(deadline=None)
@given(data=st.data())
def test_the_oracle_loses_no_more_than_the_loss_on_long_sentences(
    root: Root, data: st.DataObject
) -> None:
    system = arc_hybrid(root)
    heads = data.draw(long_projective_trees())
    labels = data.draw(labels_for(heads))
    c = data.draw(configurations(system, len(heads) - 1, LABELS))
    check_oracle_keeps_loss(system, c, heads, labels, data.draw(st.randoms()))


def test_erratum_5_a_stack_that_holds_nothing_but_its_top() -> None:
    """There is no s1 whose arc LEFT could lose."""
    system = arc_hybrid("last")
    c = derive(system, 2, ["SHIFT"])
    assert (c.stack, c.buffer) == ([1], [2, 0])
    assert system.costs(c, (-1, 2, 0)) == {"SHIFT": 1, "LEFT": 0}
    assert system.costs(c, (-1, 0, 1)) == {"SHIFT": 0, "LEFT": 2}


# The static oracle and derivations --------------------------------------------------------------


@both_roots
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_static_oracle_derives_every_projective_tree(root: Root, n: int) -> None:
    check_static_oracle(arc_hybrid(root), all_projective_trees(n))


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_static_oracle_derives_every_tree_with_a_single_root(n: int) -> None:
    check_static_oracle(
        pair("last", single_root=True).system, with_one_root(all_projective_trees(n))
    )


def test_static_oracle_attaches_as_soon_as_possible() -> None:
    system = arc_hybrid()
    heads, labels = (-1, 2, 0, 2), (None, "a", "b", "c")
    assert system.static_oracle(heads) == ["SHIFT", "LEFT", "SHIFT", "SHIFT", "RIGHT", "RIGHT"]
    assert system.static_oracle((-1, 2, 0, 2, 2))[:6] == [
        "SHIFT", "LEFT", "SHIFT", "SHIFT", "RIGHT", "SHIFT",
    ]  # fmt: skip
    assert system.static_oracle(heads, labels=labels)[-2:] == [("RIGHT", "c"), ("RIGHT", "b")]


@both_roots
@settings(deadline=None)
@given(data=st.data())
def test_static_oracle_derives_long_labelled_trees(root: Root, data: st.DataObject) -> None:
    system = arc_hybrid(root)
    heads = data.draw(long_projective_trees())
    labels = data.draw(labels_for(heads))
    c = derive(system, len(heads) - 1, system.static_oracle(heads, labels=labels))
    assert c.is_terminal()
    assert (tuple(c.heads), tuple(c.labels)) == (heads, labels)


@both_roots
def test_static_oracle_refuses_nonprojective_trees(root: Root) -> None:
    for heads in set(all_trees(4)) - set(all_projective_trees(4)):
        with pytest.raises(ValueError, match=r"(?i)projective"):
            arc_hybrid(root).static_oracle(heads)


@both_roots
def test_every_derivation_ends_in_a_projective_tree(root: Root) -> None:
    check_derivations_end_in_trees(arc_hybrid(root), random.Random(2011), 500)


def test_every_derivation_with_a_single_root_ends_in_one() -> None:
    system = pair("last", single_root=True).system
    check_derivations_end_in_trees(system, random.Random(2011), 500, single_root=True)


def test_root_first_starts_and_ends_with_the_root_on_the_stack() -> None:
    system = arc_hybrid()
    c = system.initial(2)
    assert view(c) == Configuration((0,), (1, 2), (-1,) * 3, (None,) * 3)
    assert system.legal(c) == ["SHIFT"]
    c = derive(system, 2, ["SHIFT", "SHIFT"])
    assert (c.stack, c.buffer) == ([0, 1, 2], [])
    assert system.legal(c) == ["RIGHT"]
    c = derive(system, 2, ["SHIFT", "SHIFT", "RIGHT", "RIGHT"])
    assert c.is_terminal()
    assert (c.stack, c.heads) == ([0], [-1, 0, 1])
    assert system.costs(c, (-1, 0, 1)) == {}


def test_root_last_takes_its_dependents_by_left() -> None:
    system = arc_hybrid("last")
    c = derive(system, 2, ["SHIFT", "SHIFT"])
    assert (c.stack, c.buffer) == ([1, 2], [0])
    assert system.legal(c) == ["LEFT", "RIGHT"]
    c = derive(system, 2, ["SHIFT", "SHIFT", "LEFT", "LEFT"])
    assert c.is_terminal()
    assert (c.stack, c.buffer, c.heads) == ([], [0], [-1, 0, 0])


# Errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("root", "n", "before", "name"),
    [
        ("first", 2, [], "LEFT"),  # the top is the root
        ("first", 2, [], "RIGHT"),  # nothing is below it
        ("first", 1, ["SHIFT"], "LEFT"),  # the buffer is empty
        ("first", 1, ["SHIFT"], "SHIFT"),
        ("first", 1, ["SHIFT", "RIGHT"], "RIGHT"),  # terminal
        ("last", 2, [], "LEFT"),  # the stack is empty
        ("last", 2, ["SHIFT"], "RIGHT"),  # nothing is below the top
        ("last", 1, ["SHIFT"], "SHIFT"),  # the front is the root
        ("last", 1, ["SHIFT", "LEFT"], "LEFT"),  # terminal
    ],
)
def test_illegal_transition(root: Root, n: int, before: list[str], name: str) -> None:
    system = arc_hybrid(root)
    c = derive(system, n, before)
    assert name not in system.legal(c)
    with pytest.raises(ValueError, match=name):
        system.apply(c, name)


def test_the_root_takes_no_second_word_where_there_must_be_one_root() -> None:
    system = pair("last", single_root=True).system
    c = derive(system, 2, ["SHIFT", "SHIFT"])
    assert system.legal(c) == ["RIGHT"]
    with pytest.raises(ValueError, match="LEFT is not legal"):
        system.apply(c, "LEFT")


def test_unknown_transition() -> None:
    system = arc_hybrid()
    with pytest.raises(ValueError, match=r"REDUCE.*SHIFT"):
        system.apply(system.initial(2), "REDUCE")
