"""2-planar parsing: transitions, stacks and costs against exhaustive search."""

from __future__ import annotations

import random
from itertools import combinations, product
from typing import Any

import pytest
import reference_two_planar as slow
from reference import (
    NO_HEAD,
    Heads,
    all_projective_trees,
    all_trees,
    gold_tree,
    is_projective,
    is_tree,
)
from reference_two_planar import TwoPlanar
from systems_proof import (
    Pair,
    check_all_costs,
    check_all_labelled_costs,
    check_dependents_known_to_features,
    check_illegal,
    check_random_costs,
    check_smaller_tables,
    derive,
    random_tree,
    random_walk,
    same_configurations,
    with_one_root,
    with_root_arcs,
)

from dodona.errors import TreeError
from dodona.systems import get_system, parsing_system
from dodona.systems.walk import Walk

NAME = "two-planar"
both_roots = pytest.mark.parametrize("root", ["first", "last"])


def two_planar(root: str, **keywords: Any) -> Any:
    return get_system(NAME, root="last", **keywords) if root == "last" else get_system(NAME)


def pair(root: str) -> Pair:
    return Pair(two_planar(root), TwoPlanar(root))


SINGLE = Pair(two_planar("last", single_root=True), TwoPlanar("last", single_root=True))

# "S" reads on, "R" reduces, "/" switches.
SHORT = {"S": "SHIFT", "R": "REDUCE", "<": "LEFT", ">": "RIGHT", "/": "SWITCH"}


def names(short: str) -> list[str]:
    return [SHORT[letter] for letter in short]


def crossing(heads: Heads) -> list[tuple[int, int]]:
    """The pairs of words whose arcs cross, without those from the root."""
    ends = {d: sorted((d, heads[d])) for d in range(1, len(heads)) if heads[d] > 0}
    return [
        (d, e)
        for d, e in combinations(ends, 2)
        if ends[d][0] < ends[e][0] < ends[d][1] < ends[e][1]
        or ends[e][0] < ends[d][0] < ends[e][1] < ends[d][1]
    ]


def fewest_lost(heads: Heads) -> int:
    """How many arcs must be left out so that two planes are enough: by trying all colourings."""
    pairs = crossing(heads)
    words = sorted({d for both in pairs for d in both})
    return min(
        colours.count(0)
        for colours in product((0, 1, 2), repeat=len(words))
        if all(
            (colour := colours[words.index(d)]) == 0 or colour != colours[words.index(e)]
            for d, e in pairs
        )
    )


# Against exhaustive search ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("root", "n"),
    [
        *product(["first", "last"], [1, 2]),
        ("first", 3),
        pytest.param("last", 3, marks=pytest.mark.proof),
    ],
)
def test_all_configurations_of_all_trees(root: str, n: int) -> None:
    trees = all_trees(n)
    assert len(trees) == {1: 1, 2: 3, 3: 16}[n]
    check_all_costs(pair(root), n, trees, slow.loss_by_search)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_all_configurations_of_all_trees_with_a_single_root(n: int) -> None:
    assert check_all_costs(SINGLE, n, with_one_root(all_trees(n)), slow.loss_by_search) > 0


@pytest.mark.parametrize("case", [pair("first"), SINGLE], ids=["first", "single"])
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.proof)])
def test_labelled_costs_of_all_trees(case: Pair, n: int) -> None:
    """All gold labels of two; with n = 3 a sample of the configurations."""
    trees = with_one_root(all_trees(n)) if case.system.single_root else all_trees(n)
    check_all_labelled_costs(case, n, trees, slow.loss_by_search, most=60)


@pytest.mark.proof
@pytest.mark.parametrize(
    "case", [pair("first"), pair("last"), SINGLE], ids=["first", "last", "single"]
)
def test_all_trees_with_four_words(case: Pair) -> None:
    """In a sample of all reachable configurations."""
    every = random.Random(4).sample(list(same_configurations(case, 4)), 300)
    for heads in all_trees(4):
        if not case.system.single_root or heads.count(0) == 1:
            for c, expected in every:
                loss = slow.loss_by_gain(case.expected, gold_tree(heads))(expected)
                assert case.system.loss(c, heads) == loss, (heads, expected)


@pytest.mark.proof
@pytest.mark.parametrize(
    "case", [pair("first"), pair("last"), SINGLE], ids=["first", "last", "single"]
)
def test_random_configurations(case: Pair) -> None:
    """Up to 5 words, with labels."""
    compared = check_random_costs(
        case,
        random.Random(2010),
        20,
        60,
        labelled=True,
        method=slow.loss_by_gain,
        single_root=case.system.single_root,
        tree=random_tree,
        longest=5,
    )
    assert compared == 1200


@both_roots
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_smaller_tables_of_the_reference_say_the_same(root: str, n: int) -> None:
    check_smaller_tables(
        TwoPlanar(root), n, all_trees(n), slow.loss_by_gain, plain=slow.loss_by_search
    )


@pytest.mark.parametrize("single_root", [False, True])
def test_what_the_oracle_loses_is_what_ends_up_missing(single_root: bool) -> None:
    """Longer sentences: costs are differences of losses, some transition costs nothing, and to take
    such ones leads to a tree that lacks as many arcs as was said.
    """
    system, rng, losses = two_planar("last", single_root=single_root), random.Random(2018), 0
    for _ in range(30):
        n = rng.randint(6, 12)
        heads = random_tree(n, rng, single_root=single_root)
        c, steps = system.initial(n), rng.randrange(3 * n)
        while not c.is_terminal():
            loss, costs = system.loss(c, heads), system.costs(c, heads)
            assert min(costs.values()) == 0
            for name, cost in costs.items():
                assert system.loss(system.apply(c, name), heads) == loss + cost
            steps -= 1
            c = system.apply(c, rng.choice([x for x in costs if costs[x] == 0 or steps > 0]))
        assert sum(a != b for a, b in zip(c.heads, heads, strict=True)) == loss
        losses += loss
    assert losses > 30


def test_trees_that_are_not_2_planar() -> None:
    """What is lost at the start is the fewest arcs that are left out of two planes."""
    rng, system, found = random.Random(5), two_planar("last"), 0
    for _ in range(300):
        heads = random_tree(rng.randint(8, 10), rng)
        if len({d for both in crossing(heads) for d in both}) <= 9:
            lost = fewest_lost(heads)
            assert system.loss(system.initial(len(heads) - 1), heads) == lost
            assert system.derives(heads) == (lost == 0)
            found += lost > 0
    assert found > 20


def test_three_arcs_that_cross_each_other_are_not_derived() -> None:
    system = two_planar("last")
    assert system.derives((-1, 0, 1, 2, 1, 2, 0))
    heads = (-1, 0, 1, 2, 1, 2, 3)
    assert crossing(heads) == [(4, 5), (4, 6), (5, 6)]
    assert not system.derives(heads)
    with pytest.raises(TreeError, match="two-planar derives some trees only"):
        system.static_oracle(heads)


# The paper --------------------------------------------------------------------------------------


def test_a_tree_with_crossing_arcs() -> None:
    """1 → 3 and 4 → 2 cross, so one of them is made on the other plane."""
    system = two_planar("last")
    heads = (-1, 0, 4, 1, 3)
    transitions = system.static_oracle(heads)
    assert transitions == [*names("SSR>RS>R/R<RRS"), "ROOT"]
    assert derive(system, 4, transitions).heads == list(heads)


def test_stacks() -> None:
    system = two_planar("first")
    c = system.initial(4)
    assert (c.stack, c.inactive, c.buffer) == ([], [], [1, 2, 3, 4])
    assert system.legal(c) == ["SHIFT"]
    c = derive(system, 4, [*names("SSR"), ("RIGHT", "x")])
    assert (c.stack, c.inactive, c.buffer) == ([1], [1, 2], [3, 4])
    assert (c.heads, c.labels[3]) == ([-1, -1, -1, 1, -1], "x")
    assert system.legal(c) == ["SHIFT", "REDUCE", "SWITCH"]
    assert repr(c) == "Configuration(stack=[1], inactive=[1, 2], buffer=[3, 4], arcs=[(1, 3)])"
    c = system.apply(c, "SWITCH")
    assert (c.stack, c.inactive, c.buffer) == ([1, 2], [1], [3, 4])
    assert system.legal(c) == ["SHIFT", "REDUCE", "LEFT"]
    c = system.apply(c, "SHIFT")
    assert (c.stack, c.inactive, c.buffer) == ([1, 2, 3], [1, 3], [4])
    assert c.to_dict()["inactive"] == [1, 3]


def test_cycles_count_in_the_loss() -> None:
    """Figure 2 of the 2015 paper: one gold arc is out of reach, and three close a cycle."""
    c = derive(two_planar("first"), 4, names("S>S"))
    assert two_planar("first").loss(c, (-1, 4, 0, 2, 3)) == 2


def test_planes_count_in_the_loss() -> None:
    """1 → 3 and 2 → 4 cross and need a plane each. Once 2 has left one stack, 1 → 3 must be made
    there; so there is room for one of them only if 1 has left it too, or SWITCH comes first.
    """
    system, heads = two_planar("first"), (-1, 0, 1, 1, 2)
    c = derive(system, 4, names("S>SR"))
    assert system.loss(c, heads) == 0
    assert system.costs(c, heads) == {
        "SHIFT": 1,
        "REDUCE": 1,
        "LEFT": 2,
        "RIGHT": 0,
        "SWITCH": 1,
    }


def test_the_plane_that_was_just_left_is_out_of_reach_until_something_is_done() -> None:
    """1 → 3 must be made on the first stack, where 2 is no more, and REDUCE on the other loses
    2 → 4. An arc that costs nothing helps: the head of 2 is not known.
    """
    system = two_planar("first")
    c = derive(system, 4, names("SSR/"))
    assert system.costs(c, (-1, 0, 0, 1, 2)) == {"SHIFT": 0, "REDUCE": 0, "LEFT": 0, "RIGHT": 0}
    assert system.loss(c, (-1, 0, 0, 1, 2)) == 1
    assert system.loss(c, (-1, 0, NO_HEAD, 1, 2)) == 0
    assert system.costs(c, (-1, 0, NO_HEAD, 1, 2))["LEFT"] == 0


# Completeness and soundness ---------------------------------------------------------------------


@both_roots
@pytest.mark.parametrize(("n", "how_many"), [(3, 16), (4, 125), (5, 1296)])
def test_static_oracle_derives_every_short_tree(root: str, n: int, how_many: int) -> None:
    """All trees with up to five words are 2-planar."""
    system = two_planar(root)
    trees = all_trees(n)
    assert len(trees) == how_many
    assert any(not is_projective(heads) for heads in trees)
    labels = (None, *"abcde"[:n])
    for heads in trees:
        assert fewest_lost(heads) == 0
        c = derive(system, n, system.static_oracle(heads, labels=labels))
        assert c.is_terminal()
        assert with_root_arcs(c.heads) == heads
        if root == "last":
            assert (tuple(c.heads), tuple(c.labels)) == (heads, labels)
        c = system.initial(n)
        for name in system.static_oracle(heads):
            assert name in system.nondet_oracle(c, heads)
            c = system.apply(c, name)


def test_projective_trees_need_one_plane() -> None:
    for heads in all_projective_trees(5):
        assert "SWITCH" not in two_planar("first").static_oracle(heads)


@pytest.mark.parametrize(
    "case", [pair("first"), pair("last"), SINGLE], ids=["first", "last", "single"]
)
def test_every_derivation_ends_in_a_tree(case: Pair) -> None:
    """In linear time: each word is pushed and has at most one arc, and is popped twice; no two
    SWITCH stand side by side.
    """
    system, rng, root_last = case.system, random.Random(1), case.system.root_last
    for _ in range(300):
        n = rng.choice([1, 2, 5, 12, 40])
        c, made = system.initial(n), []
        while not c.is_terminal():
            made.append(rng.choice(system.legal(c)))
            c = system.apply(c, made[-1])
        assert is_tree(with_root_arcs(c.heads))
        assert is_tree(tuple(c.heads)) or not root_last
        assert made.count("SHIFT") == n
        assert len(made) <= 10 * n
        assert c.heads.count(0) == 1 or not system.single_root
        check_dependents_known_to_features(c)


@pytest.mark.parametrize("n", [8, 12, 45])
def test_random_walks_are_as_the_reference_has_them(n: int) -> None:
    for _ in range(20):
        for case in (pair("first"), pair("last"), SINGLE):
            random_walk(case, n, random.Random(n))


def test_copies_share_nothing() -> None:
    """Two transitions from one configuration, which stays as it is."""
    system = two_planar("first")
    c = derive(system, 3, names("SS"))
    after = system.apply(system.apply(c, "SWITCH"), "REDUCE")
    assert (c.stack, c.inactive) == ([1, 2], [1, 2])
    assert (after.stack, after.inactive) == ([1], [1, 2])


def test_derivations_that_can_be_gone_through_again() -> None:
    assert "SWITCH" in Walk(two_planar("last"), (-1, 0, 4, 1, 3)).transitions


def test_it_parses_with_the_root_last() -> None:
    assert parsing_system(NAME).root_last
    assert two_planar("first").headless_hang


# Errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("root", "n", "before", "name"),
    [
        ("first", 2, "", "REDUCE"),  # the stacks are empty
        ("first", 2, "", "SWITCH"),
        ("first", 2, "S/", "SWITCH"),  # twice in a row
        ("first", 2, "SR/R", "SWITCH"),  # the other stack is empty
        ("first", 3, "S<S", "RIGHT_1"),
        ("first", 3, "S<SR", "LEFT"),  # 1 has a head
        ("first", 3, "S>", "LEFT"),  # a cycle
        ("first", 1, "S", "ROOT"),  # terminal
        ("last", 1, "S", "SHIFT"),
        ("last", 2, "S", "ROOT"),
    ],
)
def test_illegal_transition(root: str, n: int, before: str, name: str) -> None:
    check_illegal(two_planar(root), n, names(before), name)
