"""Covington with non-local transitions: against exhaustive search, and beside Covington."""

from __future__ import annotations

import random
from typing import Any

import pytest
import reference_covington as slow
from reference import all_trees, is_projective, is_tree
from reference_covington_nonlocal import CovingtonNonlocal
from systems_proof import (
    Pair,
    check_all_costs,
    check_all_labelled_costs,
    check_illegal,
    check_random_costs,
    check_smaller_tables,
    derive,
    follow,
    random_tree,
    random_walk,
    same_configurations,
    with_one_root,
    with_root_arcs,
)

from dodona.systems import get_system, parsing_system
from dodona.systems.walk import Walk

NAME = "covington-nonlocal"
both_roots = pytest.mark.parametrize("root", ["first", "last"])


def nonlocal_system(root: str) -> Any:
    return get_system(NAME) if root == "first" else get_system(NAME, root=root)


def pair(root: str) -> Pair:
    return Pair(nonlocal_system(root), CovingtonNonlocal(root))


SINGLE = Pair(
    get_system(NAME, root="last", single_root=True), CovingtonNonlocal("last", single_root=True)
)


# Against exhaustive search ----------------------------------------------------------------------


@both_roots
@pytest.mark.parametrize(
    ("n", "how_many"), [(1, 1), (2, 3), (3, 16), pytest.param(4, 125, marks=pytest.mark.proof)]
)
def test_all_configurations_of_all_trees(root: str, n: int, how_many: int) -> None:
    trees = all_trees(n)
    assert len(trees) == how_many
    check_all_costs(pair(root), n, trees, slow.loss_by_search)


@both_roots
@pytest.mark.parametrize("n", [1, 2, 3])
def test_labelled_costs_of_all_trees(root: str, n: int) -> None:
    """All gold labels of two; with n = 3 a sample of the configurations."""
    check_all_labelled_costs(pair(root), n, all_trees(n), slow.loss_by_search, most=200)


@pytest.mark.proof
@both_roots
@pytest.mark.parametrize("labelled", [False, True], ids=["unlabelled", "labelled"])
def test_three_thousand_random_configurations(root: str, labelled: bool) -> None:
    """Longer sentences, up to 7 words: 30 random trees, 100 random walks for each."""
    compared = check_random_costs(
        pair(root),
        random.Random(f"{root} {labelled}"),
        trees=30,
        walks=100,
        labelled=labelled,
        method=slow.loss_by_gain,
        tree=random_tree,
    )
    assert compared == 3000


@both_roots
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_smaller_tables_of_the_reference_say_the_same(root: str, n: int) -> None:
    system = CovingtonNonlocal(root)
    check_smaller_tables(system, n, all_trees(n), slow.loss_by_gain, plain=slow.loss_by_search)


@pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=pytest.mark.proof)])
def test_all_configurations_of_all_trees_with_a_single_root(n: int) -> None:
    assert check_all_costs(SINGLE, n, with_one_root(all_trees(n)), slow.loss_by_search) > 0


@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.proof)])
def test_labelled_costs_of_all_trees_with_a_single_root(n: int) -> None:
    trees = with_one_root(all_trees(n))
    check_all_labelled_costs(SINGLE, n, trees, slow.loss_by_search, most=60)


@pytest.mark.proof
@pytest.mark.parametrize("labelled", [False, True], ids=["unlabelled", "labelled"])
def test_random_configurations_with_a_single_root(labelled: bool) -> None:
    compared = check_random_costs(
        SINGLE,
        random.Random(5),
        20,
        60,
        labelled=labelled,
        method=slow.loss_by_gain,
        single_root=True,
        tree=random_tree,
    )
    assert compared == 1200


@both_roots
def test_costs_are_differences_of_losses_on_long_sentences(root: str) -> None:
    """So long that NO-ARC is legal; some transition costs nothing, and what it loses is what ends
    up missing.
    """
    system, rng, passed = nonlocal_system(root), random.Random(2018), 0
    for _ in range(20):
        n = rng.randint(25, 70)
        heads = random_tree(n, rng)
        c = derive(system, n, random_start(system, n, rng))
        loss = system.loss(c, heads)
        for _ in range(15):
            if c.is_terminal():
                break
            costs = system.costs(c, heads)
            assert min(costs.values()) == 0
            for name, cost in costs.items():
                assert system.loss(system.apply(c, name), heads) == loss + cost
            passed += "NO-ARC" in costs
            c = system.apply(c, rng.choice([name for name in costs if costs[name] == 0]))
    assert passed > 20


def random_start(system: Any, n: int, rng: random.Random) -> list[str]:
    """Some transitions, most of them SHIFT."""
    c, names = system.initial(n), []
    while len(c.buffer) > n // 4:
        legal = system.legal(c)
        names.append("SHIFT" if rng.random() < 0.7 else rng.choice(legal))
        c = system.apply(c, names[-1])
    return names


# Beside Covington's algorithm --------------------------------------------------------------------


def step_by_step(c: Any, name: str) -> list[str]:
    """What Covington's algorithm does for a transition."""
    side, _, k = name.partition("_")
    if c.buffer[:1] in ([], [0]):
        return [side]
    if name == "NO-ARC":
        return ["NO-ARC"] * 30
    return ["NO-ARC"] * (int(k or 1) - 1) + [side]


@pytest.mark.parametrize("single_root", [False, True])
def test_it_does_what_several_transitions_of_covington_do(single_root: bool) -> None:
    """The same lists, arcs and losses, in sentences of all lengths."""
    system, other = (
        get_system(name, root="last", single_root=single_root) for name in (NAME, "covington")
    )
    rng = random.Random(1710)
    for _ in range(100):
        n = rng.choice([3, 8, 20, 45])
        heads = random_tree(n, rng, single_root=single_root)
        c, same = system.initial(n), other.initial(n)
        while not c.is_terminal():
            name = "SHIFT" if rng.random() < 0.5 else "NO-ARC"
            if name not in (legal := system.legal(c)):
                name = rng.choice(legal)
            same = follow(other, same, step_by_step(c, name))
            c = system.apply(c, name)
            assert (c.lists, c.heads) == (same.lists, same.heads)
            assert system.loss(c, heads) == other.loss(same, heads)
        assert same.is_terminal()


# The paper --------------------------------------------------------------------------------------


def test_one_transition_for_what_covington_passes_by() -> None:
    """A hearing is scheduled on the issue today: "on" hangs from "hearing"."""
    heads = (-1, 2, 3, 0, 3, 2, 7, 5, 4)
    names = nonlocal_system("first").static_oracle(heads)
    assert [name for name in names if name != "SHIFT"] == [
        *("LEFT_1", "LEFT_1", "RIGHT_1"),
        *("RIGHT_3", "LEFT_1", "RIGHT_1", "RIGHT_4"),
    ]
    local = get_system("covington").static_oracle(heads)
    assert len(local) == len(names) + local.count("NO-ARC")


def test_lists() -> None:
    system = nonlocal_system("first")
    c = follow(system, system.initial(4), ["SHIFT", "SHIFT", "SHIFT"])
    assert system.legal(c) == [
        "SHIFT",
        *("LEFT_1", "RIGHT_1", "LEFT_2", "RIGHT_2", "LEFT_3", "RIGHT_3"),
    ]
    c = system.apply(c, "LEFT_2", "x")
    assert (c.lambda1, c.lambda2, c.buffer) == ([1], [2, 3], [4])
    assert (c.heads, c.labels[2]) == ([-1, -1, 4, -1, -1], "x")
    assert system.legal(c) == ["SHIFT", "LEFT_1", "RIGHT_1"]
    c = system.apply(c, "RIGHT_1")
    assert (c.lambda1, c.lambda2, c.buffer) == ([], [1, 2, 3], [4])
    assert system.legal(c) == ["SHIFT"]


def test_cycles_count_in_the_loss() -> None:
    """Figure 2 of the 2015 paper: one gold arc is out of reach, and three close a cycle."""
    system = nonlocal_system("first")
    c = derive(system, 4, ["SHIFT", "RIGHT_1", "SHIFT"])
    assert system.loss(c, (-1, 4, 0, 2, 3)) == 2
    assert system.costs(c, (-1, 4, 0, 2, 3)) == {
        "SHIFT": 0,
        "RIGHT_1": 0,
        "LEFT_2": 1,
        "RIGHT_2": 1,
    }


# Completeness and soundness ---------------------------------------------------------------------


@both_roots
@pytest.mark.parametrize(("n", "how_many"), [(3, 16), (4, 125), (5, 1296)])
def test_static_oracle_derives_every_tree(root: str, n: int, how_many: int) -> None:
    """In 2n transitions at most."""
    system, trees = nonlocal_system(root), all_trees(n)
    assert len(trees) == how_many
    assert any(not is_projective(heads) for heads in trees)
    labels = (None, *"abcde"[:n])
    for heads in trees:
        c = derive(system, n, system.static_oracle(heads, labels=labels))
        assert c.is_terminal()
        assert with_root_arcs(c.heads) == heads
        if root == "last":
            assert (tuple(c.heads), tuple(c.labels)) == (heads, labels)
        c = system.initial(n)
        names = system.static_oracle(heads)
        assert len(names) <= 2 * n
        for name in names:
            assert system.nondet_oracle(c, heads) == {name}
            c = system.apply(c, name)


@pytest.mark.parametrize("n", [29, 30, 31, 32, 61, 100])
@pytest.mark.parametrize("single_root", [False, True])
def test_words_further_away_than_k_goes(single_root: bool, n: int) -> None:
    """The last word belongs to the first, or the first to the last; and any trees."""
    system = parsing_system(NAME, single_root=single_root)
    rng = random.Random(n)
    trees = [(-1, 0, *range(1, n), 1), (-1, n + 1, *range(1, n), 0)]
    trees += [random_tree(n + 1, rng, single_root=single_root) for _ in range(20)]
    for heads in trees:
        c = system.initial(n + 1)
        for name in system.static_oracle(heads):
            allowed = system.nondet_oracle(c, heads)
            assert name in allowed
            assert single_root or allowed <= {name, "NO-ARC"}
            c = system.apply(c, name)
        assert tuple(c.heads) == heads


def test_no_arc_is_there_only_where_k_does_not_reach() -> None:
    system = nonlocal_system("last")
    for words in (30, 31):
        c = derive(system, 40, ["SHIFT"] * words)
        assert ("NO-ARC" in system.legal(c)) == (words == 31)
        assert {"LEFT_30", "RIGHT_30"} < set(system.legal(c))
    assert system.apply(c, "NO-ARC").lambda1 == [1]


@both_roots
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_reference_has_the_same_configurations(root: str, n: int) -> None:
    assert all(same_configurations(pair(root), n, ("a", "b")))


@pytest.mark.parametrize(
    "case", [pair("first"), pair("last"), SINGLE], ids=["first", "last", "single"]
)
def test_every_derivation_ends_in_a_tree(case: Pair) -> None:
    """Those with the root last have a transition for each word, one for each arc, and NO-ARC."""
    system, rng, root_last = case.system, random.Random(1), case.system.root_last
    for _ in range(300):
        n = rng.choice([1, 2, 5, 12, 40])
        c, steps = system.initial(n), 0
        while not c.is_terminal():
            name = rng.choice([*(legal := system.legal(c)), *["SHIFT"] * ("SHIFT" in legal)])
            c = system.apply(c, name)
            steps += name != "NO-ARC"
        assert is_tree(with_root_arcs(c.heads))
        assert is_tree(tuple(c.heads)) or not root_last
        assert steps == 2 * n if root_last else n <= steps <= 2 * n
        assert c.heads.count(0) == 1 or not system.single_root
        assert system.legal(c) == []


@pytest.mark.parametrize("n", [8, 12, 45])
def test_random_walks_are_as_the_reference_has_them(n: int) -> None:
    for _ in range(20):
        for case in (pair("first"), pair("last"), SINGLE):
            random_walk(case, n, random.Random(n))


def test_derivations_that_can_be_gone_through_again() -> None:
    assert "RIGHT_3" in Walk(nonlocal_system("last"), (-1, 0, 1, 1, 1)).transitions


# Errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("root", "n", "before", "name"),
    [
        ("first", 2, [], "LEFT_1"),  # λ1 is empty
        ("first", 3, ["SHIFT"], "RIGHT_2"),  # it has one word
        ("first", 3, ["SHIFT", "LEFT_1", "SHIFT"], "LEFT_2"),  # 1 has a head
        ("first", 3, ["SHIFT", "SHIFT", "RIGHT_1"], "RIGHT_1"),  # 3 has a head
        ("first", 3, ["SHIFT", "RIGHT_1", "SHIFT", "RIGHT_1"], "LEFT_1"),  # a cycle
        ("first", 3, ["SHIFT", "SHIFT"], "NO-ARC"),  # k reaches all
        ("first", 1, ["SHIFT"], "ROOT"),  # terminal
        ("last", 1, ["SHIFT"], "SHIFT"),
        ("last", 2, ["SHIFT"], "ROOT"),
    ],
)
def test_illegal_transition(root: str, n: int, before: list[str], name: str) -> None:
    check_illegal(nonlocal_system(root), n, before, name)
