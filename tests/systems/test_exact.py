"""Exact costs against exhaustive search, for trees of any kind, also those that are not projective.

The tests know of no table: the references try every transition sequence.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
import reference
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from reference import ArcEager, Heads, all_trees, is_projective, loss_by_gain, loss_by_search
from reference_arc_hybrid import ArcHybrid
from reference_arc_standard import ArcStandard
from strategies import LABELS, configurations, labels_for, long_projective_trees, trees
from systems_proof import (
    Pair,
    by_name,
    derive,
    random_tree,
    random_walk,
    same_configurations,
    with_one_root,
)

from dodona.systems import get_system, system_names
from dodona.systems.exact_oracles import exact_oracle
from dodona.systems.gold import Gold

LAST: Any = {"root": "last", "single_root": True}
PAIRS = {
    "arc-eager, root first": Pair(get_system("arc-eager"), ArcEager("first")),
    "arc-eager, root last": Pair(get_system("arc-eager", root="last"), ArcEager("last")),
    "arc-hybrid, root first": Pair(get_system("arc-hybrid"), ArcHybrid("first")),
    "arc-hybrid, root last": Pair(get_system("arc-hybrid", root="last"), ArcHybrid("last")),
    "arc-standard": Pair(get_system("arc-standard"), ArcStandard()),
    "arc-eager, one root": Pair(get_system("arc-eager", **LAST), ArcEager("last", True)),
    "arc-hybrid, one root": Pair(get_system("arc-hybrid", **LAST), ArcHybrid("last", True)),
    "arc-standard, one root": Pair(get_system("arc-standard", single_root=True), ArcStandard(True)),
}
each_pair = pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)


def trees_for(pair: Pair, every: list[Heads]) -> list[Heads]:
    """The trees that costs are exact for: with a single root those that have one."""
    return with_one_root(every) if pair.system.single_root else every


def check_exact(
    pair: Pair, c: Any, expected: reference.Configuration, heads: Heads, labels: Any, method: Any
) -> None:
    case = (heads, labels, expected)
    costs: dict[Any, int] = reference.costs(pair.expected, expected, heads, labels, method=method)
    if labels is None:
        costs = by_name(costs)
    loss = reference.best_loss(pair.expected, expected, heads, labels, method=method)
    assert pair.system.costs(c, heads, labels, exact=True) == costs, case
    assert pair.system.loss(c, heads, labels, exact=True) == loss, case


@each_pair
@pytest.mark.parametrize(
    ("n", "how_many"), [(1, 1), (2, 3), (3, 16), pytest.param(4, 125, marks=pytest.mark.proof)]
)
def test_all_trees_in_all_reachable_configurations(pair: Pair, n: int, how_many: int) -> None:
    every = list(same_configurations(pair, n))
    assert len(all_trees(n)) == how_many
    for heads in trees_for(pair, all_trees(n)):
        for c, expected in every:
            check_exact(pair, c, expected, heads, None, loss_by_search)


@pytest.mark.proof
@each_pair
@pytest.mark.parametrize("labelled", [False, True], ids=["unlabelled", "labelled"])
def test_two_thousand_random_configurations_of_random_trees(pair: Pair, labelled: bool) -> None:
    """Up to 7 words, most of the trees not projective."""
    rng = random.Random(f"{pair.system.name} {labelled}")
    crossing = 0
    for _ in range(100):
        heads = random_tree(rng.randint(2, 7), rng, single_root=pair.system.single_root)
        labels = (None, *rng.choices(LABELS, k=len(heads) - 1)) if labelled else None
        crossing += not is_projective(heads)
        for _ in range(20):
            c, expected = random_walk(pair, len(heads) - 1, rng)
            check_exact(pair, c, expected, heads, labels, loss_by_gain)
    assert crossing > 40


@each_pair
@settings(max_examples=40)
@given(data=st.data())
def test_the_oracle_loses_no_more_than_the_loss_on_longer_sentences(
    pair: Pair, data: st.DataObject
) -> None:
    """Some way on that costs nothing ends with as many wrong arcs as the loss says."""
    system = pair.system
    heads = data.draw(trees(max_words=20, single_root=system.single_root))
    labels = data.draw(labels_for(heads))
    c = data.draw(configurations(system, len(heads) - 1, LABELS))
    rng = data.draw(st.randoms())
    loss = system.loss(c, heads, labels, exact=True)
    while not c.is_terminal():
        costs = system.costs(c, heads, labels, exact=True)
        assert min(costs.values()) == 0
        c = system.apply(c, *rng.choice([t for t in costs if costs[t] == 0]))
    wrong = [d for d in range(len(heads)) if (c.heads[d], c.labels[d]) != (heads[d], labels[d])]
    assert len(wrong) == loss


@each_pair
@settings(max_examples=40)
@given(data=st.data())
def test_tables_used_again_along_a_derivation_say_the_same(pair: Pair, data: st.DataObject) -> None:
    """As in training: what is known of the lower part of the stack is not computed anew."""
    system = pair.system
    oracle = exact_oracle(system, 30)
    for _ in range(2):
        heads = data.draw(trees(min_words=2, max_words=20, single_root=system.single_root))
        c = system.initial(len(heads) - 1)
        derivation = []
        while not c.is_terminal():
            derivation.append(c)
            names = system.legal(c)
            c = system.apply(c, names[data.draw(st.integers(0, 999)) % len(names)])
        found = oracle.along([c.state for c in derivation], Gold(heads))
        for c, costs in zip(derivation, found, strict=True):
            expected = system.costs(c, heads, exact=True)
            of = {name: costs[i] for i, name in enumerate(system.actions)}
            assert {name: of[name] for name in expected} == expected


@each_pair
@settings(max_examples=40)
@given(data=st.data())
def test_on_projective_trees_it_says_what_the_counted_costs_say(
    pair: Pair, data: st.DataObject
) -> None:
    heads = data.draw(long_projective_trees(max_words=30))
    assume(not pair.system.single_root or heads.count(0) == 1)
    c = data.draw(configurations(pair.system, len(heads) - 1))
    assert pair.system.costs(c, heads, exact=True) == pair.system.costs(c, heads)
    assert pair.system.loss(c, heads, exact=True) == pair.system.loss(c, heads)


# Aufrant, Wisniewski & Yvon 2018 ----------------------------------------------------------------


def test_figure_2_where_every_action_has_a_cost() -> None:
    """SHIFT attaches one word rightly in the end, LEFT one, RIGHT two; so RIGHT is the best."""
    system = get_system("arc-eager", root="last")
    heads = (-1, 3, 0, 2)
    c = derive(system, 3, ["SHIFT", "SHIFT"])
    assert (c.stack, c.buffer) == ([1, 2], [3, 0])
    assert system.costs(c, heads) == {"SHIFT": 2, "LEFT": 2, "RIGHT": 1}
    assert system.oracle(c, heads) == {"RIGHT"}
    assert system.costs(c, heads, exact=True) == {"SHIFT": 1, "LEFT": 1, "RIGHT": 0}
    assert system.loss(c, heads, exact=True) == 1
    rights = {
        "SHIFT": derive(system, 3, ["SHIFT", "SHIFT", "SHIFT", "LEFT", "LEFT", "LEFT"]),
        "LEFT": derive(system, 3, ["SHIFT", "SHIFT", "LEFT", "LEFT", "SHIFT", "LEFT"]),
        "RIGHT": derive(system, 3, ["SHIFT", "SHIFT", "RIGHT", "REDUCE", "LEFT", "LEFT"]),
    }
    right_words = {
        name: [d for d in (1, 2, 3) if end.heads[d] == heads[d]] for name, end in rights.items()
    }
    assert right_words == {"SHIFT": [2], "LEFT": [1], "RIGHT": [2, 3]}


@pytest.mark.parametrize("heads", [(-1, 3, 0, 0, 1), (-1, 3, 0, 2, 1), (-1, 4, 0, 1, 2)])
def test_figure_3_where_the_costs_are_poorly_approximated(heads: Heads) -> None:
    """All gold arcs are in reach, two of them together, and whatever is done, two can be had.

    The drawing is lost; these are all the trees over four words for which the caption holds.
    """
    system = get_system("arc-eager", root="last")
    c = derive(system, 4, ["SHIFT"])
    assert system.loss(c, heads) == 0
    assert system.costs(c, heads) == {"SHIFT": 0, "LEFT": 2, "RIGHT": 1}
    assert system.loss(c, heads, exact=True) == 2
    assert system.costs(c, heads, exact=True) == {"SHIFT": 0, "LEFT": 0, "RIGHT": 0}
    assert system.oracle(c, heads, exact=True) == {"SHIFT", "LEFT", "RIGHT"}


def test_the_minimum_cost_set_is_mostly_the_exact_one() -> None:
    """In arc-eager (errata.md, 4); where it is another, it nearly always lies inside."""
    system = get_system("arc-eager", root="last")
    rng = random.Random(2018)
    compared = same = inside = 0
    while compared < 500:
        heads = random_tree(rng.randint(3, 6), rng)
        if is_projective(heads):
            continue
        c, _ = random_walk(PAIRS["arc-eager, root last"], len(heads) - 1, rng)
        if c.is_terminal():
            continue
        least, exact = system.oracle(c, heads), system.oracle(c, heads, exact=True)
        compared += 1
        same += least == exact
        inside += least <= exact
    assert compared > inside > 0.95 * compared
    assert inside > same > 0.8 * compared


def test_the_minimum_cost_set_can_lie_outside_the_exact_one() -> None:
    """LEFT loses two arcs, but no tree could have had them together with the others."""
    system = get_system("arc-eager")
    heads = (-1, 0, 0, 0, 1, 0, 1)
    c = derive(system, 6, ["SHIFT"])
    assert system.costs(c, heads) == {"SHIFT": 1, "LEFT": 2, "RIGHT": 1}
    assert system.costs(c, heads, exact=True) == {"SHIFT": 1, "LEFT": 0, "RIGHT": 1}


def test_sentences_that_there_is_no_room_for() -> None:
    system = get_system("arc-eager")
    with pytest.raises(ValueError, match="there is room for 1 words, not for 2"):
        exact_oracle(system, 1).along([], Gold((-1, 0, 1)))
    c = system.initial(3000)
    with pytest.raises(ValueError, match="up to 2000 words"):
        system.loss(c, [-1, *range(3000)], exact=True)


def test_systems_without_exact_costs_say_so() -> None:
    for name in set(system_names()) - {"arc-eager", "arc-hybrid", "arc-standard"}:
        system = get_system(name)
        if name == "covington-nonmonotonic":
            continue
        with pytest.raises(ValueError, match=r"no exact costs to choose; arc-eager, arc-hybrid"):
            system.costs(system.initial(2), (-1, 0, 1), exact=True)
