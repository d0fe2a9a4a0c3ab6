"""Arc-eager and arc-hybrid with exactly one root: UNSHIFT instead of a second root.

Every derivation over n words must end in a tree with one root, after at most 4n - 2 transitions:
each word is pushed once and popped once, and n - 1 times at most a word goes back to the buffer and
is pushed once more. Costs are proved together with those of the other systems.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import Heads, all_projective_trees, is_projective, is_tree
from strategies import long_projective_trees, random_projective_tree
from systems_proof import derive, follow

from dodona.errors import TreeError
from dodona.systems import get_system

ARC_EAGER: Any = get_system("arc-eager", root="last", single_root=True)
ARC_HYBRID: Any = get_system("arc-hybrid", root="last", single_root=True)
each_system = pytest.mark.parametrize(
    "system", [ARC_EAGER, ARC_HYBRID], ids=["arc-eager", "arc-hybrid"]
)
RANDOMS = st.integers(0, 2**32 - 1).map(random.Random)


def most_transitions(n: int) -> int:
    return 4 * n - 2


def state_of(c: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(c.stack), tuple(c.buffer), tuple(c.heads), (c.state.stand_in, c.state.partner)


def assert_tree_with_one_root(heads: list[int]) -> None:
    assert is_tree(tuple(heads))
    assert heads[1:].count(0) == 1


def single_root_trees(n: int) -> list[Heads]:
    return [heads for heads in all_projective_trees(n) if heads[1:].count(0) == 1]


# Every walk -------------------------------------------------------------------------------------


@each_system
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_all_walks_end_in_trees_with_one_root_soon(system, n):
    """All configurations that any walk passes through, each with its longest way there."""
    level = {state_of(c): c for c in [system.initial(n)]}
    ends = set()
    steps = 0
    while level:
        following = {}
        for c in level.values():
            names = system.legal(c)
            assert c.is_terminal() == (not names)
            if not names:
                assert c.stack == []
                assert c.buffer == [0]
                assert_tree_with_one_root(c.heads)
                ends.add(tuple(c.heads))
            for name in names:
                after = system.apply(c, name)
                following[state_of(after)] = after
        level = following
        steps += 1
        assert steps <= most_transitions(n) + 1
    assert steps == most_transitions(n) + 1
    assert {heads for heads in ends if is_projective(heads)} == set(single_root_trees(n))


@each_system
@given(n=st.integers(1, 30), rng=RANDOMS, shifts=st.sampled_from((0, 1, 5)))
def test_random_walks_end_in_trees_with_one_root_soon(system, n, rng, shifts):
    """Also walks that shift most of the time, which leave many words without a head."""
    c = system.initial(n)
    steps = 0
    while names := system.legal(c):
        name = rng.choice([*names, *["SHIFT"] * shifts] if "SHIFT" in names else names)
        c = system.apply(c, name)
        steps += 1
        assert steps <= most_transitions(n)
    assert c.is_terminal()
    assert_tree_with_one_root(c.heads)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 100])
def test_giving_back_each_word_is_the_longest_walk_of_arc_eager(n):
    """All but the first are pushed on the one below, go back and are attached to it."""
    c = ARC_EAGER.initial(n)
    for word in range(1, n + 1):
        c = ARC_EAGER.apply(c, "SHIFT")
        if word > 1:
            c = follow(ARC_EAGER, c, ["UNSHIFT", "RIGHT"])
    steps = 3 * n - 2
    while names := ARC_EAGER.legal(c):
        c = ARC_EAGER.apply(c, names[0])
        steps += 1
    assert steps == most_transitions(n)
    assert c.heads == [-1, *range(n)]


@pytest.mark.parametrize("n", [1, 2, 3, 10, 100])
def test_giving_back_a_word_for_each_other_is_the_longest_walk_of_arc_hybrid(n):
    """The last word goes back and is pushed again for each of the others, which it takes."""
    transitions = ["SHIFT"] * n + ["UNSHIFT", "LEFT", "SHIFT"] * (n - 1) + ["LEFT"]
    assert len(transitions) == most_transitions(n)
    c = derive(ARC_HYBRID, n, transitions)
    assert c.is_terminal()
    assert c.heads == [-1, *[n] * (n - 1), 0]


def test_in_arc_eager_a_word_that_goes_back_takes_the_words_below_it_and_is_attached():
    """Mary wants to go, and John does too: "does" was shifted, as if its head were to come."""
    c = derive(ARC_EAGER, 6, ["SHIFT", "SHIFT", "SHIFT", "SHIFT", "RIGHT", "REDUCE"])
    assert (c.stack, c.buffer) == ([1, 2, 3, 4], [6, 0])
    c = ARC_EAGER.apply(c, "UNSHIFT")
    assert (c.stack, c.buffer) == ([1, 2, 3], [4, 6, 0])
    assert ARC_EAGER.legal(c) == ["LEFT", "RIGHT"]
    c = follow(ARC_EAGER, c, ["LEFT", "LEFT", "RIGHT", "REDUCE", "RIGHT"])
    assert c.heads == [-1, -1, 4, 4, 1, 4, 1]


def test_in_arc_hybrid_a_word_that_goes_back_takes_words_below_it_and_is_pushed_again():
    """The same: "does" was pushed on words that wait for it, and takes them after "too"."""
    c = derive(ARC_HYBRID, 6, ["SHIFT", "SHIFT", "SHIFT", "SHIFT", "SHIFT", "RIGHT"])
    assert (c.stack, c.buffer) == ([1, 2, 3, 4], [6, 0])
    c = ARC_HYBRID.apply(c, "UNSHIFT")
    assert (c.stack, c.buffer) == ([1, 2, 3], [4, 6, 0])
    assert ARC_HYBRID.legal(c) == ["LEFT"]
    c = ARC_HYBRID.apply(c, "LEFT")
    assert ARC_HYBRID.legal(c) == ["SHIFT", "LEFT"]
    c = follow(ARC_HYBRID, c, ["LEFT", "SHIFT", "RIGHT", "SHIFT", "RIGHT", "LEFT"])
    assert c.heads == [-1, 0, 4, 4, 1, 4, 1]


def test_the_root_of_a_sentence_takes_what_it_was_pushed_on():
    """What arc-hybrid could not do without UNSHIFT: both arcs were lost."""
    heads = (-1, 2, 0)
    c = derive(ARC_HYBRID, 2, ["SHIFT", "SHIFT"])
    assert ARC_HYBRID.loss(c, heads) == 0
    assert ARC_HYBRID.costs(c, heads) == {"RIGHT": 2, "UNSHIFT": 0}
    c = follow(ARC_HYBRID, c, ["UNSHIFT", "LEFT", "SHIFT", "LEFT"])
    assert tuple(c.heads) == heads


@each_system
def test_a_word_that_takes_all_below_it_is_pushed_again_and_can_get_a_head(system):
    c = derive(system, 3, ["SHIFT", "SHIFT", "UNSHIFT", "LEFT"])
    assert (c.stack, c.buffer) == ([], [2, 3, 0])
    assert system.legal(c) == ["SHIFT"]
    c = follow(system, c, ["SHIFT", "LEFT", "SHIFT", "LEFT"])
    assert c.heads == [-1, 2, 3, 0]


@each_system
def test_only_one_of_the_words_left_over_hangs_from_the_root(system):
    """Without the limit, all of them do."""
    plain = get_system(system.name, root="last")
    assert derive(plain, 3, ["SHIFT"] * 3 + ["LEFT"] * 3).heads == [-1, 0, 0, 0]
    c = derive(system, 3, ["SHIFT"] * 3)
    assert "LEFT" not in system.legal(c)
    assert "UNSHIFT" in system.legal(c)


# Nothing is lost --------------------------------------------------------------------------------


@each_system
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_every_projective_tree_with_one_root_is_derived(system, n):
    trees = single_root_trees(n)
    assert len(trees) == {1: 1, 2: 2, 3: 7, 4: 30, 5: 143}[n]
    for heads in trees:
        assert_derived(system, heads)


@each_system
@given(heads=long_projective_trees(max_words=30))
def test_longer_projective_trees_with_one_root_are_derived(system, heads):
    if heads[1:].count(0) == 1:
        assert_derived(system, heads)


def assert_derived(system: Any, heads: Heads) -> None:
    labels = [None, *(f"label{head}" for head in heads[1:])]
    transitions = system.static_oracle(heads, labels)
    assert [name for name, _ in transitions] == system.static_oracle(heads)
    c = system.initial(len(heads) - 1)
    for name, label in transitions:
        assert system.loss(c, heads, labels) == 0
        c = system.apply(c, name, label=label)
    assert c.is_terminal()
    assert tuple(c.heads) == heads
    assert c.labels == labels


@each_system
def test_trees_with_several_roots_have_no_derivation(system):
    for heads in ([-1, 0, 0], [-1, 2, 0, 0], [-1, 0, 0, 0]):
        with pytest.raises(TreeError, match="one root"):
            system.static_oracle(heads)


@each_system
def test_the_oracle_leads_to_the_gold_tree_from_the_start(system):
    """Any choice of transitions of cost zero; the paper's claim, with one root."""
    rng = random.Random(1)
    for _ in range(200):
        heads = random_projective_tree(rng.randint(1, 12), rng)
        if heads[1:].count(0) != 1:
            continue
        c = system.initial(len(heads) - 1)
        while not c.is_terminal():
            costs = system.costs(c, heads)
            assert min(costs.values()) == 0
            c = system.apply(c, rng.choice(sorted(system.oracle(c, heads))))
        assert tuple(c.heads) == heads
