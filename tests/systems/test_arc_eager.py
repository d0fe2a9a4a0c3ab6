"""Arc-eager against Goldberg & Nivre 2012, its figures and examples, and against the errata.

What arc-eager has in common with other systems is tested in test_projective_systems.py.
"""

from __future__ import annotations

from typing import Any

import pytest
import reference
from reference import (
    Configuration,
    Heads,
    Root,
    all_projective_trees,
    all_trees,
    is_projective,
)
from systems_proof import (
    Pair,
    by_name,
    cheapest,
    derive,
    follow,
    same_configurations,
    view,
)

from dodona.systems import get_system

both_roots = pytest.mark.parametrize("root", ["first", "last"])


def arc_eager(root: Root) -> Any:
    """The system under test; root first, as in the paper, is what one gets without asking."""
    return get_system("arc-eager") if root == "first" else get_system("arc-eager", root=root)


def pair(root: Root) -> Pair:
    return Pair(arc_eager(root), reference.ArcEager(root))


# Non-projective trees ---------------------------------------------------------------------------


def nonprojective_trees(n: int) -> list[Heads]:
    return [heads for heads in all_trees(n) if not is_projective(heads)]


@both_roots
@pytest.mark.parametrize(("n", "how_many"), [(3, 4), (4, 70)])
def test_erratum_4_some_best_transition_is_exact_on_nonprojective_trees(
    root: Root, n: int, how_many: int
) -> None:
    system, expected_system = arc_eager(root), reference.ArcEager(root)
    trees = nonprojective_trees(n)
    assert len(trees) == how_many
    for c, expected in same_configurations(pair(root), n):
        if not c.is_terminal():
            for heads in trees:
                best = cheapest(by_name(reference.costs(expected_system, expected, heads)))
                assert system.oracle(c, heads) & best, (heads, expected)


# Goldberg & Nivre 2012 --------------------------------------------------------------------------

# Figure 1:     He     wrote  her     a      letter  .
HEADS = (-1, 2, 0, 2, 5, 2, 2)
NAMES = (None, "SBJ", "PRD", "IOBJ", "DET", "DOBJ", "p")

SHIFT, REDUCE = ("SHIFT", None), ("REDUCE", None)
DERIVATION_1 = [
    SHIFT,
    ("LEFT", "SBJ"),
    ("RIGHT", "PRD"),
    ("RIGHT", "IOBJ"),
    SHIFT,
    ("LEFT", "DET"),
    REDUCE,
    ("RIGHT", "DOBJ"),
    REDUCE,
    ("RIGHT", "p"),
]
DERIVATION_2 = [
    SHIFT,
    ("LEFT", "SBJ"),
    ("RIGHT", "PRD"),
    ("RIGHT", "IOBJ"),
    REDUCE,
    SHIFT,
    ("LEFT", "DET"),
    ("RIGHT", "DOBJ"),
    REDUCE,
    ("RIGHT", "p"),
]


def algorithm_1(c: Any, heads: Heads) -> str:
    """The standard oracle, line by line (root first).

    As printed it would predict a REDUCE without its precondition in the example of section 2.2,
    where the paper has SHIFT: so line 5 must also ask whether REDUCE is legal.
    """
    i, j = c.stack[-1], c.buffer[0]
    if heads[i] == j:
        return "LEFT"
    if heads[j] == i:
        return "RIGHT"
    if c.heads[i] != -1 and any(heads[j] == k or heads[k] == j for k in range(i)):
        return "REDUCE"
    return "SHIFT"


def zero_cost_derivations(system: Any, c: Any) -> list[list[tuple[str, str | None]]]:
    if c.is_terminal():
        return [[]]
    costs = system.costs(c, HEADS, labels=NAMES)
    return [
        [transition, *rest]
        for transition, cost in costs.items()
        if cost == 0
        for rest in zero_cost_derivations(system, system.apply(c, *transition))
    ]


def test_figure_1_static_oracle_predicts_derivation_1() -> None:
    system = arc_eager("first")
    assert system.static_oracle(HEADS, labels=NAMES) == DERIVATION_1
    assert system.static_oracle(HEADS) == [name for name, _ in DERIVATION_1]


@pytest.mark.parametrize("derivation", [DERIVATION_1, DERIVATION_2], ids=["1", "2"])
def test_figure_1_both_derivations_cost_nothing_and_derive_the_tree(
    derivation: list[tuple[str, str | None]],
) -> None:
    system = arc_eager("first")
    c = system.initial(6)
    for name, label in derivation:
        assert name in system.oracle(c, HEADS)
        assert system.costs(c, HEADS, labels=NAMES)[name, label] == 0
        c = system.apply(c, name, label=label)
    assert c.is_terminal()
    assert tuple(c.heads) == HEADS
    assert tuple(c.labels) == NAMES
    assert system.loss(c, HEADS, labels=NAMES) == 0


def test_figure_1_has_no_other_derivation() -> None:
    system = arc_eager("first")
    derivations = zero_cost_derivations(system, system.initial(6))
    assert sorted(derivations, key=str) == sorted([DERIVATION_1, DERIVATION_2], key=str)


def after_the_wrong_shift(system: Any) -> Any:
    """Section 2.2: SHIFT in place of RIGHT-ARC_IOBJ after three transitions of derivation (1)."""
    return derive(system, 6, [*DERIVATION_1[:3], SHIFT])


def test_section_2_2_configuration_after_the_wrong_shift() -> None:
    system = arc_eager("first")
    c = after_the_wrong_shift(system)
    assert c.stack == [0, 2, 3]
    assert c.buffer == [4, 5, 6]
    assert c.heads == [-1, 2, 0, -1, -1, -1, -1]
    assert c.labels == [None, "SBJ", "PRD", None, None, None, None]
    assert system.loss(c, HEADS) == system.loss(c, HEADS, labels=NAMES) == 1
    assert system.costs(c, HEADS) == {"SHIFT": 0, "LEFT": 0, "RIGHT": 1}


def test_section_2_2_algorithm_1_goes_on_to_a_loss_of_3() -> None:
    """Section 3.2: the last two SHIFT transitions cost 1 each."""
    system = arc_eager("first")
    c = after_the_wrong_shift(system)
    names, costs = [], []
    while not c.is_terminal():
        name = algorithm_1(c, HEADS)
        names.append(name)
        costs.append(system.costs(c, HEADS)[name])
        c = system.apply(c, name, label="DET" if name == "LEFT" else None)
    assert names == ["SHIFT", "LEFT", "SHIFT", "SHIFT"]
    assert costs == [0, 0, 1, 1]
    assert c.heads == [-1, 2, 0, -1, 5, -1, -1]  # Figure 3, left
    assert system.loss(c, HEADS, labels=NAMES) == 3


def test_section_2_2_the_better_continuation_has_a_loss_of_1() -> None:
    """Section 3.2: LEFT-ARC_DET in place of the costly SHIFT costs nothing."""
    system = arc_eager("first")
    c = after_the_wrong_shift(system)
    continuation = [
        SHIFT,
        ("LEFT", "DET"),
        ("LEFT", "DET"),
        ("RIGHT", "DOBJ"),
        REDUCE,
        ("RIGHT", "p"),
    ]
    for name, label in continuation:
        assert system.costs(c, HEADS, labels=NAMES)[name, label] == 0
        c = system.apply(c, name, label=label)
    assert c.is_terminal()
    assert c.heads == [-1, 2, 0, 5, 5, 2, 2]  # Figure 3, right
    assert system.loss(c, HEADS, labels=NAMES) == 1


# Erratum 1: where Figure 4, read literally, is wrong --------------------------------------------


def test_erratum_1_left_counts_the_gold_arc_to_the_front() -> None:
    system = arc_eager("first")
    c = derive(system, 2, ["SHIFT"])
    assert (c.stack, c.buffer) == ([0, 1], [2])
    assert system.costs(c, (-1, 0, 1))["LEFT"] == 1


def test_erratum_1_shift_does_not_count_dependents_that_have_a_head() -> None:
    system = arc_eager("first")
    c = derive(system, 2, ["RIGHT"])
    assert (c.stack, c.buffer) == ([0, 1], [2])
    assert system.costs(c, (-1, 2, 0))["SHIFT"] == 1


def test_erratum_1_right_does_not_count_dependents_that_have_a_head() -> None:
    system = arc_eager("first")
    c = derive(system, 3, ["RIGHT", "RIGHT"])
    assert (c.stack, c.buffer) == ([0, 1, 2], [3])
    assert system.costs(c, (-1, 3, 1, 0))["RIGHT"] == 1


def test_erratum_1_right_counts_the_gold_arc_to_a_headless_top() -> None:
    system = arc_eager("first")
    c = derive(system, 2, ["SHIFT"])
    assert (c.stack, c.buffer) == ([0, 1], [2])
    assert system.costs(c, (-1, 2, 0))["RIGHT"] == 2


def test_erratum_1_the_wrong_label_on_the_right_arc_costs_1() -> None:
    system = arc_eager("first")
    heads, labels = (-1, 0, 1), (None, "a", "b")
    costs = system.costs(system.initial(2), heads, labels=labels)
    assert costs == {("SHIFT", None): 1, ("RIGHT", "a"): 0, ("RIGHT", "b"): 1}


def test_erratum_1_every_label_costs_the_same_when_the_gold_head_is_out_of_reach() -> None:
    system = arc_eager("first")
    heads, labels = (-1, 0, 0), (None, "a", "b")
    costs = system.costs(derive(system, 2, ["SHIFT"]), heads, labels=labels)
    assert costs["LEFT", "a"] == costs["LEFT", "b"] == 0
    assert costs["RIGHT", "a"] == costs["RIGHT", "b"] == 1


# The static oracle ------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_static_oracle_is_algorithm_1(n: int) -> None:
    system = arc_eager("first")
    for heads in all_projective_trees(n):
        c = system.initial(n)
        for name in system.static_oracle(heads):
            assert name == algorithm_1(c, heads), (heads, view(c))
            c = system.apply(c, name)


# Derivations and configurations -----------------------------------------------------------------


def test_root_first_starts_and_ends_as_in_section_2_1() -> None:
    system = arc_eager("first")
    c = system.initial(3)
    assert view(c) == Configuration((0,), (1, 2, 3), (-1,) * 4, (None,) * 4)
    assert sorted(system.legal(c)) == ["RIGHT", "SHIFT"]
    assert derive(system, 3, ["SHIFT"] * 3).is_terminal()


def test_root_last_ends_when_every_word_has_left_the_stack() -> None:
    system = arc_eager("last")
    c = system.initial(2)
    assert view(c) == Configuration((), (1, 2, 0), (-1,) * 3, (None,) * 3)
    assert system.legal(c) == ["SHIFT"]
    c = derive(system, 2, ["SHIFT", "SHIFT"])
    assert (c.stack, c.buffer) == ([1, 2], [0])
    assert system.legal(c) == ["LEFT"]
    c = follow(system, c, ["LEFT", "LEFT"])
    assert c.is_terminal()
    assert c.heads == [-1, 0, 0]
