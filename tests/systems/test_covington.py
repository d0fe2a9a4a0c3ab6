"""Covington's algorithm against exhaustive search, and against the paper of 2015."""

from __future__ import annotations

import random
from typing import Any

import pytest
import reference_covington as slow
from reference import all_trees, gold_tree, is_projective, is_tree
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
    view,
    with_one_root,
    with_root_arcs,
)

from dodona.systems import get_system

both_roots = pytest.mark.parametrize("root", ["first", "last"])


def covington(root: str) -> Any:
    return get_system("covington") if root == "first" else get_system("covington", root=root)


# Against exhaustive search ----------------------------------------------------------------------


def pair(root: str) -> Pair:
    return Pair(covington(root), slow.Covington(root))


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
    rng = random.Random(f"{root} {labelled}")
    compared = check_random_costs(
        pair(root),
        rng,
        trees=30,
        walks=100,
        labelled=labelled,
        method=slow.loss_by_gain,
        tree=random_tree,
    )
    assert compared == 3000


@pytest.mark.proof
@both_roots
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_smaller_tables_of_the_reference_say_the_same(root: str, n: int) -> None:
    system, trees = slow.Covington(root), all_trees(n)
    check_smaller_tables(system, n, trees, slow.loss_by_gain, plain=slow.loss_by_search)
    if n == 3:
        labels = (None, "a", "b", "a")
        check_smaller_tables(system, n, trees, slow.loss_by_gain, labels, slow.loss_by_search)


@both_roots
def test_the_oracle_loses_no_more_than_the_loss_on_long_sentences(root: str) -> None:
    system, rng = covington(root), random.Random(2015)
    for _ in range(100):
        n = rng.randint(1, 30)
        heads = random_tree(n, rng)
        c, _ = random_walk(pair(root), n, rng)
        loss = system.loss(c, heads)
        while not c.is_terminal():
            costs = system.costs(c, heads)
            assert min(costs.values()) == 0
            c = system.apply(c, rng.choice([name for name in costs if costs[name] == 0]))
            assert system.loss(c, heads) == loss
        assert sum(a != b for a, b in zip(with_root_arcs(c.heads), heads, strict=True)) == loss


# The paper --------------------------------------------------------------------------------------


def test_figure_2_loss_2_with_one_unreachable_arc() -> None:
    """⟨[1, 2], [], [3, 4], {1 → 2}⟩ and the gold arcs 0 → 2, 2 → 3, 3 → 4, 4 → 1."""
    system = covington("first")
    heads = (-1, 4, 0, 2, 3)
    c = derive(system, 4, ["SHIFT", "RIGHT", "SHIFT"])
    assert (c.lambda1, c.lambda2, c.buffer) == ([1, 2], [], [3, 4])
    assert c.heads == [-1, -1, 1, -1, -1]
    assert slow.unreachable(gold_tree(heads), view(c)) == {2}
    assert system.loss(c, heads) == 2
    assert system.costs(c, heads) == {"SHIFT": 0, "NO-ARC": 0, "RIGHT": 0}


def test_figure_1_lists() -> None:
    system = covington("first")
    c = system.initial(4)
    assert (c.lambda1, c.lambda2, c.buffer) == ([], [], [1, 2, 3, 4])
    assert system.legal(c) == ["SHIFT"]
    c = follow(system, c, ["SHIFT", "SHIFT", "SHIFT", "NO-ARC", ("LEFT", "x")])
    assert (c.lambda1, c.lambda2, c.buffer) == ([1], [2, 3], [4])
    assert c.heads == [-1, -1, 4, -1, -1]
    assert c.labels == [None, None, "x", None, None]
    assert repr(c) == "Configuration(lambda1=[1], lambda2=[2, 3], buffer=[4], arcs=[(4, 2)])"
    c = follow(system, c, ["SHIFT"])
    assert (c.lambda1, c.lambda2, c.buffer) == ([1, 2, 3, 4], [], [])
    assert c.is_terminal()


def test_erratum_2_arcs_from_the_root_hold_as_long_as_the_word_has_no_head() -> None:
    """Line 6 of Algorithm 1 would count 0 → 1 as lost once word 1 has been passed."""
    system = covington("first")
    c = derive(system, 2, ["SHIFT"])
    assert system.loss(c, (-1, 0, 0)) == 0
    assert system.loss(follow(system, c, ["SHIFT"]), (-1, 0, 0)) == 0
    assert system.costs(c, (-1, 0, 0)) == {"SHIFT": 0, "NO-ARC": 0, "LEFT": 1, "RIGHT": 1}


# Completeness and soundness ---------------------------------------------------------------------


@both_roots
@pytest.mark.parametrize(("n", "how_many"), [(3, 16), (4, 125), (5, 1296)])
def test_static_oracle_derives_every_tree(root: str, n: int, how_many: int) -> None:
    system = covington(root)
    trees = all_trees(n)
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
        for name in system.static_oracle(heads):
            assert name in system.nondet_oracle(c, heads)
            c = system.apply(c, name)


def test_static_oracle_makes_arcs_at_once_and_reads_on_at_once() -> None:
    names = covington("first").static_oracle((-1, 3, 0, 2, 1))
    rows = ["SHIFT"], ["SHIFT"], ["RIGHT", "LEFT", "SHIFT"], ["NO-ARC", "NO-ARC", "RIGHT", "SHIFT"]
    assert names == [name for row in rows for name in row]


@both_roots
def test_every_derivation_ends_in_a_tree(root: str) -> None:
    system, rng = covington(root), random.Random(1)
    for _ in range(500):
        n = rng.randint(1, 12)
        c = system.initial(n)
        while not c.is_terminal():
            c = system.apply(c, rng.choice(system.legal(c)))
        assert is_tree(with_root_arcs(c.heads))
        if root == "last":
            assert is_tree(tuple(c.heads))
        assert system.legal(c) == []
        assert system.costs(c, (-1, *range(n))) == {}


# With a single root -----------------------------------------------------------------------------

SINGLE = Pair(
    get_system("covington", root="last", single_root=True), slow.Covington("last", single_root=True)
)


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


def test_the_smaller_tables_say_the_same_with_a_single_root() -> None:
    trees = with_one_root(all_trees(3))
    check_smaller_tables(SINGLE.expected, 3, trees, slow.loss_by_gain, plain=slow.loss_by_search)


def test_the_word_that_the_root_takes_takes_all_others() -> None:
    """Each is passed by or chosen, from left to right; then only labels are open."""
    system = SINGLE.system
    c = derive(system, 3, ["SHIFT", "SHIFT", "SHIFT"])
    assert system.legal(c) == ["NO-ARC", "ROOT"]
    assert system.costs(c, (-1, 2, 0, 2)) == {"NO-ARC": 0, "ROOT": 3}
    c = follow(system, c, ["NO-ARC", "ROOT"])
    assert system.legal(c) == ["LEFT"]
    c = follow(system, c, ["LEFT"])
    assert system.legal(c) == ["RIGHT"]
    assert follow(system, c, ["RIGHT"]).heads == [-1, 2, 0, 2]


def test_with_single_root_there_is_one() -> None:
    system = SINGLE.system
    rng, choices = random.Random(2), 0
    for _ in range(500):
        n = rng.randint(1, 12)
        c = system.initial(n)
        while not c.is_terminal():
            legal = system.legal(c)
            choices += legal == ["NO-ARC", "ROOT"]
            c = system.apply(c, rng.choice([*legal, "SHIFT"] if "SHIFT" in legal else legal))
        assert is_tree(tuple(c.heads))
        assert c.heads.count(0) == 1
    assert choices > 500


# Errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("root", "n", "before", "name"),
    [
        ("first", 2, [], "NO-ARC"),  # there is no left focus word
        ("first", 2, [], "LEFT"),
        ("first", 3, ["SHIFT", "LEFT", "SHIFT", "NO-ARC"], "LEFT"),  # 1 has a head
        ("first", 3, ["SHIFT", "SHIFT", "RIGHT"], "RIGHT"),  # 3 has a head
        ("first", 3, ["SHIFT", "LEFT", "SHIFT", "RIGHT"], "LEFT"),  # 1 has a head
        ("first", 3, ["SHIFT", "RIGHT", "SHIFT", "RIGHT"], "LEFT"),  # a cycle
        ("first", 1, ["SHIFT"], "SHIFT"),  # terminal
        ("last", 1, ["SHIFT"], "SHIFT"),
        ("last", 1, ["SHIFT", "ROOT"], "ROOT"),
        ("last", 2, ["SHIFT"], "ROOT"),
    ],
)
def test_illegal_transition(root: str, n: int, before: list[str], name: str) -> None:
    check_illegal(covington(root), n, before, name)


def test_there_is_no_root_transition_in_the_system_of_the_paper() -> None:
    system = covington("first")
    assert system.actions == ("SHIFT", "NO-ARC", "LEFT", "RIGHT")
    with pytest.raises(ValueError, match="no transition 'ROOT'"):
        system.apply(derive(system, 1, ["SHIFT"]), "ROOT")


def test_there_is_only_one_loss() -> None:
    with pytest.raises(ValueError, match="covington has no loss 'upper'"):
        get_system("covington", loss="upper")
