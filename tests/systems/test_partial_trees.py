"""Gold trees of which some heads are not known: what is known of them counts, and is exact.

Everything is compared with exhaustive search, as it is for whole trees: parts of all trees that a
system can derive, in all reachable configurations; random ones beyond.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
import reference
import reference_covington
import reference_two_planar
from reference import (
    NO_HEAD,
    Heads,
    all_projective_trees,
    all_trees,
    is_forest,
    loss_by_gain,
    loss_by_search,
)
from reference_arc_eager_nonmonotonic import ArcEagerNonmonotonic, loss_by_repair
from reference_arc_hybrid import ArcHybrid
from reference_arc_standard import ArcStandard
from reference_arc_swift import ArcSwift
from reference_attardi import Attardi
from reference_lr_spine import LRSpine, loss_by_spines
from strategies import LABELS, random_projective_tree
from systems_proof import (
    Pair,
    by_name,
    check_costs,
    random_tree,
    random_walk,
    same_configurations,
    with_one_root,
)

from dodona.errors import TreeError
from dodona.systems import Reach, get_system
from dodona.systems.gold import Gold
from dodona.treebank.incomplete import complete, is_part_of_projective
from dodona.treebank.sentence import Sentence

LAST: Any = {"root": "last"}
SINGLE: Any = {"root": "last", "single_root": True}
ALSO_SINGLE: Any = {"single_root": True}
NONMONOTONIC = "covington-nonmonotonic"

CASES: dict[str, tuple[Pair, Any]] = {}


def case(name: str, expected: Any, method: Any, **keywords: Any) -> None:
    system = get_system(name, **keywords)
    CASES["-".join([name, *map(str, keywords.values())])] = Pair(system, expected), method


case("arc-eager", reference.ArcEager(), loss_by_gain)
case("arc-eager", reference.ArcEager("last"), loss_by_gain, **LAST)
case("arc-eager", reference.ArcEager("last", True), loss_by_gain, **SINGLE)
case("arc-hybrid", ArcHybrid(), loss_by_gain)
case("arc-hybrid", ArcHybrid("last"), loss_by_gain, **LAST)
case("arc-hybrid", ArcHybrid("last", True), loss_by_gain, **SINGLE)
case("arc-swift", ArcSwift(), loss_by_gain)
case("arc-swift", ArcSwift("last"), loss_by_gain, **LAST)
case("arc-swift", ArcSwift("last", True), loss_by_gain, **SINGLE)
case("arc-eager-nonmonotonic", ArcEagerNonmonotonic(), loss_by_repair)
case("arc-eager-nonmonotonic", ArcEagerNonmonotonic("last"), loss_by_repair, **LAST)
case("arc-eager-nonmonotonic", ArcEagerNonmonotonic("last", True), loss_by_repair, **SINGLE)
case("arc-standard", ArcStandard(), loss_by_gain)
case("arc-standard", ArcStandard(True), loss_by_gain, **ALSO_SINGLE)
case("attardi", Attardi(), loss_by_gain)
case("attardi", Attardi(True), loss_by_gain, **ALSO_SINGLE)
case("lr-spine", LRSpine(), loss_by_spines)
case("lr-spine", LRSpine(True), loss_by_spines, **ALSO_SINGLE)
for root in ("first", "last"):
    expected: Any = reference_covington.Covington(root)
    case("covington", expected, reference_covington.loss_by_gain, root=root)
expected = reference_covington.Covington("last", single_root=True)
case("covington", expected, reference_covington.loss_by_gain, **SINGLE)
for keywords in ({}, LAST, SINGLE):
    expected = reference_two_planar.TwoPlanar(
        keywords.get("root", "first"), keywords.get("single_root", False)
    )
    case("two-planar", expected, reference_two_planar.loss_by_gain, **keywords)

EXACT = {
    name: case
    for name, case in CASES.items()
    if case[0].system.name in ("arc-eager", "arc-hybrid", "arc-standard")
}

each_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES)
each_exact_case = pytest.mark.parametrize("case", EXACT.values(), ids=EXACT)
with_and_without_labels = pytest.mark.parametrize(
    "labelled", [False, True], ids=["unlabelled", "labelled"]
)


def parts(trees: Sequence[Heads]) -> list[Heads]:
    """All that can be known of these trees: each choice of their arcs."""
    found = {
        tuple(head if known else NO_HEAD for head, known in zip(heads, choice, strict=True))
        for heads in trees
        for choice in product((False, True), repeat=len(heads))
    }
    return sorted(found)


def forests(n: int) -> list[Heads]:
    """All arcs without a cycle."""
    every = ((NO_HEAD, *heads) for heads in product(range(NO_HEAD, n + 1), repeat=n))
    return [heads for heads in every if is_forest(heads)]


def derivable(system: Any, n: int) -> list[Heads]:
    trees = all_projective_trees(n) if system.projective else all_trees(n)
    return with_one_root(trees) if system.single_root else trees


def search_of(system: Any) -> Any:
    hang = "ROOT" in system.root_only
    return reference_covington.loss_by_search if hang else loss_by_search


def is_long(pair: Pair) -> bool:
    """Whether the reference searches through a great many configurations."""
    return pair.system.name == "two-planar"


def some_part(heads: Heads, rng: random.Random) -> Heads:
    share = rng.random()
    return tuple(head if rng.random() < share else NO_HEAD for head in heads)


# Against exhaustive search ----------------------------------------------------------------------


@each_case
@pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=pytest.mark.proof)])
def test_all_configurations_of_all_parts_of_trees(case: tuple[Pair, Any], n: int) -> None:
    """Costs, loss and oracle; also the nondeterministic one, as long as nothing is lost. Of
    2-planar parsing, whose search is long, samples with three words at most.
    """
    pair, _ = case
    every = list(same_configurations(pair, min(n, 3) if is_long(pair) else n))
    known = parts(derivable(pair.system, min(n, 3) if is_long(pair) else n))
    if is_long(pair):
        rng = random.Random(n)
        every = rng.sample(every, min(len(every), 40))
        known = rng.sample(known, min(len(known), 40))
    for heads in known:
        for c, expected in every:
            check_costs(pair, c, expected, heads, method=search_of(pair.system))


@each_case
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.proof)])
def test_labelled_costs_of_all_parts_of_trees(case: tuple[Pair, Any], n: int) -> None:
    """All gold labels of two; with n = 3 a sample."""
    pair, _ = case
    rng = random.Random(n)
    every = list(same_configurations(pair, n, ("a", "b")))
    every = rng.sample(every, min(len(every), 100))
    known = parts(derivable(pair.system, n))
    for heads, words in product(rng.sample(known, min(len(known), 20)), product("ab", repeat=n)):
        for c, expected in every:
            check_costs(pair, c, expected, heads, (None, *words), search_of(pair.system))


@pytest.mark.proof
@each_case
@with_and_without_labels
def test_random_configurations(case: tuple[Pair, Any], labelled: bool) -> None:
    """Up to 7 words, 40 parts of trees with 25 random walks each; of 2-planar parsing fewer."""
    pair, method = case
    most, many = (4, 5) if is_long(pair) else (7, 25)
    rng = random.Random(f"{pair.system.name} {labelled}")
    single_root = pair.system.single_root
    for _ in range(40):
        n = rng.randint(2, most)
        draw = random_projective_tree if pair.system.projective else random_tree
        heads = draw(n, rng)
        while single_root and heads.count(0) > 1:
            heads = draw(n, rng)
        heads = some_part(heads, rng)
        labels = (None, *rng.choices(LABELS, k=n)) if labelled else None
        for _ in range(many):
            c, expected = random_walk(pair, n, rng)
            check_costs(pair, c, expected, heads, labels, method)


# Exact costs, and the bounds of non-monotonic Covington -----------------------------------------


@each_exact_case
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.proof)])
def test_exact_costs_of_all_arcs_without_a_cycle(case: tuple[Pair, Any], n: int) -> None:
    """Also of arcs that no projective tree has together; with one root, of one from it at most."""
    pair, _ = case
    every = list(same_configurations(pair, n))
    for heads in forests(n):
        if not pair.system.single_root or heads.count(0) <= 1:
            for c, expected in every:
                check_exact_costs(pair, c, expected, heads, loss_by_search)


@pytest.mark.proof
@each_exact_case
def test_exact_costs_of_random_arcs(case: tuple[Pair, Any]) -> None:
    """Up to 7 words, most of the arcs crossing."""
    pair, method = case
    rng = random.Random(pair.system.name)
    crossing = 0
    for _ in range(60):
        heads = random_tree(rng.randint(3, 7), rng, single_root=pair.system.single_root)
        heads = some_part(heads, rng)
        crossing += not is_part_of_projective(heads)
        for _ in range(15):
            c, expected = random_walk(pair, len(heads) - 1, rng)
            check_exact_costs(pair, c, expected, heads, method)
    assert crossing > 10


def check_exact_costs(pair: Pair, c: Any, expected: Any, heads: Heads, method: Any) -> None:
    costs: Any = by_name(reference.costs(pair.expected, expected, heads, method=method))
    loss = reference.best_loss(pair.expected, expected, heads, method=method)
    assert pair.system.costs(c, heads, exact=True) == costs, (heads, expected)
    assert pair.system.loss(c, heads, exact=True) == loss, (heads, expected)


@pytest.mark.parametrize("keywords", [{}, LAST, SINGLE], ids=["first", "last", "single"])
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.proof)])
def test_bounds_lie_around_the_true_loss(n: int, keywords: Any) -> None:
    system = get_system(NONMONOTONIC, **keywords)
    expected_system = reference_covington.NonmonotonicCovington(
        keywords.get("root", "first"), keywords.get("single_root", False)
    )
    every = list(same_configurations(Pair(system, expected_system), n))
    for heads in parts(derivable(system, n)):
        true_loss = reference_covington.loss_by_search(expected_system, reference.gold_tree(heads))
        for c, expected in every:
            check_bounds(system, c, heads, true_loss(expected))


@pytest.mark.proof
@pytest.mark.parametrize("single_root", [False, True])
def test_bounds_lie_around_the_true_loss_of_random_parts(single_root: bool) -> None:
    system = get_system(NONMONOTONIC, root="last", single_root=single_root)
    expected_system = reference_covington.NonmonotonicCovington("last", single_root)
    rng = random.Random(single_root)
    for _ in range(40):
        heads = some_part(random_tree(4, rng, single_root=single_root), rng)
        true_loss = reference_covington.loss_by_search(expected_system, reference.gold_tree(heads))
        for _ in range(25):
            c, expected = random_walk(Pair(system, expected_system), len(heads) - 1, rng)
            check_bounds(system, c, heads, true_loss(expected))


def check_bounds(system: Any, c: Any, heads: Heads, true_loss: int) -> None:
    kinds = ("lower", "exact", "pc-upper", "upper")
    lower, exact, pc_upper, upper = (system.loss(c, heads, loss=kind) for kind in kinds)
    assert lower <= exact == true_loss <= pc_upper <= upper, (heads, c)


# What is part of a tree -------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "arcs", "projective"), [(1, 2, 2), (2, 8, 8), (3, 50, 42)])
def test_arcs_are_completed_if_they_can_be(n: int, arcs: int, projective: int) -> None:
    """To a projective tree wherever there is one; with one root unless several are known."""
    assert len(forests(n)) == arcs
    assert len(parts(all_projective_trees(n))) == projective
    check_completion(n)


@pytest.mark.proof
@pytest.mark.parametrize("n", [4, 5])
def test_arcs_over_more_words_are_completed_if_they_can_be(n: int) -> None:
    check_completion(n)


def check_completion(n: int) -> None:
    possible = set(parts(all_projective_trees(n)))
    possible_with_one_root = set(parts(with_one_root(all_projective_trees(n))))
    for heads in forests(n):
        whole = complete(heads)
        kept = [d for d in range(n + 1) if heads[d] in (NO_HEAD, whole[d])]
        assert len(kept) == n + 1
        assert is_part_of_projective(heads) == (heads in possible), heads
        if heads in possible:
            assert reference.is_projective(tuple(whole))
            assert whole.count(0) == max(1, heads.count(0)), heads
            assert (heads in possible_with_one_root) == (heads.count(0) <= 1)


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        ((-1, 2, 1, None), "cycle"),
        ((-1, 4, None), "the head of word 1 is 4"),
        ((0, None), "stands for the root"),
    ],
)
def test_arcs_that_are_part_of_no_tree(heads: Any, message: str) -> None:
    with pytest.raises(TreeError, match=message):
        system = get_system("covington")
        system.costs(system.initial(len(heads) - 1), heads)


# For people -------------------------------------------------------------------------------------


def test_heads_that_are_not_known_are_none() -> None:
    system = get_system("arc-eager")
    c = system.apply(system.initial(3), "SHIFT")
    assert system.costs(c, [-1, None, 1, None]) == {"SHIFT": 1, "LEFT": 1, "RIGHT": 0}
    assert system.costs(c, [-1, None, None, None]) == {"SHIFT": 0, "LEFT": 0, "RIGHT": 0}
    assert system.loss(system.apply(c, "LEFT"), [-1, None, 1, 2]) == 1


def test_heads_that_are_not_known_may_be_those_of_a_configuration() -> None:
    """There, and in sentences, -1 is written for no head."""
    system = get_system("arc-eager")
    c = system.apply(system.apply(system.initial(3), "SHIFT"), "RIGHT")
    assert c.heads == [-1, -1, 1, -1]
    assert system.costs(system.initial(3), c.heads) == {"SHIFT": 0, "RIGHT": 0}
    assert system.loss(c, c.heads) == 0


def test_a_sentence_with_some_heads_stands_for_what_is_known() -> None:
    system = get_system("covington")
    sentence = Sentence.from_words(["a", "b", "c"], heads=[None, 1, None])
    c = system.apply(system.initial(sentence), "SHIFT")
    assert system.costs(c, sentence) == {"SHIFT": 1, "NO-ARC": 1, "LEFT": 1, "RIGHT": 0}
    with pytest.raises(TreeError, match="has no tree"):
        system.costs(c, Sentence.from_words(["a", "b", "c"]))


@pytest.mark.parametrize("labels", [None, [None, "x", "y", "x"]])
def test_the_static_oracle_needs_all_heads(labels: Any) -> None:
    with pytest.raises(TreeError, match="all heads"):
        get_system("arc-hybrid").static_oracle([-1, None, 1, 1], labels)


def test_what_is_in_reach_of_a_part() -> None:
    """Words without a known head are never among those that lose an arc."""
    system = get_system("arc-standard")
    reach = Reach(system, [-1, None, 1, 2])
    c = system.initial(3)
    for name in ("SHIFT", "SHIFT", "SHIFT"):
        c = system.apply(c, name)
    assert {move.name: move.loses for move in reach.moves(c)} == {
        "SHIFT": [],
        "LEFT": [2],
        "RIGHT": [3],
    }
    assert reach.best_tree(c).heads[2:] == [1, 2]
    assert reach.lost(system.apply(c, "LEFT")) == [2]


def test_dependents_are_those_that_are_known() -> None:
    gold = Gold([-1, 2, -1, 0, 2, -1])
    first, dependents = list(gold.first_dependent), list(gold.dependents)
    found = [dependents[first[node] : first[node + 1]] for node in range(6)]
    assert found == [[3], [], [1, 4], [], [], []]
    assert dependents[: first[0]] == [2, 5]
    assert (gold.complete, gold.projective) == (False, False)
    assert Gold([-1, 2, -1, 0, 3, -1]).projective
