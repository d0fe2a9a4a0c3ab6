"""LR-spine against exhaustive search, and against Goldberg, Sartorio & Satta 2014.

Everything goes through the public interface; what is right is said by reference_lr_spine.py,
which knows no formula.
"""

from __future__ import annotations

import random
from itertools import product

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import all_projective_trees, all_trees, is_projective, is_tree
from reference_lr_spine import LRSpine, loss_by_spines
from strategies import LABELS, configurations, labels_for, long_projective_trees
from systems_proof import (
    Pair,
    check_costs,
    check_random_costs,
    derive,
    final_heads,
    same_configurations,
    view,
)

from dodona.systems import get_system

SYSTEM = get_system("lr-spine")
EXPECTED = LRSpine()
PAIR = Pair(SYSTEM, EXPECTED)


# Against exhaustive search ----------------------------------------------------------------------


@pytest.mark.parametrize(("n", "how_many"), [(1, 1), (2, 3), (3, 12), (4, 55)])
def test_all_configurations_of_all_projective_trees(n: int, how_many: int) -> None:
    every = list(same_configurations(PAIR, n))
    trees = all_projective_trees(n)
    assert len(trees) == how_many
    for heads in trees:
        for c, expected in every:
            check_costs(PAIR, c, expected, heads)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_labelled_costs_of_all_projective_trees(n: int) -> None:
    """All reachable configurations and all gold labels, from a set of two labels."""
    every = list(same_configurations(PAIR, n, ("a", "b")))
    for heads, words in product(all_projective_trees(n), product("ab", repeat=n)):
        for c, expected in every:
            check_costs(PAIR, c, expected, heads, (None, *words))


@pytest.mark.parametrize("labelled", [False, True], ids=["unlabelled", "labelled"])
def test_ten_thousand_random_configurations(labelled: bool) -> None:
    """Longer sentences, up to 7 words."""
    rng = random.Random(f"lr-spine {labelled}")
    compared = check_random_costs(PAIR, rng, 200, 50, labelled=labelled, method=loss_by_spines)
    assert compared == 10_000


def test_the_smaller_tables_of_the_reference_say_the_same() -> None:
    """The loss by spines, used above for longer sentences, is the loss by plain search."""
    for n in (1, 2, 3, 4):
        every = reference.reachable(EXPECTED, n)
        for heads in all_projective_trees(n):
            for c in every:
                expected = reference.best_loss(EXPECTED, c, heads)
                assert reference.best_loss(EXPECTED, c, heads, method=loss_by_spines) == expected


def test_the_smaller_tables_of_the_reference_say_the_same_of_labelled_arcs() -> None:
    every = reference.reachable(EXPECTED, 3, "ab")
    for heads, words in product(all_projective_trees(3), product("ab", repeat=3)):
        gold = reference.gold_tree(heads, (None, *words))
        by_search = reference.loss_by_search(EXPECTED, gold)
        by_spines = loss_by_spines(EXPECTED, gold)
        assert all(by_search(c) == by_spines(c) for c in every)


@settings(deadline=None)
@given(data=st.data())
def test_the_oracle_loses_no_more_than_the_loss_on_long_sentences(data: st.DataObject) -> None:
    heads = data.draw(long_projective_trees())
    labels = data.draw(labels_for(heads))
    c = data.draw(configurations(SYSTEM, len(heads) - 1, LABELS))
    loss = SYSTEM.loss(c, heads, labels=labels)
    while not c.is_terminal():
        costs = SYSTEM.costs(c, heads, labels=labels)
        c = SYSTEM.apply(c, *data.draw(st.sampled_from([t for t in costs if costs[t] == 0])))
    assert SYSTEM.loss(c, heads, labels=labels) == loss
    wrong = [d for d in range(1, len(heads)) if (c.heads[d], c.labels[d]) != (heads[d], labels[d])]
    assert len(wrong) == loss


# Goldberg, Sartorio & Satta 2014 ----------------------------------------------------------------


def test_section_2_4_the_example_holds_for_lr_spine_too() -> None:
    """Stack [i, j, k]: i → j and i → k can each be had, but not both."""
    shifts = ["SHIFT"] * 4
    c = derive(SYSTEM, 3, shifts)
    assert c.stack == [0, 1, 2, 3]
    assert derive(SYSTEM, 3, [*shifts, "RIGHT_1", "RIGHT_1"]).heads[2] == 1  # i → j
    assert derive(SYSTEM, 3, [*shifts, "LEFT_1", "RIGHT_1"]).heads[3] == 1  # i → k
    heads = (-1, 0, 1, 1)
    assert SYSTEM.loss(c, heads) == reference.best_loss(EXPECTED, view(c), heads) == 1
    assert SYSTEM.costs(c, heads) == {"LEFT_1": 0, "RIGHT_1": 0}


def test_section_6_1_a_spine_is_cut_below_the_new_arc() -> None:
    """1 → 2 → 3 and then RIGHT_2: the right spine of 1 is 1, 2, 4, and 3 is not on it."""
    names = ["SHIFT"] * 3 + ["SHIFT", "RIGHT_1", "RIGHT_1", "SHIFT"]
    c = derive(SYSTEM, 5, names)
    assert c.stack == [0, 1, 4]
    assert (c.heads[2], c.heads[3]) == (1, 2)
    assert SYSTEM.legal(c) == ["SHIFT", "LEFT_1", "RIGHT_1", "RIGHT_2", "RIGHT_3"]
    c = derive(SYSTEM, 5, [*names, "RIGHT_2", "SHIFT"])
    assert c.heads[4] == 2
    assert SYSTEM.apply(c, "RIGHT_3").heads[5] == 4
    assert "RIGHT_4" not in SYSTEM.legal(c)


def test_section_6_1_the_left_spine_goes_on_into_the_second_tree() -> None:
    c = derive(SYSTEM, 3, ["SHIFT"] * 4 + ["LEFT_1"])
    assert (c.stack, c.heads[2]) == ([0, 1, 3], 3)
    assert SYSTEM.legal(c) == ["LEFT_1", "LEFT_2", "RIGHT_1"]
    assert SYSTEM.apply(c, "LEFT_2").heads[1] == 2


def test_section_2_2_first_and_last_configuration() -> None:
    c = SYSTEM.initial(2)
    assert (c.stack, c.buffer, c.heads) == ([], [0, 1, 2], [-1, -1, -1])
    assert SYSTEM.legal(c) == ["SHIFT"]
    c = derive(SYSTEM, 2, ["SHIFT", "SHIFT", "SHIFT", "LEFT_1", "RIGHT_1"])
    assert c.is_terminal()
    assert (c.stack, c.buffer, c.heads) == ([0], [], [-1, 2, 0])
    assert SYSTEM.legal(c) == []
    assert SYSTEM.costs(c, (-1, 2, 0)) == {}


# The static oracle ------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_static_oracle_derives_every_projective_tree(n: int) -> None:
    for heads in all_projective_trees(n):
        c = derive(SYSTEM, n, SYSTEM.static_oracle(heads))
        assert c.is_terminal()
        assert tuple(c.heads) == heads


@settings(deadline=None)
@given(data=st.data())
def test_static_oracle_derives_long_labelled_trees(data: st.DataObject) -> None:
    heads = data.draw(long_projective_trees())
    labels = data.draw(labels_for(heads))
    c = derive(SYSTEM, len(heads) - 1, SYSTEM.static_oracle(heads, labels=labels))
    assert c.is_terminal()
    assert (tuple(c.heads), tuple(c.labels)) == (heads, labels)


def test_static_oracle_attaches_as_soon_as_possible() -> None:
    """He wrote her a letter: "wrote" goes to the root before its objects come."""
    names = SYSTEM.static_oracle((-1, 2, 0, 2, 5, 2))
    assert names == [
        *("SHIFT", "SHIFT", "SHIFT", "LEFT_1", "RIGHT_1"),
        *("SHIFT", "RIGHT_2"),
        *("SHIFT", "SHIFT", "LEFT_1", "RIGHT_2"),
    ]


@pytest.mark.parametrize("n", [30, 31, 32, 100, 200])
def test_static_oracle_derives_trees_with_spines_longer_than_k_goes(n: int) -> None:
    chains = [
        (-1, *range(n)),  # every word is the head of the next one
        (-1, *range(2, n + 1), 0),
        (-1, *(2 * (d // 2) if d % 2 else d - 2 for d in range(1, n + 1))),  # with one more each
    ]
    for heads in chains:
        c = derive(SYSTEM, n, SYSTEM.static_oracle(heads))
        assert c.is_terminal()
        assert tuple(c.heads) == heads


@pytest.mark.parametrize("n", [3, 4])
def test_static_oracle_refuses_every_nonprojective_tree(n: int) -> None:
    for heads in all_trees(n):
        if not is_projective(heads):
            with pytest.raises(ValueError, match=r"(?i)projective"):
                SYSTEM.static_oracle(heads)


# Derivations ------------------------------------------------------------------------------------


def test_every_derivation_ends_in_a_projective_tree() -> None:
    """After n + 1 times SHIFT and n arcs."""
    rng = random.Random(2014)
    for _ in range(500):
        n = rng.randint(1, 12)
        heads, steps = final_heads(SYSTEM, n, rng)
        assert steps == 2 * n + 1
        assert is_tree(heads)
        assert is_projective(heads)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_single_root_allows_what_the_reference_allows(n: int) -> None:
    system, expected_system = get_system("lr-spine", single_root=True), LRSpine(True)
    ends = {
        tuple(c.heads)
        for c, _ in same_configurations(Pair(system, expected_system), n)
        if c.is_terminal()
    }
    assert ends == {heads for heads in all_projective_trees(n) if heads.count(0) == 1}


def test_every_derivation_with_a_single_root_ends_in_one() -> None:
    system, rng = get_system("lr-spine", single_root=True), random.Random(1)
    for _ in range(500):
        heads, _ = final_heads(system, rng.randint(1, 12), rng)
        assert is_tree(heads)
        assert heads.count(0) == 1


# Errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("single_root", "n", "before", "name"),
    [
        (False, 2, [], "LEFT_1"),  # the stack is empty
        (False, 2, [], "RIGHT_1"),
        (False, 2, ["SHIFT"], "LEFT_1"),  # the stack holds the root only
        (False, 2, ["SHIFT"], "RIGHT_1"),
        (False, 2, ["SHIFT", "SHIFT"], "LEFT_1"),  # the root is never a dependent
        (False, 2, ["SHIFT", "SHIFT"], "RIGHT_2"),  # the spine is not that long
        (False, 2, ["SHIFT", "SHIFT", "SHIFT"], "LEFT_2"),
        (False, 1, ["SHIFT", "SHIFT"], "SHIFT"),  # the buffer is empty
        (False, 1, ["SHIFT", "SHIFT", "RIGHT_1"], "SHIFT"),  # terminal
        (True, 2, ["SHIFT", "SHIFT", "RIGHT_1", "SHIFT"], "RIGHT_1"),  # there is a root already
    ],
)
def test_illegal_transition(single_root: bool, n: int, before: list[str], name: str) -> None:
    system = get_system("lr-spine", single_root=single_root)
    c = derive(system, n, before)
    assert name not in system.legal(c)
    with pytest.raises(ValueError, match=name):
        system.apply(c, name)


def test_the_root_cannot_stand_last() -> None:
    with pytest.raises(ValueError, match="first"):
        get_system("lr-spine", root="last")
