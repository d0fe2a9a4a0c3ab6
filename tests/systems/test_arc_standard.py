"""Arc-standard against Goldberg, Sartorio & Satta 2014, and its linear loss against their table.

What it has in common with other systems is tested in test_projective_systems.py, with both losses.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
import reference
from reference import all_trees, is_projective
from reference_arc_standard import ArcStandard
from strategies import random_projective_tree
from systems_proof import (
    Pair,
    check_first_and_last_configuration,
    derive,
    random_walk,
    view,
)

from dodona.systems import get_system

SYSTEM = get_system("arc-standard")
TABULAR = get_system("arc-standard", loss="tabular")
EXPECTED = ArcStandard()


# The linear loss --------------------------------------------------------------------------------


def stack_of(words: Sequence[int], front: int, n: int) -> Any:
    """A configuration with these words on the stack; the others before the front have heads."""
    c = derive(SYSTEM, n, ["SHIFT"])
    for _ in range(1, front):
        c = SYSTEM.apply(c, "SHIFT")
        while len(c.stack) > 2 and c.stack[-2] not in words:
            c = SYSTEM.apply(c, "LEFT")
    return SYSTEM.apply(c, "RIGHT") if c.stack[1:] and c.stack[-1] not in words else c


@dataclass(eq=False)
class Node:
    """A node of a gold tree that is made from the outside in."""

    head: Node | None
    reduced: bool = False


def row_of(head: Node, rng: random.Random) -> list[Node]:
    """A dependent of a node after the dependents of its own; or below a node that is reduced."""
    if rng.random() < 0.4:
        reduced = Node(head, reduced=True)
        return [*row_of(reduced, rng), reduced]
    node = Node(head)
    row = []
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        row += [Node(node)] if rng.random() < 0.7 else row_of(node, rng)
    return [*row, node]


def nested_case(rng: random.Random) -> tuple[reference.Heads, Any]:
    """A gold tree with many arcs between stack and buffer, to and fro, and a configuration."""
    left, right, innermost = [], [], None
    for _ in range(rng.randint(1, 3)):
        innermost = Node(innermost, reduced=rng.random() < 0.4)
        left.append(innermost)
        for _ in range(rng.randint(1, 4)):
            innermost = Node(innermost)
            right.append(innermost)
            for _ in range(rng.randint(0, 4)):
                left += row_of(innermost, rng)
    order = [None, *left, *reversed(right)]
    heads = (-1, *(order.index(node.head) for node in left + right[::-1]))
    words = [w for w, node in enumerate(left, 1) if not node.reduced and rng.random() < 0.9]
    return heads, stack_of(words, len(left) + 1, len(heads) - 1)


def random_case(rng: random.Random) -> tuple[reference.Heads, Any]:
    """A gold tree and any words on the stack."""
    n = rng.randint(2, 45)
    front, share = rng.randint(1, n + 1), rng.random()
    words = [w for w in range(1, front) if rng.random() < share]
    return random_projective_tree(n, rng), stack_of(words, front, n)


@pytest.mark.parametrize("case", [nested_case, random_case])
def test_the_linear_loss_is_that_of_the_table_on_long_sentences(case: Any) -> None:
    """5,000 configurations each; nested ones need every case that the linear loss knows."""
    rng = random.Random(2019)
    for _ in range(5_000):
        heads, c = case(rng)
        assert is_projective(heads)
        assert SYSTEM.costs(c, heads) == TABULAR.costs(c, heads), (heads, c)
        assert SYSTEM.loss(c, heads) == TABULAR.loss(c, heads), (heads, c)


def test_nonprojective_gold_trees_have_the_costs_of_the_table() -> None:
    rng = random.Random(2014)
    for heads in all_trees(4):
        if not is_projective(heads):
            c, _ = random_walk(Pair(TABULAR, EXPECTED), 4, rng)
            assert SYSTEM.costs(c, heads) == TABULAR.costs(c, heads), (heads, c)


# Goldberg, Sartorio & Satta 2014 ----------------------------------------------------------------


def test_section_2_4_arc_standard_is_not_arc_decomposable() -> None:
    """Stack [i, j, k]: i → j and i → k can each be had, but not both."""
    c = derive(SYSTEM, 3, ["SHIFT"] * 4)
    assert c.stack == [0, 1, 2, 3]
    assert derive(SYSTEM, 3, ["SHIFT"] * 4 + ["RIGHT", "RIGHT"]).heads[2] == 1  # i → j
    assert derive(SYSTEM, 3, ["SHIFT"] * 4 + ["LEFT", "RIGHT"]).heads[3] == 1  # i → k
    heads = (-1, 0, 1, 1)
    assert SYSTEM.loss(c, heads) == reference.best_loss(EXPECTED, c=view(c), gold_heads=heads) == 1
    assert SYSTEM.costs(c, heads) == {"LEFT": 0, "RIGHT": 0}


def test_section_2_2_first_and_last_configuration() -> None:
    check_first_and_last_configuration(SYSTEM, "LEFT", "RIGHT")


# The static oracle ------------------------------------------------------------------------------


def test_static_oracle_attaches_as_soon_as_possible() -> None:
    """He wrote her a letter: "her" before the article comes, "wrote" only at the end."""
    names = SYSTEM.static_oracle((-1, 2, 0, 2, 5, 2))
    assert names == [
        *("SHIFT", "SHIFT", "SHIFT", "LEFT"),
        *("SHIFT", "RIGHT"),
        *("SHIFT", "SHIFT", "LEFT", "RIGHT", "RIGHT"),
    ]
