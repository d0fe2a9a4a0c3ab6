"""What holds for every projective system: proofs against exhaustive search, oracles, derivations.

Everything goes through the public interface; what is right is said by the references, which know
no formula and enumerate transition sequences.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import LossMethod, all_projective_trees, all_trees, loss_by_gain
from reference_arc_eager_nonmonotonic import ArcEagerNonmonotonic, loss_by_repair
from reference_arc_hybrid import ArcHybrid
from reference_arc_standard import ArcStandard
from reference_arc_swift import ArcSwift
from reference_lr_spine import LRSpine, loss_by_spines
from strategies import LABELS, configurations, labels_for, long_projective_trees
from systems_proof import (
    Pair,
    check_all_costs,
    check_all_labelled_costs,
    check_derivations_end_in_trees,
    check_illegal,
    check_oracle_keeps_loss,
    check_random_costs,
    check_smaller_tables,
    check_static_oracle,
    derive,
    same_configurations,
    with_one_root,
)

from dodona.systems import get_system


class Proof(NamedTuple):
    """A system, its reference, and a way to find the loss of longer sentences that is as slow as
    plain search but needs smaller tables; for random proofs, how many trees and walks.
    """

    pair: Pair
    method: LossMethod
    trees: int
    walks: int


def proof(name: str, expected: Any, method: Any, trees: int, walks: int, **keywords: Any) -> Any:
    case = Proof(Pair(get_system(name, **keywords), expected), method, trees, walks)
    return pytest.param(case, id="-".join([name, *map(str, keywords.values())]))


NONMONOTONIC = "arc-eager-nonmonotonic"
LAST = {"root": "last", "single_root": True}
PROOFS = [
    proof("arc-eager", reference.ArcEager(), loss_by_gain, 100, 50),
    proof("arc-eager", reference.ArcEager("last"), loss_by_gain, 100, 50, root="last"),
    proof(NONMONOTONIC, ArcEagerNonmonotonic(), loss_by_repair, 50, 60),
    proof(NONMONOTONIC, ArcEagerNonmonotonic("last"), loss_by_repair, 50, 60, root="last"),
    proof("arc-hybrid", ArcHybrid(), loss_by_gain, 100, 50),
    proof("arc-hybrid", ArcHybrid("last"), loss_by_gain, 100, 50, root="last"),
    proof("arc-swift", ArcSwift(), loss_by_gain, 100, 50),
    proof("arc-swift", ArcSwift("last"), loss_by_gain, 100, 50, root="last"),
    proof("arc-standard", ArcStandard(), loss_by_gain, 200, 50),
    proof("arc-standard", ArcStandard(), loss_by_gain, 200, 50, loss="tabular"),
    proof("lr-spine", LRSpine(), loss_by_spines, 200, 50),
]
SINGLE_ROOT = [
    proof("arc-eager", reference.ArcEager("last", True), loss_by_gain, 40, 50, **LAST),
    proof(NONMONOTONIC, ArcEagerNonmonotonic("last", True), loss_by_repair, 25, 40, **LAST),
    proof("arc-hybrid", ArcHybrid("last", True), loss_by_gain, 40, 50, **LAST),
    proof("arc-swift", ArcSwift("last", True), loss_by_gain, 40, 50, **LAST),
    proof("arc-standard", ArcStandard(True), loss_by_gain, 40, 50, single_root=True),
    proof("lr-spine", LRSpine(True), loss_by_spines, 40, 50, single_root=True),
]

each_system = pytest.mark.parametrize("case", PROOFS)
each_with_a_single_root = pytest.mark.parametrize("case", SINGLE_ROOT)
with_and_without_labels = pytest.mark.parametrize(
    "labelled", [False, True], ids=["unlabelled", "labelled"]
)


# Against exhaustive search ----------------------------------------------------------------------


@each_system
@pytest.mark.parametrize(
    ("n", "how_many"), [(1, 1), (2, 3), (3, 12), pytest.param(4, 55, marks=pytest.mark.proof)]
)
def test_all_configurations_of_all_projective_trees(case: Proof, n: int, how_many: int) -> None:
    """Costs, loss and oracle; on gold paths also the nondeterministic partial oracle."""
    trees = all_projective_trees(n)
    assert len(trees) == how_many
    assert check_all_costs(case.pair, n, trees) > 0


@each_with_a_single_root
@pytest.mark.parametrize("n", [1, 2, 3, pytest.param(4, marks=pytest.mark.proof)])
def test_all_configurations_of_all_trees_with_a_single_root(case: Proof, n: int) -> None:
    assert check_all_costs(case.pair, n, with_one_root(all_projective_trees(n))) > 0


@each_with_a_single_root
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.proof)])
def test_labelled_costs_of_all_trees_with_a_single_root(case: Proof, n: int) -> None:
    trees = with_one_root(all_projective_trees(n))
    check_all_labelled_costs(case.pair, n, trees, most=200)


@each_system
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, marks=pytest.mark.proof)])
def test_labelled_costs_of_all_projective_trees(case: Proof, n: int) -> None:
    check_all_labelled_costs(case.pair, n, all_projective_trees(n))


@pytest.mark.proof
@each_system
@with_and_without_labels
def test_random_configurations(case: Proof, labelled: bool) -> None:
    """Up to 7 words; for each system more than 10,000 in all."""
    rng = random.Random(f"{case.pair.system.name} {labelled}")
    keywords = {"labelled": labelled, "method": case.method}
    compared = check_random_costs(case.pair, rng, case.trees, case.walks, **keywords)
    assert compared == case.trees * case.walks >= 3000


@pytest.mark.proof
@each_with_a_single_root
@with_and_without_labels
def test_random_configurations_with_a_single_root(case: Proof, labelled: bool) -> None:
    rng = random.Random(f"{case.pair.system.name} single {labelled}")
    keywords = {"labelled": labelled, "method": case.method, "single_root": True}
    assert check_random_costs(case.pair, rng, case.trees, case.walks, **keywords) >= 1000


@pytest.mark.proof
@each_system
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_smaller_tables_of_the_reference_say_the_same(case: Proof, n: int) -> None:
    """What is used above for longer sentences is the loss by plain search."""
    expected, trees = case.pair.expected, all_projective_trees(n)
    check_smaller_tables(expected, n, trees, case.method)
    if n == 3:
        check_smaller_tables(expected, n, trees, case.method, (None, "a", "b", "a"))


@each_system
@settings(deadline=None, max_examples=50)
@given(data=st.data())
def test_the_oracle_loses_no_more_than_the_loss_on_long_sentences(
    case: Proof, data: st.DataObject
) -> None:
    heads = data.draw(long_projective_trees(max_words=40))
    labels = data.draw(labels_for(heads))
    c = data.draw(configurations(case.pair.system, len(heads) - 1, LABELS))
    check_oracle_keeps_loss(case.pair.system, c, heads, labels, data.draw(st.randoms()))


# The static oracle ------------------------------------------------------------------------------


@each_system
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_static_oracle_derives_every_projective_tree(case: Proof, n: int) -> None:
    check_static_oracle(case.pair.system, all_projective_trees(n))


@each_with_a_single_root
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_static_oracle_derives_every_tree_with_a_single_root(case: Proof, n: int) -> None:
    for heads in with_one_root(all_projective_trees(n)):
        c = derive(case.pair.system, n, case.pair.system.static_oracle(heads))
        assert c.is_terminal()
        assert tuple(c.heads) == heads


@each_system
@settings(deadline=None)
@given(data=st.data())
def test_static_oracle_derives_long_labelled_trees(case: Proof, data: st.DataObject) -> None:
    system = case.pair.system
    heads = data.draw(long_projective_trees())
    labels = data.draw(labels_for(heads))
    c = derive(system, len(heads) - 1, system.static_oracle(heads, labels=labels))
    assert c.is_terminal()
    assert (tuple(c.heads), tuple(c.labels)) == (heads, labels)


@each_system
@pytest.mark.parametrize(("n", "how_many"), [(3, 4), (4, 70)])
def test_static_oracle_refuses_every_nonprojective_tree(case: Proof, n: int, how_many: int) -> None:
    trees = set(all_trees(n)) - set(all_projective_trees(n))
    assert len(trees) == how_many
    for heads in trees:
        with pytest.raises(ValueError, match=r"(?i)projective"):
            case.pair.system.static_oracle(heads)


# Derivations ------------------------------------------------------------------------------------


@each_system
def test_every_derivation_ends_in_a_projective_tree(case: Proof) -> None:
    """Arc-eager and arc-swift with the root first leave words without a head."""
    system = case.pair.system
    leaves_words = system.name.startswith(("arc-eager", "arc-swift"))
    forest = leaves_words and not system.root_last
    check_derivations_end_in_trees(system, random.Random(2011), 500, forest=forest)


@each_with_a_single_root
def test_every_derivation_with_a_single_root_ends_in_one(case: Proof) -> None:
    system = case.pair.system
    unshifts = "UNSHIFT" in system.actions
    check_derivations_end_in_trees(
        system, random.Random(2011), 500, single_root=True, unshifts=unshifts
    )


@each_with_a_single_root
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_with_a_single_root_derivations_end_in_all_trees_that_have_one(case: Proof, n: int) -> None:
    """And both allow the same on the way."""
    every = same_configurations(case.pair, n)
    ends = {tuple(c.heads) for c, _ in every if c.is_terminal()}
    assert ends == set(with_one_root(all_projective_trees(n)))


# Errors -----------------------------------------------------------------------------------------

FIRST: dict[str, Any] = {"root": "first"}
ROOT_LAST: dict[str, Any] = {"root": "last"}
SINGLE: dict[str, Any] = {"single_root": True}
ILLEGAL = {
    "arc-eager": [
        (FIRST, 2, [], "LEFT"),  # the top is the root
        (FIRST, 2, [], "REDUCE"),
        (FIRST, 2, ["SHIFT"], "REDUCE"),  # the top has no head
        (FIRST, 2, ["RIGHT"], "LEFT"),  # the top has a head
        (FIRST, 1, ["RIGHT"], "SHIFT"),  # terminal
        (FIRST, 1, ["RIGHT"], "RIGHT"),
        (FIRST, 1, ["RIGHT"], "REDUCE"),
        (FIRST, 1, ["SHIFT"], "LEFT"),
        (ROOT_LAST, 2, [], "LEFT"),  # the stack is empty
        (ROOT_LAST, 2, [], "RIGHT"),
        (ROOT_LAST, 2, [], "REDUCE"),
        (ROOT_LAST, 1, ["SHIFT"], "SHIFT"),  # the front is the root
        (ROOT_LAST, 1, ["SHIFT"], "RIGHT"),
        (ROOT_LAST, 1, ["SHIFT"], "REDUCE"),  # the top has no head
        (ROOT_LAST, 2, ["SHIFT", "RIGHT"], "LEFT"),  # the top has a head
        (ROOT_LAST, 1, ["SHIFT", "LEFT"], "SHIFT"),  # terminal
        (ROOT_LAST, 1, ["SHIFT", "LEFT"], "REDUCE"),
        (LAST, 2, ["SHIFT", "SHIFT"], "LEFT"),  # there would be a second root
        (LAST, 2, ["SHIFT"], "UNSHIFT"),  # nothing is below the top
        (LAST, 2, ["SHIFT", "RIGHT"], "UNSHIFT"),  # the top has a head
        (LAST, 3, ["SHIFT", "SHIFT", "UNSHIFT"], "SHIFT"),  # it would never end
        (LAST, 3, ["SHIFT", "SHIFT", "SHIFT", "UNSHIFT"], "UNSHIFT"),  # one word at a time
    ],
    NONMONOTONIC: [
        (FIRST, 2, [], "LEFT"),  # the top is the root
        (FIRST, 2, [], "REDUCE"),
        (FIRST, 1, ["SHIFT"], "REDUCE"),  # terminal
        (FIRST, 1, ["RIGHT"], "LEFT"),
        (ROOT_LAST, 2, [], "LEFT"),  # the stack is empty
        (ROOT_LAST, 2, [], "RIGHT"),
        (ROOT_LAST, 2, [], "REDUCE"),
        (ROOT_LAST, 2, ["SHIFT"], "REDUCE"),  # the top has no head, and nothing is below it
        (ROOT_LAST, 1, ["SHIFT"], "SHIFT"),  # the front is the root
        (ROOT_LAST, 1, ["SHIFT"], "RIGHT"),
        (ROOT_LAST, 1, ["SHIFT", "LEFT"], "LEFT"),  # terminal
        (LAST, 2, ["SHIFT", "SHIFT"], "LEFT"),  # there would be a second root
    ],
    "arc-hybrid": [
        (FIRST, 2, [], "LEFT"),  # the top is the root
        (FIRST, 2, [], "RIGHT"),  # nothing is below it
        (FIRST, 1, ["SHIFT"], "LEFT"),  # the buffer is empty
        (FIRST, 1, ["SHIFT"], "SHIFT"),
        (FIRST, 1, ["SHIFT", "RIGHT"], "RIGHT"),  # terminal
        (ROOT_LAST, 2, [], "LEFT"),  # the stack is empty
        (ROOT_LAST, 2, ["SHIFT"], "RIGHT"),  # nothing is below the top
        (ROOT_LAST, 1, ["SHIFT"], "SHIFT"),  # the front is the root
        (ROOT_LAST, 1, ["SHIFT", "LEFT"], "LEFT"),  # terminal
        (LAST, 2, ["SHIFT", "SHIFT"], "LEFT"),  # there would be a second root
        (LAST, 2, ["SHIFT"], "UNSHIFT"),  # nothing is below the top
        (LAST, 3, ["SHIFT", "SHIFT", "UNSHIFT"], "SHIFT"),  # it would never end
        (LAST, 3, ["SHIFT", "SHIFT", "SHIFT", "UNSHIFT"], "RIGHT"),  # the top waits for its head
        (LAST, 3, ["SHIFT", "SHIFT", "SHIFT", "UNSHIFT"], "UNSHIFT"),  # one word at a time
    ],
    "arc-standard": [
        (FIRST, 2, [], "LEFT"),  # the stack is empty
        (FIRST, 2, [], "RIGHT"),
        (FIRST, 2, ["SHIFT"], "LEFT"),  # the stack holds the root only
        (FIRST, 2, ["SHIFT"], "RIGHT"),
        (FIRST, 2, ["SHIFT", "SHIFT"], "LEFT"),  # the root is never a dependent
        (FIRST, 1, ["SHIFT", "SHIFT"], "SHIFT"),  # the buffer is empty
        (FIRST, 1, ["SHIFT", "SHIFT", "RIGHT"], "SHIFT"),  # terminal
        (SINGLE, 2, ["SHIFT", "SHIFT"], "RIGHT"),  # there would be a second root
    ],
    "lr-spine": [
        (FIRST, 2, [], "LEFT_1"),  # the stack is empty
        (FIRST, 2, [], "RIGHT_1"),
        (FIRST, 2, ["SHIFT"], "LEFT_1"),  # the stack holds the root only
        (FIRST, 2, ["SHIFT"], "RIGHT_1"),
        (FIRST, 2, ["SHIFT", "SHIFT"], "LEFT_1"),  # the root is never a dependent
        (FIRST, 2, ["SHIFT", "SHIFT"], "RIGHT_2"),  # the spine is not that long
        (FIRST, 2, ["SHIFT", "SHIFT", "SHIFT"], "LEFT_2"),
        (FIRST, 1, ["SHIFT", "SHIFT"], "SHIFT"),  # the buffer is empty
        (FIRST, 1, ["SHIFT", "SHIFT", "RIGHT_1"], "SHIFT"),  # terminal
        (SINGLE, 2, ["SHIFT", "SHIFT"], "RIGHT_1"),  # there would be a second root
    ],
}


@pytest.mark.parametrize(
    ("system", "keywords", "n", "before", "name"),
    [(system, *row) for system, rows in ILLEGAL.items() for row in rows],
)
def test_illegal_transition(
    system: str, keywords: dict[str, Any], n: int, before: list[str], name: str
) -> None:
    check_illegal(get_system(system, **keywords), n, before, name)


@pytest.mark.parametrize("name", ["arc-standard", "lr-spine"])
def test_the_root_cannot_stand_last(name: str) -> None:
    with pytest.raises(ValueError, match="first"):
        get_system(name, root="last")
