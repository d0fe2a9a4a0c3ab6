"""Arc-eager against exhaustive search, and against Goldberg & Nivre 2012.

Everything goes through the public interface; what is right is said by tests/reference.py, which
knows no formula, and by the figures and examples of the paper.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import (
    Configuration,
    Heads,
    Root,
    all_projective_trees,
    all_trees,
    is_forest,
    is_projective,
    is_tree,
    loss_by_gain,
)
from strategies import LABELS, configurations, labels_for, long_projective_trees
from systems_proof import (
    Pair,
    by_name,
    cheapest,
    check_all_costs,
    check_all_labelled_costs,
    check_oracle_keeps_loss,
    check_random_costs,
    check_static_oracle,
    derive,
    follow,
    same_configurations,
    view,
)

from dodona.systems import get_system, system_names

both_roots = pytest.mark.parametrize("root", ["first", "last"])


def arc_eager(root: Root) -> Any:
    """The system under test; root first, as in the paper, is what one gets without asking."""
    return get_system("arc-eager") if root == "first" else get_system("arc-eager", root=root)


def pair(root: Root) -> Pair:
    return Pair(arc_eager(root), reference.ArcEager(root))


# Against exhaustive search ----------------------------------------------------------------------


@both_roots
@pytest.mark.parametrize(("n", "how_many"), [(1, 1), (2, 3), (3, 12), (4, 55)])
def test_all_configurations_of_all_projective_trees(root: Root, n: int, how_many: int) -> None:
    """Costs, loss and oracle; on gold paths also the nondeterministic partial oracle."""
    trees = all_projective_trees(n)
    assert len(trees) == how_many
    check_all_costs(pair(root), n, trees)


@both_roots
@pytest.mark.parametrize("n", [1, 2, 3])
def test_labelled_costs_of_all_projective_trees(root: Root, n: int) -> None:
    check_all_labelled_costs(pair(root), n, all_projective_trees(n))


def nonprojective_trees(n: int) -> list[Heads]:
    return [heads for heads in all_trees(n) if not is_projective(heads)]


@both_roots
@pytest.mark.parametrize(("n", "how_many"), [(3, 4), (4, 70)])
def test_erratum_4_some_best_transition_is_exact_on_nonprojective_trees(
    root: Root, n: int, how_many: int
) -> None:
    system, expected_system = arc_eager(root), reference.ArcEager(root)
    trees = nonprojective_trees(n)
    assert len(trees) == how_many
    for c, expected in same_configurations(pair(root), n):
        if not c.is_terminal():
            for heads in trees:
                best = cheapest(by_name(reference.costs(expected_system, expected, heads)))
                assert system.oracle(c, heads) & best, (heads, expected)


@both_roots
@pytest.mark.parametrize("labelled", [False, True], ids=["unlabelled", "labelled"])
def test_five_thousand_random_configurations(root: Root, labelled: bool) -> None:
    """Longer sentences, up to 7 words: 100 random projective trees, 50 random walks for each."""
    rng = random.Random(f"{root} {labelled}")
    compared = check_random_costs(
        pair(root), rng, trees=100, walks=50, labelled=labelled, method=loss_by_gain
    )
    assert compared == 5000


@both_roots
def test_the_smaller_tables_of_the_reference_say_the_same(root: Root) -> None:
    """The loss by gain, used above for longer sentences, is the loss by plain search."""
    system = reference.ArcEager(root)
    for n in (1, 2, 3, 4):
        every = reference.reachable(system, n)
        for heads in all_trees(n):
            for c in every:
                expected = reference.best_loss(system, c, heads)
                assert reference.best_loss(system, c, heads, method=loss_by_gain) == expected
    for heads in all_trees(3):
        labels = (None, "a", "b", "a")
        for c in reference.reachable(system, 3, ("a", "b")):
            expected = reference.best_loss(system, c, heads, labels)
            assert reference.best_loss(system, c, heads, labels, method=loss_by_gain) == expected


@both_roots
@settings(deadline=None)
@given(data=st.data())
def test_the_oracle_loses_no_more_than_the_loss_on_long_sentences(
    root: Root, data: st.DataObject
) -> None:
    system = arc_eager(root)
    heads = data.draw(long_projective_trees())
    labels = data.draw(labels_for(heads))
    c = data.draw(configurations(system, len(heads) - 1, LABELS))
    check_oracle_keeps_loss(system, c, heads, labels, data.draw(st.randoms()))


# Goldberg & Nivre 2012 --------------------------------------------------------------------------

# Figure 1:     He     wrote  her     a      letter  .
HEADS = (-1, 2, 0, 2, 5, 2, 2)
NAMES = (None, "SBJ", "PRD", "IOBJ", "DET", "DOBJ", "p")

SHIFT, REDUCE = ("SHIFT", None), ("REDUCE", None)
DERIVATION_1 = [
    SHIFT,
    ("LEFT", "SBJ"),
    ("RIGHT", "PRD"),
    ("RIGHT", "IOBJ"),
    SHIFT,
    ("LEFT", "DET"),
    REDUCE,
    ("RIGHT", "DOBJ"),
    REDUCE,
    ("RIGHT", "p"),
]
DERIVATION_2 = [
    SHIFT,
    ("LEFT", "SBJ"),
    ("RIGHT", "PRD"),
    ("RIGHT", "IOBJ"),
    REDUCE,
    SHIFT,
    ("LEFT", "DET"),
    ("RIGHT", "DOBJ"),
    REDUCE,
    ("RIGHT", "p"),
]


def algorithm_1(c: Any, heads: Heads) -> str:
    """The standard oracle, line by line (root first).

    As printed it would predict a REDUCE without its precondition in the example of section 2.2,
    where the paper has SHIFT: so line 5 must also ask whether REDUCE is legal.
    """
    i, j = c.stack[-1], c.buffer[0]
    if heads[i] == j:
        return "LEFT"
    if heads[j] == i:
        return "RIGHT"
    if c.heads[i] != -1 and any(heads[j] == k or heads[k] == j for k in range(i)):
        return "REDUCE"
    return "SHIFT"


def zero_cost_derivations(system: Any, c: Any) -> list[list[tuple[str, str | None]]]:
    if c.is_terminal():
        return [[]]
    costs = system.costs(c, HEADS, labels=NAMES)
    return [
        [transition, *rest]
        for transition, cost in costs.items()
        if cost == 0
        for rest in zero_cost_derivations(system, system.apply(c, *transition))
    ]


def test_figure_1_static_oracle_predicts_derivation_1() -> None:
    system = arc_eager("first")
    assert system.static_oracle(HEADS, labels=NAMES) == DERIVATION_1
    assert system.static_oracle(HEADS) == [name for name, _ in DERIVATION_1]


@pytest.mark.parametrize("derivation", [DERIVATION_1, DERIVATION_2], ids=["1", "2"])
def test_figure_1_both_derivations_cost_nothing_and_derive_the_tree(
    derivation: list[tuple[str, str | None]],
) -> None:
    system = arc_eager("first")
    c = system.initial(6)
    for name, label in derivation:
        assert name in system.oracle(c, HEADS)
        assert system.costs(c, HEADS, labels=NAMES)[name, label] == 0
        c = system.apply(c, name, label=label)
    assert c.is_terminal()
    assert tuple(c.heads) == HEADS
    assert tuple(c.labels) == NAMES
    assert system.loss(c, HEADS, labels=NAMES) == 0


def test_figure_1_has_no_other_derivation() -> None:
    system = arc_eager("first")
    derivations = zero_cost_derivations(system, system.initial(6))
    assert sorted(derivations, key=str) == sorted([DERIVATION_1, DERIVATION_2], key=str)


def after_the_wrong_shift(system: Any) -> Any:
    """Section 2.2: SHIFT in place of RIGHT-ARC_IOBJ after three transitions of derivation (1)."""
    return derive(system, 6, [*DERIVATION_1[:3], SHIFT])


def test_section_2_2_configuration_after_the_wrong_shift() -> None:
    system = arc_eager("first")
    c = after_the_wrong_shift(system)
    assert c.stack == [0, 2, 3]
    assert c.buffer == [4, 5, 6]
    assert c.heads == [-1, 2, 0, -1, -1, -1, -1]
    assert c.labels == [None, "SBJ", "PRD", None, None, None, None]
    assert system.loss(c, HEADS) == system.loss(c, HEADS, labels=NAMES) == 1
    assert system.costs(c, HEADS) == {"SHIFT": 0, "LEFT": 0, "RIGHT": 1}


def test_section_2_2_algorithm_1_goes_on_to_a_loss_of_3() -> None:
    """Section 3.2: the last two SHIFT transitions cost 1 each."""
    system = arc_eager("first")
    c = after_the_wrong_shift(system)
    names, costs = [], []
    while not c.is_terminal():
        name = algorithm_1(c, HEADS)
        names.append(name)
        costs.append(system.costs(c, HEADS)[name])
        c = system.apply(c, name, label="DET" if name == "LEFT" else None)
    assert names == ["SHIFT", "LEFT", "SHIFT", "SHIFT"]
    assert costs == [0, 0, 1, 1]
    assert c.heads == [-1, 2, 0, -1, 5, -1, -1]  # Figure 3, left
    assert system.loss(c, HEADS, labels=NAMES) == 3


def test_section_2_2_the_better_continuation_has_a_loss_of_1() -> None:
    """Section 3.2: LEFT-ARC_DET in place of the costly SHIFT costs nothing."""
    system = arc_eager("first")
    c = after_the_wrong_shift(system)
    continuation = [
        SHIFT,
        ("LEFT", "DET"),
        ("LEFT", "DET"),
        ("RIGHT", "DOBJ"),
        REDUCE,
        ("RIGHT", "p"),
    ]
    for name, label in continuation:
        assert system.costs(c, HEADS, labels=NAMES)[name, label] == 0
        c = system.apply(c, name, label=label)
    assert c.is_terminal()
    assert c.heads == [-1, 2, 0, 5, 5, 2, 2]  # Figure 3, right
    assert system.loss(c, HEADS, labels=NAMES) == 1


# Erratum 1: where Figure 4, read literally, is wrong --------------------------------------------


def test_erratum_1_left_counts_the_gold_arc_to_the_front() -> None:
    system = arc_eager("first")
    c = derive(system, 2, ["SHIFT"])
    assert (c.stack, c.buffer) == ([0, 1], [2])
    assert system.costs(c, (-1, 0, 1))["LEFT"] == 1


def test_erratum_1_shift_does_not_count_dependents_that_have_a_head() -> None:
    system = arc_eager("first")
    c = derive(system, 2, ["RIGHT"])
    assert (c.stack, c.buffer) == ([0, 1], [2])
    assert system.costs(c, (-1, 2, 0))["SHIFT"] == 1


def test_erratum_1_right_does_not_count_dependents_that_have_a_head() -> None:
    system = arc_eager("first")
    c = derive(system, 3, ["RIGHT", "RIGHT"])
    assert (c.stack, c.buffer) == ([0, 1, 2], [3])
    assert system.costs(c, (-1, 3, 1, 0))["RIGHT"] == 1


def test_erratum_1_right_counts_the_gold_arc_to_a_headless_top() -> None:
    system = arc_eager("first")
    c = derive(system, 2, ["SHIFT"])
    assert (c.stack, c.buffer) == ([0, 1], [2])
    assert system.costs(c, (-1, 2, 0))["RIGHT"] == 2


def test_erratum_1_the_wrong_label_on_the_right_arc_costs_1() -> None:
    system = arc_eager("first")
    heads, labels = (-1, 0, 1), (None, "a", "b")
    costs = system.costs(system.initial(2), heads, labels=labels)
    assert costs == {("SHIFT", None): 1, ("RIGHT", "a"): 0, ("RIGHT", "b"): 1}


def test_erratum_1_every_label_costs_the_same_when_the_gold_head_is_out_of_reach() -> None:
    system = arc_eager("first")
    heads, labels = (-1, 0, 0), (None, "a", "b")
    costs = system.costs(derive(system, 2, ["SHIFT"]), heads, labels=labels)
    assert costs["LEFT", "a"] == costs["LEFT", "b"] == 0
    assert costs["RIGHT", "a"] == costs["RIGHT", "b"] == 1


# The static oracle ------------------------------------------------------------------------------


@both_roots
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_static_oracle_derives_every_projective_tree(root: Root, n: int) -> None:
    check_static_oracle(arc_eager(root), all_projective_trees(n))


@both_roots
@settings(deadline=None)
@given(data=st.data())
def test_static_oracle_derives_long_labelled_trees(root: Root, data: st.DataObject) -> None:
    system = arc_eager(root)
    heads = data.draw(long_projective_trees())
    labels = data.draw(labels_for(heads))
    c = derive(system, len(heads) - 1, system.static_oracle(heads, labels=labels))
    assert c.is_terminal()
    assert tuple(c.heads) == heads
    assert tuple(c.labels) == labels


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_static_oracle_is_algorithm_1(n: int) -> None:
    system = arc_eager("first")
    for heads in all_projective_trees(n):
        c = system.initial(n)
        for name in system.static_oracle(heads):
            assert name == algorithm_1(c, heads), (heads, view(c))
            c = system.apply(c, name)


@both_roots
@pytest.mark.parametrize("n", [3, 4])
def test_static_oracle_refuses_every_nonprojective_tree(root: Root, n: int) -> None:
    system = arc_eager(root)
    for heads in nonprojective_trees(n):
        with pytest.raises(ValueError, match=r"(?i)projective"):
            system.static_oracle(heads)


# Derivations and configurations -----------------------------------------------------------------


@both_roots
def test_every_derivation_ends_in_a_projective_forest(root: Root) -> None:
    """Within 2n transitions; with the root last after exactly 2n, and in a tree."""
    system, rng = arc_eager(root), random.Random(2012)
    for _ in range(500):
        n = rng.randint(1, 12)
        c, steps = system.initial(n), 0
        while not c.is_terminal():
            c = system.apply(c, rng.choice(system.legal(c)))
            steps += 1
        heads = tuple(c.heads)
        assert is_forest(heads)
        assert is_projective(heads)
        if root == "first":
            assert steps <= 2 * n
        else:
            assert steps == 2 * n
            assert is_tree(heads)


@both_roots
def test_nothing_is_legal_at_the_end(root: Root) -> None:
    system = arc_eager(root)
    heads = (-1, 0)
    c = derive(system, 1, system.static_oracle(heads))
    assert c.is_terminal()
    assert system.legal(c) == []
    assert system.costs(c, heads) == {}
    assert system.oracle(c, heads) == set()


@both_roots
def test_apply_does_not_change_its_argument(root: Root) -> None:
    for c, expected in same_configurations(pair(root), 3, ("a", "b")):
        system = arc_eager(root)
        for name in system.legal(c):
            system.apply(c, name, label="a" if name in ("LEFT", "RIGHT") else None)
            assert view(c) == expected


@both_roots
def test_changing_what_a_configuration_shows_does_not_change_it(root: Root) -> None:
    system = arc_eager(root)
    c = derive(system, 3, ["SHIFT", "RIGHT"])
    before = view(c)
    for shown in (c.stack, c.buffer, c.heads, c.labels):
        shown[0] = 99
        shown.append(99)
    assert view(c) == before


def test_root_first_starts_and_ends_as_in_section_2_1() -> None:
    system = arc_eager("first")
    c = system.initial(3)
    assert view(c) == Configuration((0,), (1, 2, 3), (-1,) * 4, (None,) * 4)
    assert sorted(system.legal(c)) == ["RIGHT", "SHIFT"]
    assert derive(system, 3, ["SHIFT"] * 3).is_terminal()


def test_root_last_ends_when_every_word_has_left_the_stack() -> None:
    system = arc_eager("last")
    c = system.initial(2)
    assert view(c) == Configuration((), (1, 2, 0), (-1,) * 3, (None,) * 3)
    assert system.legal(c) == ["SHIFT"]
    c = derive(system, 2, ["SHIFT", "SHIFT"])
    assert (c.stack, c.buffer) == ([1, 2], [0])
    assert system.legal(c) == ["LEFT"]
    c = follow(system, c, ["LEFT", "LEFT"])
    assert c.is_terminal()
    assert c.heads == [-1, 0, 0]


# Errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("root", "n", "before", "name"),
    [
        ("first", 2, [], "LEFT"),  # the top is the root
        ("first", 2, [], "REDUCE"),
        ("first", 2, ["SHIFT"], "REDUCE"),  # the top has no head
        ("first", 2, ["RIGHT"], "LEFT"),  # the top has a head
        ("first", 1, ["RIGHT"], "SHIFT"),  # terminal
        ("first", 1, ["RIGHT"], "RIGHT"),
        ("first", 1, ["RIGHT"], "REDUCE"),
        ("first", 1, ["SHIFT"], "LEFT"),
        ("last", 2, [], "LEFT"),  # the stack is empty
        ("last", 2, [], "RIGHT"),
        ("last", 2, [], "REDUCE"),
        ("last", 1, ["SHIFT"], "SHIFT"),  # the front is the root
        ("last", 1, ["SHIFT"], "RIGHT"),
        ("last", 1, ["SHIFT"], "REDUCE"),  # the top has no head
        ("last", 2, ["SHIFT", "RIGHT"], "LEFT"),  # the top has a head
        ("last", 1, ["SHIFT", "LEFT"], "SHIFT"),  # terminal
        ("last", 1, ["SHIFT", "LEFT"], "REDUCE"),
    ],
)
def test_illegal_transition(root: Root, n: int, before: list[str], name: str) -> None:
    system = arc_eager(root)
    c = derive(system, n, before)
    assert name not in system.legal(c)
    with pytest.raises(ValueError, match=name):
        system.apply(c, name)


@pytest.mark.parametrize("name", ["SWAP", "shift", "LEFT_1", ""])
def test_unknown_transition(name: str) -> None:
    system = arc_eager("first")
    with pytest.raises(ValueError, match=f"{name}.*SHIFT"):
        system.apply(system.initial(2), name)


WRONG_TREES = [
    pytest.param((-1, 2, 3, 1), r"(?i)cycl", id="cycle"),
    pytest.param((-1, 0, 3, 2), r"(?i)cycl", id="cycle-beside-a-tree"),
    pytest.param((-1, 0, 2, 1), r"(?i)cycl", id="word-under-itself"),
    pytest.param((-1, 0, 4, 1), r"\b4\b", id="head-after-the-last-word"),
    pytest.param((-1, 0, 2**40, 1), str(2**40), id="huge-head"),
    pytest.param((-1, 0, -1, 1), r"-1", id="word-without-a-head"),
    pytest.param((-1, 0, -2, 1), r"-2", id="negative-head"),
    pytest.param((-1, 0, 1), r"\b[34]\b", id="too-short"),
    pytest.param((-1, 0, 1, 1, 1), r"\b[34]\b", id="too-long"),
    pytest.param((), r"\b[34]\b", id="no-heads"),
    pytest.param((0, 0, 1, 1), r"heads\[0\]|root", id="root-with-a-head"),
]


@both_roots
@pytest.mark.parametrize(("heads", "message"), WRONG_TREES)
def test_wrong_gold_tree(root: Root, heads: Heads, message: str) -> None:
    system = arc_eager(root)
    c = system.initial(3)
    for ask in (system.costs, system.loss, system.oracle):
        with pytest.raises(ValueError, match=message):
            ask(c, heads)


@both_roots
@pytest.mark.parametrize(
    ("heads", "message"),
    [wrong for wrong in WRONG_TREES if wrong.id not in ("too-short", "too-long", "no-heads")],
)
def test_static_oracle_of_a_wrong_tree(root: Root, heads: Heads, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        arc_eager(root).static_oracle(heads)


@both_roots
@pytest.mark.parametrize("heads", [(), (-1,)], ids=["nothing", "root-only"])
def test_static_oracle_of_no_words(root: Root, heads: Heads) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        arc_eager(root).static_oracle(heads)


@both_roots
@pytest.mark.parametrize("labels", [(None, "a", "a"), (None, *"aaaa")], ids=["short", "long"])
def test_wrong_number_of_gold_labels(root: Root, labels: reference.Labels) -> None:
    system = arc_eager(root)
    c, heads = system.initial(3), (-1, 0, 1, 1)
    for ask in (system.costs, system.loss):
        with pytest.raises(ValueError, match=r"(?i)label"):
            ask(c, heads, labels=labels)
    with pytest.raises(ValueError, match=r"(?i)label"):
        system.static_oracle(heads, labels=labels)


@both_roots
@pytest.mark.parametrize("n", [0, -1])
def test_sentence_without_words(root: Root, n: int) -> None:
    with pytest.raises(ValueError, match=r"(?i)word"):
        arc_eager(root).initial(n)


def test_unknown_system_names_those_that_there_are() -> None:
    assert "arc-eager" in system_names()
    with pytest.raises(ValueError, match="arc-lazy") as caught:
        get_system("arc-lazy")
    for name in system_names():
        assert name in str(caught.value)


def test_unknown_place_of_the_root() -> None:
    with pytest.raises(ValueError, match=r"first.*last"):
        get_system("arc-eager", root="middle")
