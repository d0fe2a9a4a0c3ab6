"""Arc-hybrid: the erratum, its static oracle, and where the root stands.

What it has in common with other systems is tested in test_projective_systems.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from reference import Configuration, Root
from systems_proof import derive, view

from dodona.systems import get_system


def arc_hybrid(root: Root = "first") -> Any:
    """The system under test; root first, as in the paper, is what one gets without asking."""
    return get_system("arc-hybrid") if root == "first" else get_system("arc-hybrid", root=root)


def test_erratum_5_a_stack_that_holds_nothing_but_its_top() -> None:
    """There is no s1 whose arc LEFT could lose."""
    system = arc_hybrid("last")
    c = derive(system, 2, ["SHIFT"])
    assert (c.stack, c.buffer) == ([1], [2, 0])
    assert system.costs(c, (-1, 2, 0)) == {"SHIFT": 1, "LEFT": 0}
    assert system.costs(c, (-1, 0, 1)) == {"SHIFT": 0, "LEFT": 2}


def test_static_oracle_attaches_as_soon_as_possible() -> None:
    system = arc_hybrid()
    heads, labels = (-1, 2, 0, 2), (None, "a", "b", "c")
    assert system.static_oracle(heads) == ["SHIFT", "LEFT", "SHIFT", "SHIFT", "RIGHT", "RIGHT"]
    assert system.static_oracle((-1, 2, 0, 2, 2))[:6] == [
        "SHIFT", "LEFT", "SHIFT", "SHIFT", "RIGHT", "SHIFT",
    ]  # fmt: skip
    assert system.static_oracle(heads, labels=labels)[-2:] == [("RIGHT", "c"), ("RIGHT", "b")]


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


def test_unknown_transition() -> None:
    system = arc_hybrid()
    with pytest.raises(ValueError, match=r"REDUCE.*SHIFT"):
        system.apply(system.initial(2), "REDUCE")
