"""Arc-standard against exhaustive search, and against Goldberg, Sartorio & Satta 2014.

Everything goes through the public interface; what is right is said by reference_arc_standard.py,
which knows no formula.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import all_projective_trees, all_trees, is_projective, is_tree, loss_by_gain
from reference_arc_standard import ArcStandard
from strategies import (
    LABELS,
    configurations,
    labels_for,
    long_projective_trees,
    random_projective_tree,
)
from systems_proof import (
    Pair,
    check_all_costs,
    check_all_labelled_costs,
    check_random_costs,
    derive,
    final_heads,
    random_walk,
    same_configurations,
    view,
)

from dodona.systems import get_system

SYSTEM = get_system("arc-standard")
TABULAR = get_system("arc-standard", loss="tabular")
EXPECTED = ArcStandard()
PAIRS = {"linear": Pair(SYSTEM, EXPECTED), "tabular": Pair(TABULAR, EXPECTED)}

each_loss = pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)


# Against exhaustive search ----------------------------------------------------------------------


@each_loss
@pytest.mark.parametrize(("n", "how_many"), [(1, 1), (2, 3), (3, 12), (4, 55)])
def test_all_configurations_of_all_projective_trees(pair: Pair, n: int, how_many: int) -> None:
    trees = all_projective_trees(n)
    assert len(trees) == how_many
    check_all_costs(pair, n, trees)


@each_loss
@pytest.mark.parametrize("n", [1, 2, 3])
def test_labelled_costs_of_all_projective_trees(pair: Pair, n: int) -> None:
    check_all_labelled_costs(pair, n, all_projective_trees(n))


@each_loss
@pytest.mark.parametrize("labelled", [False, True], ids=["unlabelled", "labelled"])
def test_ten_thousand_random_configurations(pair: Pair, labelled: bool) -> None:
    """Longer sentences, up to 7 words."""
    rng = random.Random(f"arc-standard {labelled}")
    compared = check_random_costs(pair, rng, 200, 50, labelled=labelled, method=loss_by_gain)
    assert compared == 10_000


def test_the_smaller_tables_of_the_reference_say_the_same() -> None:
    """The loss by gain, used above for longer sentences, is the loss by plain search."""
    for n in (1, 2, 3, 4):
        every = reference.reachable(EXPECTED, n)
        for heads in all_projective_trees(n):
            for c in every:
                expected = reference.best_loss(EXPECTED, c, heads)
                assert reference.best_loss(EXPECTED, c, heads, method=loss_by_gain) == expected


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
            c, _ = random_walk(PAIRS["tabular"], 4, rng)
            assert SYSTEM.costs(c, heads) == TABULAR.costs(c, heads), (heads, c)


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
    c = SYSTEM.initial(2)
    assert (c.stack, c.buffer, c.heads) == ([], [0, 1, 2], [-1, -1, -1])
    assert SYSTEM.legal(c) == ["SHIFT"]
    c = derive(SYSTEM, 2, ["SHIFT", "SHIFT", "SHIFT", "LEFT", "RIGHT"])
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
    """He wrote her a letter: "her" before the article comes, "wrote" only at the end."""
    names = SYSTEM.static_oracle((-1, 2, 0, 2, 5, 2))
    assert names == [
        *("SHIFT", "SHIFT", "SHIFT", "LEFT"),
        *("SHIFT", "RIGHT"),
        *("SHIFT", "SHIFT", "LEFT", "RIGHT", "RIGHT"),
    ]


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
    system, expected_system = get_system("arc-standard", single_root=True), ArcStandard(True)
    ends = {
        tuple(c.heads)
        for c, _ in same_configurations(Pair(system, expected_system), n)
        if c.is_terminal()
    }
    assert ends == {heads for heads in all_projective_trees(n) if heads.count(0) == 1}


def test_every_derivation_with_a_single_root_ends_in_one() -> None:
    system, rng = get_system("arc-standard", single_root=True), random.Random(1)
    for _ in range(500):
        heads, _ = final_heads(system, rng.randint(1, 12), rng)
        assert is_tree(heads)
        assert heads.count(0) == 1


# Errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("single_root", "n", "before", "name"),
    [
        (False, 2, [], "LEFT"),  # the stack is empty
        (False, 2, [], "RIGHT"),
        (False, 2, ["SHIFT"], "LEFT"),  # the stack holds the root only
        (False, 2, ["SHIFT"], "RIGHT"),
        (False, 2, ["SHIFT", "SHIFT"], "LEFT"),  # the root is never a dependent
        (False, 1, ["SHIFT", "SHIFT"], "SHIFT"),  # the buffer is empty
        (False, 1, ["SHIFT", "SHIFT", "RIGHT"], "SHIFT"),  # terminal
        (True, 2, ["SHIFT", "SHIFT"], "RIGHT"),  # there would be a second root
    ],
)
def test_illegal_transition(single_root: bool, n: int, before: list[str], name: str) -> None:
    system = get_system("arc-standard", single_root=single_root)
    c = derive(system, n, before)
    assert name not in system.legal(c)
    with pytest.raises(ValueError, match=name):
        system.apply(c, name)


def test_the_root_cannot_stand_last() -> None:
    with pytest.raises(ValueError, match="first"):
        get_system("arc-standard", root="last")
