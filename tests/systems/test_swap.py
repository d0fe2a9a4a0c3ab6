"""Systems with SWAP: what they derive, their static oracles, and their static-dynamic costs.

The costs are compared with exhaustive search among the derivations that make SWAP exactly where the
oracle asks for it, in all configurations of these derivations.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest
import reference
import reference_swap
from reference import Configuration, Heads, all_trees, is_tree
from reference_swap import ArcHybridSwap, ArcStandardSwap, SwapsWhenDue, swap_is_due
from strategies import LABELS
from systems_proof import (
    Pair,
    check_dependents_known_to_features,
    random_tree,
    same_configurations,
    view,
    with_one_root,
)

from dodona.systems import get_system
from dodona.treebank.incomplete import complete
from dodona.treebank.reordering import projective_components, projective_order


class Case(NamedTuple):
    system: Any
    expected: Any
    lazy: bool

    @property
    def pair(self) -> Pair:
        return Pair(self.system, self.expected)

    def trees(self, n: int) -> list[Heads]:
        return with_one_root(all_trees(n)) if self.system.single_root else all_trees(n)


def case(name: str, expected: Any, **keywords: Any) -> Any:
    system = get_system(name, **keywords)
    return pytest.param(
        Case(system, expected, name.endswith("lazy")),
        id="-".join([name, *map(str, keywords.values())]),
    )


SINGLE: Any = {"root": "last", "single_root": True}
CASES = [
    case("arc-hybrid-swap", ArcHybridSwap()),
    case("arc-hybrid-swap", ArcHybridSwap("last"), root="last"),
    case("arc-hybrid-swap", ArcHybridSwap("last", True), **SINGLE),
    case("arc-standard-swap", ArcStandardSwap()),
    case("arc-standard-swap", ArcStandardSwap(True), single_root=True),
    case("arc-standard-swap-lazy", ArcStandardSwap()),
    case("arc-standard-swap-lazy", ArcStandardSwap(True), single_root=True),
]
each_case = pytest.mark.parametrize("case", CASES)
up_to_four = pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=pytest.mark.proof)])

# A hearing is scheduled on the issue today . (Nivre 2009)
HEARING = (-1, 2, 3, 0, 3, 2, 7, 5, 4, 3)
# Who did you send the letter to ? (Nivre, Kuhlmann & Hall 2009)
LETTER = (-1, 7, 0, 2, 2, 6, 4, 4, 2)


# The trees that are derived ---------------------------------------------------------------------


@each_case
@pytest.mark.parametrize("n", [1, 2, 3])
def test_transitions_are_those_of_the_definition(case: Case, n: int) -> None:
    """In all reachable configurations; each derivation ends in a tree, and each tree is an end."""
    ends = set()
    for c, expected in same_configurations(case.pair, n):
        check_dependents_known_to_features(c)
        assert c.is_terminal() == (case.system.legal(c) == []), expected
        if c.is_terminal():
            ends.add(tuple(c.heads))
    assert sorted(ends) == sorted(case.trees(n))


@each_case
def test_random_derivations_end_in_trees(case: Case) -> None:
    """Each word is pushed once more than it goes back, and no two words are exchanged twice."""
    rng = random.Random(1)
    for _ in range(100):
        n = rng.randint(1, 12)
        c = case.system.initial(n)
        made = []
        while not c.is_terminal():
            made.append(rng.choice(case.system.legal(c)))
            c = case.system.apply(c, made[-1])
        assert is_tree(tuple(c.heads))
        assert made.count("SWAP") <= n * (n - 1) // 2
        pushed = n + (0 in case.system.initial(n).buffer[:1])
        assert made.count("SHIFT") == pushed + made.count("SWAP")
        if case.system.single_root:
            assert c.heads.count(0) == 1


# Orders and components --------------------------------------------------------------------------


def test_orders_and_components_of_the_papers() -> None:
    """`on the issue` comes before `is` and `scheduled`, `Who` before `to`."""
    assert reference_swap.projective_order(HEARING) == [0, 1, 2, 5, 6, 7, 3, 4, 8, 9]
    assert projective_order(HEARING) == [0, 1, 2, 6, 7, 3, 4, 5, 8, 9]
    assert projective_components(HEARING) == [0, 2, 2, 3, 4, 5, 5, 5, 8, 9]
    assert projective_components(LETTER) == [0, 1, 2, 2, 4, 4, 4, 7, 8]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_orders_and_components_of_all_trees(n: int) -> None:
    for heads in all_trees(n):
        places = projective_order(heads)
        order = reference_swap.projective_order(heads)
        assert [places[node] for node in order] == list(range(n + 1)), heads
        assert (order == list(range(n + 1))) == reference.is_projective(heads)
        moved = [-1] * (n + 1)
        for d in range(1, n + 1):
            moved[places[d]] = places[heads[d]]
        assert reference.is_projective(tuple(moved)), heads
        tops = projective_components(heads)
        found = [{node for node in range(n + 1) if tops[node] == top} for top in sorted(set(tops))]
        assert sorted(found, key=min) == sorted(reference_swap.components(heads), key=min), heads


# Static oracles ---------------------------------------------------------------------------------


@each_case
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_static_oracle_derives_every_tree(case: Case, n: int) -> None:
    """By transitions that cost nothing; without SWAP if the tree is projective."""
    for heads in case.trees(n):
        c = case.system.initial(n)
        path = case.system.static_oracle(heads)
        for name in path:
            assert case.system.costs(c, heads)[name] == 0, (heads, path)
            c = case.system.apply(c, name)
        assert c.is_terminal()
        assert tuple(c.heads) == heads
        assert ("SWAP" in path) or reference.is_projective(heads), heads
        assert not ("SWAP" in path and reference.is_projective(heads)), heads


@pytest.mark.parametrize("n", [2, 3, 4, pytest.param(5, marks=pytest.mark.proof)])
def test_the_lazy_oracle_never_needs_more_swaps(n: int) -> None:
    eager, lazy = (swaps_for(name, all_trees(n)) for name in ("", "-lazy"))
    assert all(few <= many for few, many in zip(lazy, eager, strict=True))
    assert (sum(lazy) < sum(eager)) == (n > 3)


def test_swaps_of_the_papers_examples() -> None:
    for name, swaps in (("", [6, 5]), ("-lazy", [2, 2])):
        assert swaps_for(name, [HEARING, LETTER]) == swaps


def swaps_for(name: str, trees: list[Heads]) -> list[int]:
    system = get_system(f"arc-standard-swap{name}")
    return [system.static_oracle(heads).count("SWAP") for heads in trees]


# Static-dynamic costs ---------------------------------------------------------------------------


@each_case
@up_to_four
def test_costs_where_swap_is_made_when_it_is_due(case: Case, n: int) -> None:
    """All trees (of 4 words, with any number of roots, every fourth one), in all configurations
    that are reached if SWAP is made so.
    """
    step = 4 if n == 4 and not case.system.single_root else 1
    for heads in case.trees(n)[::step]:
        for c, expected in configurations(case, heads):
            check_costs(case, c, expected, heads)


@each_case
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.proof)])
def test_costs_of_parts_of_trees(case: Case, n: int) -> None:
    """SWAP follows the tree that the known arcs are completed to."""
    for heads in case.trees(n):
        for known in product((False, True), repeat=n):
            part = (-1, *(h if k else -1 for h, k in zip(heads[1:], known, strict=True)))
            for c, expected in configurations(case, part):
                check_costs(case, c, expected, part)


@each_case
def test_labelled_costs(case: Case) -> None:
    """A sample of configurations with labels on their arcs, which are right, wrong or misplaced."""
    rng = random.Random(2)
    for _ in range(25):
        heads = rng.choice(case.trees(3))
        labels = (None, *rng.choices(LABELS, k=3))
        for c, expected in some_walk(case, heads, rng):
            check_costs(case, c, expected, heads, labels)


@pytest.mark.proof
@pytest.mark.parametrize("case", [case for case in CASES if "hybrid" in str(case.id)])
def test_random_costs(case: Case) -> None:
    """Up to 6 words, many of them reordered."""
    rng = random.Random(3)
    for _ in range(60):
        heads = random_tree(rng.randint(5, 6), rng, single_root=case.system.single_root)
        for c, expected in some_walk(case, heads, rng):
            check_costs(case, c, expected, heads)


@pytest.mark.proof
@pytest.mark.parametrize("case", [case for case in CASES if "standard" in str(case.id)])
def test_arc_standard_costs_are_a_little_too_high_at_times(case: Case) -> None:
    """Of more than 4 words: a word can take another off the stack before it goes back itself."""
    rng = random.Random(3)
    losses = higher = 0
    for _ in range(60):
        heads = random_tree(rng.randint(5, 6), rng, single_root=case.system.single_root)
        loss = reference.loss_by_gain(restricted(case, heads), reference.gold_tree(heads))
        for c, expected in some_walk(case, heads, rng):
            for name in ("SHIFT", "LEFT", "RIGHT"):
                if name in restricted(case, heads).legal(expected):
                    least = loss(case.expected.apply(expected, name))
                    found = case.system.loss(case.system.apply(c, name), heads)
                    assert found >= least, (heads, expected, name)
                    assert (found == 0) == (least == 0), (heads, expected, name)
                    losses += 1
                    higher += found > least
    assert higher < losses / 200


@each_case
@pytest.mark.parametrize("known", [1.0, 0.5])
def test_transitions_that_cost_nothing_lead_to_the_gold_tree(case: Case, known: float) -> None:
    """From the start on there is always one, and all arcs that are known are made."""
    rng = random.Random(4)
    for _ in range(60):
        n = rng.randint(1, 9)
        heads: Any = random_tree(n, rng, single_root=case.system.single_root)
        heads = [-1, *(head if rng.random() < known else -1 for head in heads[1:])]
        c = case.system.initial(n)
        while not c.is_terminal():
            assert case.system.loss(c, heads) == 0
            costs = case.system.costs(c, heads)
            c = case.system.apply(c, rng.choice([name for name in costs if costs[name] == 0]))
        assert all(heads[d] in (-1, c.heads[d]) for d in range(1, n + 1))


@each_case
def test_the_loss_is_never_too_low(case: Case) -> None:
    """Words could also be reordered in other ways, and at times that saves an arc."""
    lower = 0
    for heads in case.trees(3):
        loss = reference.loss_by_search(case.expected, reference.gold_tree(heads))
        for c, expected in configurations(case, heads):
            assert loss(expected) <= case.system.loss(c, heads), (heads, expected)
            lower += loss(expected) < case.system.loss(c, heads)
    assert lower > 0


@each_case
def test_costs_elsewhere_come_close(case: Case) -> None:
    """Wherever SWAP has been made, costs are whole numbers from 0 on, and lead to an end."""
    rng = random.Random(5)
    for _ in range(40):
        n = rng.randint(3, 7)
        heads = random_tree(n, rng, single_root=case.system.single_root)
        c = case.system.initial(n)
        for _ in range(rng.randint(0, 3 * n)):
            if not c.is_terminal():
                c = case.system.apply(c, rng.choice(case.system.legal(c)))
        while not c.is_terminal():
            costs = case.system.costs(c, heads)
            assert set(costs) == set(case.system.legal(c))
            c = case.system.apply(c, min(costs, key=lambda name: costs[name]))
        wrong = [d for d in range(1, n + 1) if c.heads[d] != heads[d]]
        assert case.system.loss(c, heads) == len(wrong)


def configurations(case: Case, heads: Heads) -> Iterator[tuple[Any, Configuration]]:
    """All that are reached if SWAP is made where it is due for a tree, and nowhere else."""
    n = len(heads) - 1
    system = restricted(case, heads)
    agenda = [(case.system.initial(n), case.expected.initial(n))]
    seen = set()
    while agenda:
        c, expected = agenda.pop()
        if expected not in seen:
            seen.add(expected)
            yield c, expected
            for name in system.legal(expected):
                agenda.append((case.system.apply(c, name), case.expected.apply(expected, name)))


def some_walk(case: Case, heads: Heads, rng: random.Random) -> Iterator[tuple[Any, Configuration]]:
    """Those of one random derivation, with random labels."""
    n = len(heads) - 1
    system = restricted(case, heads)
    c, expected = case.system.initial(n), case.expected.initial(n)
    while not c.is_terminal():
        yield c, expected
        name, label = rng.choice(list(reference.transitions(system, expected, LABELS)))
        c = case.system.apply(c, name, label=label)
        expected = case.expected.apply(expected, name, label)


@cache
def restricted(case: Case, heads: Heads) -> Any:
    """The derivations of an oracle; of parts of trees the lazy one has those of the eager one."""
    return SwapsWhenDue(case.expected, tuple(complete(heads)), case.lazy and -1 not in heads[1:])


def check_costs(
    case: Case, c: Any, expected: Configuration, heads: Heads, labels: Any = None
) -> None:
    """SWAP costs nothing if it is due, and only then; the others as the search says."""
    assert view(c) == expected
    system = restricted(case, heads)
    loss = reference.loss_by_gain(system, reference.gold_tree(heads, labels))
    assert case.system.loss(c, heads, labels) == loss(expected), (heads, expected)
    costs = case.system.costs(c, heads, labels)
    due = swap_is_due(case.expected, expected, system.heads, system.lazy)
    label_set = (None,) if labels is None else tuple(sorted(set(labels[1:])))
    for name, label in reference.transitions(case.expected, expected, label_set):
        cost = costs[name] if labels is None else costs[name, label]
        if name == "SWAP":
            assert cost == (not due), (heads, expected)
        elif due:
            assert cost > 0, (heads, expected)
        else:
            after = loss(case.expected.apply(expected, name, label))
            assert cost == after - loss(expected), (heads, expected, name, label)
