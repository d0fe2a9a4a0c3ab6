"""LR-spine against Goldberg, Sartorio & Satta 2014.

What it has in common with other systems is tested in test_projective_systems.py.
"""

from __future__ import annotations

import pytest
import reference
from reference_lr_spine import LRSpine
from systems_proof import (
    check_first_and_last_configuration,
    derive,
    view,
)

from dodona.systems import get_system

SYSTEM = get_system("lr-spine")
EXPECTED = LRSpine()


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
    check_first_and_last_configuration(SYSTEM, "LEFT_1", "RIGHT_1")


# The static oracle ------------------------------------------------------------------------------


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
