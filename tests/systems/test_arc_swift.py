"""Arc-swift against Qi & Manning 2017, and beside arc-eager.

What it has in common with other systems is tested in test_projective_systems.py.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from reference import is_tree
from reference_arc_swift import ArcSwift
from strategies import random_projective_tree
from systems_proof import Pair, check_illegal, derive, random_walk, same_configurations

from dodona.systems import get_system

LAST: dict[str, Any] = {"root": "last"}
SINGLE: dict[str, Any] = {"root": "last", "single_root": True}


def test_one_transition_for_what_arc_eager_reduces_and_attaches() -> None:
    """I ate fish with ketchup: "with ketchup" goes to "ate", past "fish"."""
    heads = (-1, 2, 0, 2, 5, 2)
    swift = ["SHIFT", "LEFT_1", "RIGHT_1", "RIGHT_1", "SHIFT", "LEFT_1", "RIGHT_2"]
    eager = ["SHIFT", "LEFT", "RIGHT", "RIGHT", "SHIFT", "LEFT", "REDUCE", "RIGHT"]
    assert get_system("arc-swift").static_oracle(heads) == swift
    assert derive(get_system("arc-eager"), 5, eager).heads == list(heads)
    assert derive(get_system("arc-swift"), 5, swift).heads == list(heads)


def test_only_the_first_word_without_a_head_can_be_a_dependent() -> None:
    c = derive(get_system("arc-swift"), 5, ["SHIFT", "RIGHT_1", "RIGHT_1"])
    assert c.stack == [0, 1, 2, 3]
    assert get_system("arc-swift").legal(c) == ["SHIFT", "LEFT_3", "RIGHT_1", "RIGHT_2", "RIGHT_3"]
    after = get_system("arc-swift").apply(c, "LEFT_3")
    assert (after.stack, after.heads[1]) == ([0], 4)


@pytest.mark.parametrize("keywords", [{}, LAST], ids=["first", "last"])
def test_the_loss_is_that_of_arc_eager(keywords: dict[str, Any]) -> None:
    """REDUCE before SHIFT, which arc-swift lacks, brings no gold arc into reach."""
    swift, eager = get_system("arc-swift", **keywords), get_system("arc-eager", **keywords)
    rng = random.Random(2017)
    for _ in range(300):
        n = rng.randint(1, 12)
        heads = random_projective_tree(n, rng)
        c, same = swift.initial(n), eager.initial(n)
        while names := swift.legal(c):
            assert swift.loss(c, heads) == eager.loss(same, heads)
            name = rng.choice(names)
            c = swift.apply(c, name)
            kind, _, k = name.partition("_")
            for step in ["REDUCE"] * (int(k or 1) - 1) + [kind]:
                same = eager.apply(same, step)


@pytest.mark.parametrize("n", [29, 30, 31, 32, 61, 100])
@pytest.mark.parametrize("keywords", [{}, LAST, SINGLE], ids=["first", "last", "single"])
def test_stacks_deeper_than_k_goes(keywords: dict[str, Any], n: int) -> None:
    """A chain of words with heads, and then a word that belongs to the first or to the last."""
    system = get_system("arc-swift", **keywords)
    for heads in ((-1, 0, *range(1, n), 1), (-1, n + 1, *range(1, n), 0)):
        c = derive(system, n + 1, system.static_oracle(heads))
        assert c.is_terminal()
        assert tuple(c.heads) == heads


def test_reduce_is_there_only_where_k_does_not_reach() -> None:
    system = get_system("arc-swift", **SINGLE)
    for deep in (29, 30):
        c = derive(system, 40, ["SHIFT", *["RIGHT_1"] * deep])
        assert ("REDUCE" in system.legal(c)) == (deep == 30)
        assert ("LEFT_30" in system.legal(c)) == (deep == 29)
        assert ("UNSHIFT" in system.legal(c)) is False


@pytest.mark.parametrize("single", [False, True])
def test_random_derivations_of_long_sentences_end_in_trees(single: bool) -> None:
    """Most transitions are RIGHT_1 here, so that stacks are deep."""
    system = get_system("arc-swift", root="last", single_root=single)
    rng = random.Random(7)
    for _ in range(30):
        c = system.initial(rng.randint(60, 100))
        while names := system.legal(c):
            deep = "RIGHT_1" in names and rng.random() < 0.95
            c = system.apply(c, "RIGHT_1" if deep else rng.choice(names))
        assert is_tree(tuple(c.heads))
        assert c.heads.count(0) == 1 or not single


def test_deep_stacks_are_as_the_reference_has_them() -> None:
    pair = Pair(get_system("arc-swift", **SINGLE), ArcSwift("last", True))
    rng = random.Random(3)
    for _ in range(50):
        random_walk(pair, 12, rng)
    assert all(same_configurations(pair, 3))


@pytest.mark.parametrize(
    ("keywords", "n", "before", "name"),
    [
        ({}, 2, [], "LEFT_1"),  # the top is the root
        ({}, 3, ["SHIFT"], "RIGHT_2"),  # the top has no head
        ({}, 3, ["RIGHT_1"], "LEFT_1"),  # the top has a head
        ({}, 3, ["RIGHT_1"], "REDUCE"),
        ({}, 1, ["RIGHT_1"], "SHIFT"),  # terminal
        (LAST, 2, [], "RIGHT_1"),  # the stack is empty
        (LAST, 1, ["SHIFT"], "RIGHT_1"),  # the front is the root
        (SINGLE, 2, ["SHIFT", "SHIFT"], "LEFT_1"),  # there would be a second root
        (SINGLE, 2, ["SHIFT"], "UNSHIFT"),  # nothing is below the top
        (SINGLE, 3, ["SHIFT", "SHIFT", "UNSHIFT"], "SHIFT"),  # it would never end
    ],
)
def test_illegal_transition(keywords: dict[str, Any], n: int, before: list[str], name: str) -> None:
    check_illegal(get_system("arc-swift", **keywords), n, before, name)
