"""Non-monotonic Covington against exhaustive search, and against the paper of 2017."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
import reference_covington as slow
from reference import all_trees, gold_tree, is_tree, transitions
from strategies import LABELS
from systems_proof import (
    Pair,
    by_name,
    cheapest,
    derive,
    random_tree,
    random_walk,
    same_configurations,
    view,
    with_root_arcs,
)

from dodona.systems import get_system

NAME = "covington-nonmonotonic"
BOUNDS = {"upper": slow.upper, "pc-upper": slow.pc_upper, "lower": slow.lower}
NAMES = ("lower", "pc-upper", "upper")

both_roots = pytest.mark.parametrize("root", ["first", "last"])


def bound_costs(system: Any, c: Any, gold: Any, loss: Any) -> dict[Any, int]:
    """The change of a bound, for each legal transition."""
    before = loss(gold, c)
    return {
        (name, label): loss(gold, system.apply(c, name, label)) - before
        for name, label in transitions(system, c, gold.label_set)
    }


# Against exhaustive search ----------------------------------------------------------------------


@both_roots
@pytest.mark.parametrize(
    ("n", "how_many"), [(1, 1), (2, 3), (3, 16), pytest.param(4, 125, marks=pytest.mark.proof)]
)
def test_all_configurations(root: str, n: int, how_many: int) -> None:
    """Legal transitions, effects, the true loss and its costs; the bounds around it."""
    system = get_system(NAME, root=root, loss="exact")
    expected_system = slow.NonmonotonicCovington(root)
    every = list(same_configurations(Pair(system, expected_system), n))
    trees = all_trees(n)
    assert len(trees) == how_many
    if root == "last" and n == 4:
        trees = random.Random(n).sample(trees, 25)
    for heads in trees:
        gold = gold_tree(heads)
        loss = slow.loss_by_search(expected_system, gold)
        for c, expected in every:
            exact = loss(expected)
            assert system.loss(c, heads) == exact, (heads, expected)
            lower, pc_upper, upper = (system.loss(c, heads, loss=name) for name in NAMES)
            assert lower <= exact <= pc_upper <= upper, (heads, expected)
            costs = by_name(slow.costs(expected_system, expected, heads))
            assert system.costs(c, heads) == costs, (heads, expected)
            assert system.oracle(c, heads) == cheapest(costs), (heads, expected)
            if exact == 0:
                zero = {name for name, cost in costs.items() if cost == 0}
                assert system.nondet_oracle(c, heads) == zero


@pytest.mark.parametrize("n", [1, 2, 3])
def test_labelled_costs(n: int) -> None:
    """All trees and gold labels of two; with n = 3 a sample of the configurations."""
    system = get_system(NAME, root="last", loss="exact")
    expected_system = slow.NonmonotonicCovington("last")
    every = list(same_configurations(Pair(system, expected_system), n, ("a", "b")))
    every = random.Random(n).sample(every, min(len(every), 100))
    for heads, words in product(all_trees(n), product("ab", repeat=n)):
        labels = (None, *words)
        gold = gold_tree(heads, labels)
        loss = slow.loss_by_search(expected_system, gold)
        for c, expected in every:
            costs = slow.costs(expected_system, expected, heads, labels)
            assert system.costs(c, heads, labels=labels) == costs, (heads, labels, expected)
            assert system.loss(c, heads, labels=labels) == loss(expected)
            for name, bound in BOUNDS.items():
                found = system.loss(c, heads, labels=labels, loss=name)
                assert found == bound(gold, expected), (name, heads, labels, expected)


@pytest.mark.parametrize(("n", "how_many"), [(1, 1), (2, 3), (3, 16), (4, 12)])
def test_losses_without_arcs_from_the_root(n: int, how_many: int) -> None:
    """The true loss and the bounds around it, among them the lower bound as it is printed."""
    system, expected_system = get_system(NAME), slow.NonmonotonicCovington()
    every = list(same_configurations(Pair(system, expected_system), n))
    apart = given_up = 0
    for heads in random.Random(n).sample(all_trees(n), how_many):
        gold = gold_tree(heads)
        loss = slow.loss_by_search(expected_system, gold, roots=False)
        for c, expected in every:
            exact = loss(expected)
            assert system.loss(c, heads, loss="exact", roots=False) == exact, (heads, expected)
            lower, pc_upper, upper = (
                system.loss(c, heads, loss=name, roots=False) for name in NAMES
            )
            assert lower <= exact <= pc_upper <= upper, (heads, expected)
            roots = {d for d in slow.unreachable(gold, expected) if heads[d] == 0}
            assert lower == slow.printed_lower(gold, expected) - len(roots)
            assert system.loss(c, heads, loss="lower") == slow.lower(gold, expected)
            apart += lower < pc_upper
            limited = system.loss(c, heads, loss="exact", roots=False, most=1)
            assert limited in (exact, -1)
            given_up += limited < 0
    if n == 3:
        assert apart > given_up > 0


@pytest.mark.proof
def test_bounds_around_the_true_loss_with_five_words() -> None:
    """20 random trees, 100 random configurations for each; the printed lower bound fails there."""
    rng = random.Random(2017)
    system, expected_system = get_system(NAME, loss="exact"), slow.NonmonotonicCovington()
    compared = printed_lower_fails = 0
    for _ in range(20):
        heads = random_tree(5, rng)
        gold = gold_tree(heads)
        loss = slow.loss_by_search(expected_system, gold)
        for _ in range(100):
            c, expected = random_walk(Pair(system, expected_system), 5, rng)
            exact = loss(expected)
            assert system.loss(c, heads) == exact, (heads, expected)
            lower, pc_upper, upper = (system.loss(c, heads, loss=name) for name in NAMES)
            assert lower <= exact <= pc_upper <= upper, (heads, expected)
            compared += 1
            printed_lower_fails += slow.printed_lower(gold, expected) > exact
    assert compared == 2000
    assert printed_lower_fails > 0


def pairs_to_come(c: slow.Configuration) -> int:
    """How many pairs of words can still be in focus, with those that are now."""
    return sum(range(c.front, c.n)) + (c.left if c.front <= c.n else 0)


def late_configuration(system: Any, expected_system: Any, n: int, pairs: int, rng: Any) -> Any:
    """Random transitions until there are no more than so many pairs of words to come."""
    c, expected = system.initial(n), expected_system.initial(n)
    while pairs_to_come(expected) > pairs:
        name, label = rng.choice(list(transitions(expected_system, expected, LABELS)))
        c = system.apply(c, name, label=label)
        expected = expected_system.apply(expected, name, label)
    assert view(c) == expected
    return c, expected


@pytest.mark.proof
@pytest.mark.parametrize(
    ("labelled", "fewest", "most", "how_many"),
    [(False, 0, 6, 8000), (False, 7, 11, 50), (True, 0, 3, 2000)],
)
def test_the_true_loss_late_in_random_derivations(
    labelled: bool, fewest: int, most: int, how_many: int
) -> None:
    """The true loss, its costs and the bounds around it, with up to 7 words.

    From the first configuration over 6 or 7 words there is too much to search for a reference
    that tries everything. So random transitions come first, right and wrong ones, and the search
    is over all that can follow when so many pairs of words are left; with labels, each arc can
    have each of them.
    """
    rng = random.Random(f"{labelled} {most}")
    system, expected_system = get_system(NAME, loss="exact"), slow.NonmonotonicCovington()
    long = 0
    for _ in range(how_many):
        n = rng.randint(3, 7)
        heads = random_tree(n, rng)
        labels = (None, *rng.choices(LABELS, k=n)) if labelled else None
        pairs = rng.randint(fewest, most)
        c, expected = late_configuration(system, expected_system, n, pairs, rng)
        exact = slow.loss_by_search(expected_system, gold_tree(heads, labels))(expected)
        assert system.loss(c, heads, labels=labels) == exact, (heads, labels, expected)
        lower, pc_upper, upper = (system.loss(c, heads, labels, loss=name) for name in NAMES)
        assert lower <= exact <= pc_upper <= upper, (heads, labels, expected)
        costs = slow.costs(expected_system, expected, heads, labels)
        assert system.costs(c, heads, labels=labels) == (costs if labelled else by_name(costs))
        long += n > 5 and exact > 0
    assert long > how_many / 5


@pytest.mark.proof
@pytest.mark.parametrize("kind", BOUNDS)
@pytest.mark.parametrize("labelled", [False, True], ids=["unlabelled", "labelled"])
def test_two_thousand_random_configurations(kind: str, labelled: bool) -> None:
    """Up to 7 words, with arcs and labels at random: bounds and their costs, counted slowly."""
    rng = random.Random(f"{kind} {labelled}")
    system = get_system(NAME, root="last", loss=kind)
    expected_system = slow.NonmonotonicCovington("last")
    most = 0
    for _ in range(2000):
        n = rng.randint(2, 7)
        heads = random_tree(n, rng)
        labels = (None, *rng.choices(LABELS, k=n)) if labelled else None
        gold = gold_tree(heads, labels)
        c, expected = random_walk(Pair(system, expected_system), n, rng)
        loss = BOUNDS[kind](gold, expected)
        assert system.loss(c, heads, labels=labels) == loss, (heads, labels, expected)
        costs = bound_costs(expected_system, expected, gold, BOUNDS[kind])
        if labelled:
            assert system.costs(c, heads, labels=labels) == costs, (heads, labels, expected)
        else:
            assert system.costs(c, heads) == by_name(costs), (heads, expected)
            assert system.oracle(c, heads) == cheapest(by_name(costs)), (heads, expected)
        most = max(most, len(slow.cycles(gold, expected)))
    assert most > 1


# The paper, and the errata ----------------------------------------------------------------------


def test_figure_2_a_new_arc_replaces_the_head() -> None:
    system = get_system(NAME)
    c = derive(system, 3, ["SHIFT", "LEFT", "SHIFT", "NO-ARC", "LEFT"])
    assert c.heads == [-1, 3, -1, -1]


def test_figure_2_a_cycle_is_broken_at_the_head_of_the_new_arc() -> None:
    """1 → 2 → 3, then 3 → 1: the arc 2 → 3 goes."""
    system = get_system(NAME)
    c = derive(system, 3, ["SHIFT", ("RIGHT", "a"), "SHIFT", ("RIGHT", "b"), ("LEFT", "c")])
    assert c.heads == [-1, 3, 1, -1]
    assert c.labels == [None, "c", "a", None]


def test_figure_2_every_transition_is_legal_between_two_words() -> None:
    system = get_system(NAME)
    c = derive(system, 3, ["SHIFT", "RIGHT", "SHIFT", "RIGHT"])
    assert system.legal(c) == ["SHIFT", "NO-ARC", "LEFT", "RIGHT"]


def test_erratum_3_a_word_can_lose_its_head_again() -> None:
    """Focus words 2 and 3, arcs {2 → 1}, gold heads 1←0, 2←3, 3←1."""
    system = get_system(NAME)
    heads = (-1, 0, 3, 1)
    c = derive(system, 3, ["SHIFT", "LEFT", "SHIFT"])
    assert (c.lambda1[-1], c.buffer[0], c.heads) == (2, 3, [-1, 2, -1, -1])
    assert system.loss(c, heads, loss="exact") == 0
    assert system.loss(c, heads, exact=True) == 0
    assert system.loss(c, heads, loss="lower") == 0
    assert slow.printed_lower(gold_tree(heads), view(c)) == 1
    assert system.loss(c, heads, loss="pc-upper") == 1


@pytest.mark.parametrize(("m", "cycles"), [(3, 2), (5, 8), (8, 64), (9, 128), (10, 200), (40, 200)])
def test_no_more_than_200_cycles_are_counted(m: int, cycles: int) -> None:
    """Two ways lead from each of m words to the next: its head in A, and its gold head m words
    further on, whose gold head is the next word. Only words 2 and m have one way: 2^(m - 2) cycles.
    """
    system = get_system(NAME)
    c = derive(system, 2 * m, ["SHIFT", *["LEFT", "SHIFT"] * (m - 1)])
    ahead = range(m + 1, 2 * m + 1)
    heads = [-1, *ahead, *range(2, m + 1), 1]
    heads[2] = heads[m + 2] = 0
    assert c.heads[1 : m + 1] == [*range(2, m + 1), -1]
    assert system.loss(c, heads, loss="lower") == 0
    assert system.loss(c, heads, loss="upper") == 1 + cycles
    assert 1 <= system.loss(c, heads, loss="pc-upper") <= 1 + cycles


# Completeness and soundness ---------------------------------------------------------------------


@both_roots
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_static_oracle_derives_every_tree(root: str, n: int) -> None:
    system = get_system(NAME, root=root)
    for heads in all_trees(n):
        c = derive(system, n, system.static_oracle(heads))
        assert c.is_terminal()
        assert with_root_arcs(c.heads) == heads


def test_with_a_single_root_bounds_lie_around_the_true_loss_which_is_that_of_exhaustive_search():
    system = get_system(NAME, root="last", single_root=True)
    pair = Pair(system, slow.NonmonotonicCovington("last", single_root=True))
    rng, compared = random.Random(3), 0
    while compared < 400:
        n = rng.randint(1, 4)
        heads = random_tree(n, rng)
        if heads.count(0) > 1:
            continue
        true_loss = slow.loss_by_search(pair.expected, gold_tree(heads))
        for _ in range(20):
            c, expected = random_walk(pair, n, rng)
            lower, pc_upper, upper, exact = (
                system.loss(c, heads, loss=kind) for kind in ("lower", "pc-upper", "upper", "exact")
            )
            assert lower <= exact == true_loss(expected) <= pc_upper <= upper, (heads, expected)
            compared += 1


@pytest.mark.parametrize("single_root", [False, True])
def test_every_derivation_ends_in_a_tree(single_root: bool) -> None:
    system, rng = get_system(NAME, root="last", single_root=single_root), random.Random(3)
    for _ in range(500):
        n = rng.randint(1, 12)
        c = system.initial(n)
        while not c.is_terminal():
            c = system.apply(c, rng.choice(system.legal(c)))
        assert is_tree(tuple(c.heads))
        assert not single_root or c.heads.count(0) == 1


# Errors -----------------------------------------------------------------------------------------


def test_unknown_loss() -> None:
    with pytest.raises(ValueError, match=r"'middle'.*upper, pc-upper, lower, exact"):
        get_system(NAME, loss="middle")
    system = get_system(NAME)
    with pytest.raises(ValueError, match=r"'middle'.*upper, pc-upper, lower, exact"):
        system.loss(system.initial(2), (-1, 0, 1), loss="middle")


@pytest.mark.parametrize("name", ["NO-ARC", "LEFT", "RIGHT"])
def test_illegal_without_a_left_focus_word(name: str) -> None:
    system = get_system(NAME)
    with pytest.raises(ValueError, match=name):
        system.apply(system.initial(2), name)
