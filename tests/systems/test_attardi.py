"""Attardi's system against exhaustive search; what it has in common with others is tested there."""

from __future__ import annotations

import random
from typing import Any

import pytest
import reference
from reference import all_projective_trees, all_trees, is_tree, loss_by_gain
from reference_attardi import Attardi, derived_trees
from systems_proof import (
    Pair,
    check_all_costs,
    check_all_labelled_costs,
    check_dependents_known_to_features,
    check_first_and_last_configuration,
    check_illegal,
    check_random_costs,
    check_static_oracle,
    derive,
    random_tree,
    random_walk,
    same_configurations,
    with_one_root,
)

from dodona.errors import TransitionError, TreeError
from dodona.systems import Reach, get_system

SYSTEM = get_system("attardi")
PAIRS = {
    "any roots": Pair(SYSTEM, Attardi()),
    "single root": Pair(get_system("attardi", single_root=True), Attardi(single_root=True)),
}
each_pair = pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)

# A hearing is scheduled on the issue today: "on" belongs to "hearing", "today" to "scheduled".
HEARING = (-1, 2, 4, 4, 0, 2, 7, 5, 4)

# How many trees the system derives, of how many, by the number of words.
COUNTS = {
    False: {1: (1, 1), 2: (3, 3), 3: (16, 16), 4: (117, 125), 5: (1011, 1296)},
    True: {1: (1, 1), 2: (2, 2), 3: (9, 9), 4: (59, 64), 5: (475, 625)},
}


def trees_for(system: Any, n: int) -> list[reference.Heads]:
    return with_one_root(all_trees(n)) if system.single_root else list(all_trees(n))


# The trees --------------------------------------------------------------------------------------


@each_pair
@pytest.mark.parametrize("n", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.proof)])
def test_derivations_end_in_trees_and_derives_tells_in_which(pair: Pair, n: int) -> None:
    """All derivations: they end in trees, in all projective ones, in most others and not in all."""
    system, expected = pair
    found = derived_trees(expected, n)
    every = trees_for(system, n)
    assert found == {heads for heads in every if system.derives(heads)}
    projective = all_projective_trees(n)
    assert found >= set(with_one_root(projective) if system.single_root else projective)
    assert (len(found), len(every)) == COUNTS[system.single_root][n]


@each_pair
def test_long_derivations_end_in_trees_after_2n_transitions(pair: Pair) -> None:
    rng = random.Random(2006)
    system = pair.system
    for _ in range(300):
        n = rng.randint(1, 25)
        c, steps = system.initial(n), 0
        while not c.is_terminal():
            c = system.apply(c, rng.choice(system.legal(c)))
            check_dependents_known_to_features(c)
            steps += 1
        heads = tuple(c.heads)
        assert is_tree(heads)
        assert steps == 2 * n + 1
        assert system.derives(heads)
        if system.single_root:
            assert heads.count(0) == 1


def test_first_and_last_configuration() -> None:
    check_first_and_last_configuration(SYSTEM, "LEFT", "RIGHT")


def test_transitions_over_a_tree() -> None:
    c = derive(SYSTEM, 3, ["SHIFT"] * 4)
    assert SYSTEM.legal(c) == ["LEFT", "RIGHT", "LEFT-2", "RIGHT-2"]
    left, right = SYSTEM.apply(c, "LEFT-2"), SYSTEM.apply(c, "RIGHT-2")
    assert (left.stack, left.heads) == ([0, 2, 3], [-1, 3, -1, -1])
    assert (right.stack, right.heads) == ([0, 1, 2], [-1, -1, -1, 1])


def test_the_root_is_no_dependent_and_a_single_one_takes_the_last_node() -> None:
    check_illegal(SYSTEM, 2, ["SHIFT"] * 3, "LEFT-2")
    assert "RIGHT-2" in SYSTEM.legal(derive(SYSTEM, 2, ["SHIFT"] * 3))
    check_illegal(PAIRS["single root"].system, 2, ["SHIFT"] * 3, "RIGHT-2")
    check_illegal(PAIRS["single root"].system, 2, ["SHIFT"] * 2, "RIGHT")


# The static oracle ------------------------------------------------------------------------------


@each_pair
@pytest.mark.parametrize("n", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.proof)])
def test_the_static_oracle_derives_every_derivable_tree(pair: Pair, n: int) -> None:
    """Its transitions are among the nondeterministic ones, and other trees are refused."""
    derivable = derived_trees(pair.expected, n)
    check_static_oracle(pair.system, sorted(derivable))
    for heads in set(trees_for(pair.system, n)) - derivable:
        with pytest.raises(TreeError, match="some trees only, and not this one"):
            pair.system.static_oracle(heads)


def test_the_static_oracle_makes_arcs_as_soon_as_possible() -> None:
    names = SYSTEM.static_oracle(HEARING)
    assert names == [
        *("SHIFT", "SHIFT", "SHIFT", "LEFT"),
        *("SHIFT", "SHIFT", "LEFT", "SHIFT", "SHIFT", "SHIFT", "LEFT"),
        *("RIGHT", "RIGHT-2", "LEFT", "SHIFT", "RIGHT", "RIGHT"),
    ]


# The other oracles ------------------------------------------------------------------------------


@each_pair
@pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=pytest.mark.proof)])
def test_all_configurations_of_all_trees(pair: Pair, n: int) -> None:
    """Costs are exact for trees that cannot be derived, too."""
    check_all_costs(pair, n, trees_for(pair.system, n))


@each_pair
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.proof)])
def test_labelled_costs(pair: Pair, n: int) -> None:
    check_all_labelled_costs(pair, n, trees_for(pair.system, n), most=100)


@pytest.mark.proof
@each_pair
@pytest.mark.parametrize("labelled", [False, True])
def test_random_configurations(pair: Pair, labelled: bool) -> None:
    """Up to 7 words, 40 trees with 25 walks each, most of the trees crossing."""
    rng = random.Random(f"{labelled}")
    single: Any = {"single_root": pair.system.single_root}
    check_random_costs(
        pair, rng, 40, 25, labelled=labelled, method=loss_by_gain, tree=random_tree, **single
    )


def test_the_oracle_remembers_which_tree_it_was_asked_about() -> None:
    """Gold trees and numbers of words in turn: the table of one is not that of the next."""
    system, rng = get_system("attardi"), random.Random(14)
    for _ in range(200):
        heads = random_tree(rng.randint(2, 6), rng)
        c, _ = random_walk(PAIRS["any roots"], len(heads) - 1, rng)
        assert system.costs(c, heads) == get_system("attardi").costs(c, heads)


@each_pair
@pytest.mark.proof
def test_nondeterministic_oracle_on_gold_paths(pair: Pair) -> None:
    """Trees of five words: exactly the transitions after which the tree is still in reach."""
    rng = random.Random(5)
    every = list(same_configurations(pair, 5))
    for heads in rng.sample(sorted(derived_trees(pair.expected, 5)), 60):
        reach = Reach(pair.system, heads)
        for c, _ in every:
            if reach.loss(c) == 0:
                keep = {name for name, cost in reach.costs(c).items() if cost == 0}
                assert pair.system.nondet_oracle(c, heads) == keep


def test_costs_are_for_short_sentences_and_the_other_oracles_for_all() -> None:
    n = SYSTEM.most_words
    heads = tuple(range(-1, n))
    assert SYSTEM.loss(SYSTEM.initial(n), heads) == 0
    heads = (*heads, n)
    c = SYSTEM.initial(n + 1)
    for ask in (SYSTEM.costs, SYSTEM.loss, SYSTEM.oracle):
        with pytest.raises(TransitionError, match=f"up to {n} words, not {n + 1}"):
            ask(c, heads)
    with pytest.raises(TransitionError, match=f"up to {n} words"):
        Reach(SYSTEM, heads)
    assert SYSTEM.nondet_oracle(c, heads) == {"SHIFT"}
    assert len(SYSTEM.static_oracle(heads)) == 2 * (n + 1) + 1
    with pytest.raises(TransitionError, match=f"up to {n} words"):
        SYSTEM.nondet_oracle(c, (*heads[:-1], None))
