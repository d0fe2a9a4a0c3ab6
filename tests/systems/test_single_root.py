"""Arc-eager with exactly one root, as in parsing: UNSHIFT instead of a second root.

Every derivation over n words must end in a tree with one root, after at most 2n + 1 transitions:
each word is pushed once and popped once; of the words that go back to the buffer all but the last
are attached at once and leave the stack by themselves, and the last one is pushed once more.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import Heads, all_projective_trees, is_projective, is_tree
from strategies import long_projective_trees, random_projective_tree

from dodona.errors import TreeError
from dodona.systems import get_system

SYSTEM = get_system("arc-eager", root="last", single_root=True)
PLAIN = get_system("arc-eager", root="last")
RANDOMS = st.integers(0, 2**32 - 1).map(random.Random)


def most_transitions(n: int) -> int:
    return 2 * n + 1


def state_of(c: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(c.stack), tuple(c.buffer), tuple(c.heads)


def assert_tree_with_one_root(heads: list[int]) -> None:
    assert is_tree(tuple(heads))
    assert heads[1:].count(0) == 1


def single_root_trees(n: int) -> list[Heads]:
    return [heads for heads in all_projective_trees(n) if heads[1:].count(0) == 1]


# Every walk -------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_all_walks_end_in_trees_with_one_root_soon(n):
    """All configurations that any walk passes through, each with its longest way there."""
    level = {state_of(c): c for c in [SYSTEM.initial(n)]}
    ends = set()
    steps = 0
    while level:
        following = {}
        for c in level.values():
            names = SYSTEM.legal(c)
            assert c.is_terminal() == (not names)
            if not names:
                assert c.stack == []
                assert c.buffer == [0]
                assert_tree_with_one_root(c.heads)
                ends.add(tuple(c.heads))
            for name in names:
                after = SYSTEM.apply(c, name)
                following[state_of(after)] = after
        level = following
        steps += 1
        assert steps <= most_transitions(n) + 1
    assert steps == (most_transitions(n) if n > 1 else 2) + 1
    assert {heads for heads in ends if is_projective(heads)} == set(single_root_trees(n))


@given(st.integers(1, 30), RANDOMS, st.sampled_from((0, 1, 5)))
def test_random_walks_end_in_trees_with_one_root_soon(n, rng, shifts):
    """Also walks that shift most of the time, which leave many words without a head."""
    c = SYSTEM.initial(n)
    steps = 0
    while names := SYSTEM.legal(c):
        name = rng.choice([*names, *["SHIFT"] * shifts] if "SHIFT" in names else names)
        c = SYSTEM.apply(c, name)
        steps += 1
        assert steps <= most_transitions(n)
    assert c.is_terminal()
    assert_tree_with_one_root(c.heads)


@pytest.mark.parametrize("n", [2, 3, 10, 100])
def test_shifting_all_words_and_going_left_is_the_longest_walk(n):
    c = SYSTEM.initial(n)
    steps = 0
    while names := SYSTEM.legal(c):
        c = SYSTEM.apply(c, "SHIFT" if "SHIFT" in names else "LEFT")
        steps += 1
    assert steps == most_transitions(n)
    assert c.heads[1:] == [n] * (n - 1) + [0]


def test_shifting_all_words_and_going_right_makes_a_chain_of_dependents():
    c = SYSTEM.initial(4)
    for _ in range(4):
        c = SYSTEM.apply(c, "SHIFT")
    assert (c.stack, c.buffer) == ([1, 2, 3], [4, 0])
    assert SYSTEM.legal(c) == ["LEFT", "RIGHT"]
    c = SYSTEM.apply(c, "RIGHT")
    assert (c.stack, c.buffer) == ([1, 2], [3, 0])
    c = SYSTEM.apply(SYSTEM.apply(c, "LEFT"), "RIGHT")
    assert (c.stack, c.buffer) == ([1], [0])
    assert SYSTEM.legal(c) == ["LEFT"]
    c = SYSTEM.apply(c, "LEFT", label="root")
    assert c.is_terminal()
    assert c.heads == [-1, 0, 3, 1, 3]
    assert c.labels == [None, "root", None, None, None]


def test_only_the_first_word_left_over_hangs_from_the_root():
    """Without the limit, all words that are left over do."""
    c, plain = SYSTEM.initial(3), PLAIN.initial(3)
    for _ in range(3):
        c, plain = SYSTEM.apply(c, "SHIFT"), PLAIN.apply(plain, "SHIFT")
    while PLAIN.legal(plain):
        plain = PLAIN.apply(plain, "LEFT")
    assert plain.heads == [-1, 0, 0, 0]
    while names := SYSTEM.legal(c):
        c = SYSTEM.apply(c, "LEFT" if "LEFT" in names else "SHIFT")
    assert c.heads == [-1, 3, 3, 0]


# Nothing is lost --------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_every_projective_tree_with_one_root_is_derived(n):
    trees = single_root_trees(n)
    assert len(trees) == {1: 1, 2: 2, 3: 7, 4: 30, 5: 143}[n]
    for heads in trees:
        assert_derived(heads)


@given(long_projective_trees(max_words=30))
def test_longer_projective_trees_with_one_root_are_derived(heads):
    if heads[1:].count(0) == 1:
        assert_derived(heads)


def assert_derived(heads: Heads) -> None:
    labels = [None, *(f"label{head}" for head in heads[1:])]
    transitions = SYSTEM.static_oracle(heads, labels)
    assert [name for name, _ in transitions] == SYSTEM.static_oracle(heads)
    c = SYSTEM.initial(len(heads) - 1)
    for name, label in transitions:
        assert SYSTEM.loss(c, heads, labels) == 0
        c = SYSTEM.apply(c, name, label=label)
    assert c.is_terminal()
    assert tuple(c.heads) == heads
    assert c.labels == labels


def test_trees_with_several_roots_have_no_derivation():
    for heads in ([-1, 0, 0], [-1, 2, 0, 0], [-1, 0, 0, 0]):
        with pytest.raises(TreeError, match="one root"):
            SYSTEM.static_oracle(heads)


def test_the_oracle_leads_to_the_gold_tree_from_the_start():
    """Any choice of transitions of cost zero; the paper's claim, with one root."""
    rng = random.Random(1)
    for _ in range(200):
        heads = random_projective_tree(rng.randint(1, 12), rng)
        if heads[1:].count(0) != 1:
            continue
        c = SYSTEM.initial(len(heads) - 1)
        while not c.is_terminal():
            costs = SYSTEM.costs(c, heads)
            assert min(costs.values()) == 0
            c = SYSTEM.apply(c, rng.choice(sorted(SYSTEM.oracle(c, heads))))
        assert tuple(c.heads) == heads


# As long as there are words to read, it is the system of the paper --------------------------------


def test_all_configurations_with_words_to_read_are_those_without_the_limit():
    for n in (1, 2, 3, 4):
        agenda = [(SYSTEM.initial(n), PLAIN.initial(n))]
        trees = all_projective_trees(n)
        compared = 0
        while agenda:
            c, plain = agenda.pop()
            assert state_of(c) == state_of(plain)
            assert SYSTEM.legal(c) == PLAIN.legal(plain)
            for heads in trees:
                assert SYSTEM.costs(c, heads) == PLAIN.costs(plain, heads)
                assert SYSTEM.loss(c, heads) == PLAIN.loss(plain, heads)
                compared += 1
            for name in SYSTEM.legal(c):
                pair = SYSTEM.apply(c, name), PLAIN.apply(plain, name)
                if pair[1].buffer != [0]:
                    agenda.append(pair)
        assert compared >= {1: 1, 2: 9, 3: 100, 4: 1000}[n]


@given(long_projective_trees(max_words=25), st.lists(st.integers(0, 999), max_size=50))
def test_costs_are_those_without_the_limit_while_there_are_words_to_read(heads, walk):
    n = len(heads) - 1
    c, plain = SYSTEM.initial(n), PLAIN.initial(n)
    for number in walk:
        names = PLAIN.legal(plain)
        assert SYSTEM.legal(c) == names
        assert SYSTEM.costs(c, heads) == PLAIN.costs(plain, heads)
        assert SYSTEM.oracle(c, heads) == PLAIN.oracle(plain, heads)
        assert SYSTEM.loss(c, heads) == PLAIN.loss(plain, heads)
        name = names[number % len(names)]
        c, plain = SYSTEM.apply(c, name), PLAIN.apply(plain, name)
        if plain.buffer == [0]:
            break
