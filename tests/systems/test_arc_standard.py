"""Arc-standard against exhaustive search, and against Goldberg, Sartorio & Satta 2014.

Everything goes through the public interface; what is right is said by reference_arc_standard.py,
which knows no formula.
"""

from __future__ import annotations

import random
from itertools import product

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import all_projective_trees, all_trees, is_projective, is_tree, loss_by_gain
from reference_arc_standard import ArcStandard
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

SYSTEM = get_system("arc-standard")
EXPECTED = ArcStandard()
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
    rng = random.Random(f"arc-standard {labelled}")
    compared = check_random_costs(PAIR, rng, 200, 50, labelled=labelled, method=loss_by_gain)
    assert compared == 10_000


def test_the_smaller_tables_of_the_reference_say_the_same() -> None:
    """The loss by gain, used above for longer sentences, is the loss by plain search."""
    for n in (1, 2, 3, 4):
        every = reference.reachable(EXPECTED, n)
        for heads in all_projective_trees(n):
            for c in every:
                expected = reference.best_loss(EXPECTED, c, heads)
                assert reference.best_loss(EXPECTED, c, heads, method=loss_by_gain) == expected


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
