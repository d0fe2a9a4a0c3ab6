"""The interface for people: what holds for every system, and its errors."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from reference import Heads, Labels
from systems_proof import derive, view

from dodona.systems import get_system, system_names


def variants() -> Iterator[Any]:
    """Every system, with the root where the papers have it and where parsing has it."""
    for name in system_names():
        for root in dict.fromkeys(("first", get_system(name).parsing_root)):
            yield pytest.param(get_system(name, root=root), id=f"{name}-{root}")


each_system = pytest.mark.parametrize("system", list(variants()))
# What is wrong with an argument is found by the base class; one system has a `loss` of its own.
base_and_override = pytest.mark.parametrize(
    "system", [get_system("arc-eager"), get_system("covington-nonmonotonic")], ids=lambda s: s.name
)


# Configurations ---------------------------------------------------------------------------------


@each_system
def test_nothing_is_legal_at_the_end(system: Any) -> None:
    heads = (-1, 0)
    c = derive(system, 1, system.static_oracle(heads))
    assert c.is_terminal()
    assert system.legal(c) == []
    assert system.costs(c, heads) == {}
    assert system.oracle(c, heads) == set()


@each_system
def test_apply_does_not_change_its_argument(system: Any) -> None:
    rng = random.Random(3)
    for _ in range(100):
        c = system.initial(4)
        while not c.is_terminal():
            before = view(c), repr(c)
            for name in system.legal(c):
                system.apply(c, name, label="a")
            assert (view(c), repr(c)) == before
            c = system.apply(c, rng.choice(system.legal(c)), label="b")


@each_system
def test_changing_what_a_configuration_shows_does_not_change_it(system: Any) -> None:
    c = derive(system, 3, system.static_oracle((-1, 2, 0, 2))[:2])
    before = view(c)
    lists = ("lambda1", "lambda2") if hasattr(c, "lambda1") else ("stack",)
    for name in (*lists, "buffer", "heads", "labels"):
        shown = getattr(c, name)
        shown[:1] = [99]
        shown.append(99)
    assert view(c) == before


# Errors -----------------------------------------------------------------------------------------


@base_and_override
@pytest.mark.parametrize("name", ["SWAP", "shift", "LEFT_99", ""])
def test_unknown_transition(system: Any, name: str) -> None:
    with pytest.raises(ValueError, match=f"{name}.*{system.actions[0]}"):
        system.apply(system.initial(2), name)


WRONG_TREES = [
    pytest.param((-1, 2, 3, 1), r"(?i)cycl", id="cycle"),
    pytest.param((-1, 0, 3, 2), r"(?i)cycl", id="cycle-beside-a-tree"),
    pytest.param((-1, 0, 2, 1), r"(?i)cycl", id="word-under-itself"),
    pytest.param((-1, 0, 4, 1), r"\b4\b", id="head-after-the-last-word"),
    pytest.param((-1, 0, 2**40, 1), str(2**40), id="huge-head"),
    pytest.param((-1, 0, -2, 1), r"-2", id="negative-head"),
    pytest.param((-1, 0, 1), r"\b[34]\b", id="too-short"),
    pytest.param((-1, 0, 1, 1, 1), r"\b[34]\b", id="too-long"),
    pytest.param((), r"\b[34]\b", id="no-heads"),
    pytest.param((0, 0, 1, 1), r"heads\[0\]|root", id="root-with-a-head"),
]


@base_and_override
@pytest.mark.parametrize(("heads", "message"), WRONG_TREES)
def test_wrong_gold_tree(system: Any, heads: Heads, message: str) -> None:
    c = system.initial(3)
    for ask in (system.costs, system.loss, system.oracle, system.nondet_oracle):
        with pytest.raises(ValueError, match=message):
            ask(c, heads)


@base_and_override
@pytest.mark.parametrize(
    ("heads", "message"),
    [wrong for wrong in WRONG_TREES if wrong.id not in ("too-short", "too-long", "no-heads")],
)
def test_static_oracle_of_a_wrong_tree(system: Any, heads: Heads, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        system.static_oracle(heads)


@base_and_override
@pytest.mark.parametrize("heads", [(), (-1,)], ids=["nothing", "root-only"])
def test_static_oracle_of_no_words(system: Any, heads: Heads) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        system.static_oracle(heads)


@base_and_override
@pytest.mark.parametrize("labels", [(None, "a", "a"), (None, *"aaaa")], ids=["short", "long"])
def test_wrong_number_of_gold_labels(system: Any, labels: Labels) -> None:
    c, heads = system.initial(3), (-1, 0, 1, 1)
    for ask in (system.costs, system.loss):
        with pytest.raises(ValueError, match=r"(?i)label"):
            ask(c, heads, labels=labels)
    with pytest.raises(ValueError, match=r"(?i)label"):
        system.static_oracle(heads, labels=labels)


@base_and_override
@pytest.mark.parametrize("n", [0, -1])
def test_sentence_without_words(system: Any, n: int) -> None:
    with pytest.raises(ValueError, match=r"(?i)word"):
        system.initial(n)


def test_unknown_system_names_those_that_there_are() -> None:
    assert "arc-eager" in system_names()
    with pytest.raises(ValueError, match="arc-lazy") as caught:
        get_system("arc-lazy")
    for name in system_names():
        assert name in str(caught.value)


@pytest.mark.parametrize("name", system_names())
def test_a_system_knows_the_name_that_it_is_found_by(name: str) -> None:
    assert get_system(name).name == name


@pytest.mark.parametrize("name", system_names())
def test_unknown_place_of_the_root(name: str) -> None:
    with pytest.raises(ValueError, match=r"first.*last"):
        get_system(name, root="middle")
