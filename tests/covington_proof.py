"""What the tests of both Covington systems share."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import reference
from reference import Heads
from reference_covington import Configuration, Covington
from strategies import LABELS


def view(c: Any) -> Configuration:
    """What the public interface shows of a configuration."""
    n = len(c.heads) - 1
    words = [word for word in c.buffer if word > 0]
    assert c.lambda1 + c.lambda2 + words == list(range(1, n + 1))
    assert not hasattr(c, "stack")
    return Configuration(len(c.lambda1), n + 1 - len(words), tuple(c.heads), tuple(c.labels))


def follow(system: Any, c: Any, transitions: Sequence[Any]) -> Any:
    """The configuration after these transitions, which are names or pairs of name and label."""
    for transition in transitions:
        name, label = (transition, None) if isinstance(transition, str) else transition
        c = system.apply(c, name, label=label)
    return c


def derive(system: Any, n: int, transitions: Sequence[Any]) -> Any:
    return follow(system, system.initial(n), transitions)


def by_name(costs: dict[reference.Transition, int]) -> dict[str, int]:
    return {name: cost for (name, _), cost in costs.items()}


def cheapest(costs: dict[Any, int]) -> set[Any]:
    return {transition for transition, cost in costs.items() if cost == min(costs.values())}


def same_configurations(
    system: Any, expected_system: Covington, n: int, label_set: Sequence[str | None] = (None,)
) -> Iterator[tuple[Any, Configuration]]:
    """Every reachable configuration, of the system under test and of the reference.

    On the way, both must allow the same transitions, do the same and end at the same place.
    """
    agenda = [(system.initial(n), expected_system.initial(n))]
    seen = set()
    while agenda:
        c, expected = agenda.pop()
        if expected in seen:
            continue
        seen.add(expected)
        assert view(c) == expected
        assert c.is_terminal() == expected_system.is_terminal(expected), expected
        assert sorted(system.legal(c)) == sorted(expected_system.legal(expected)), expected
        yield c, expected
        for name, label in reference.transitions(expected_system, expected, label_set):
            after = system.apply(c, name, label=label)
            agenda.append((after, expected_system.apply(expected, name, label)))
    assert seen == set(reference.reachable(expected_system, n, label_set))


def random_walk(
    system: Any, expected_system: Covington, n: int, rng: random.Random
) -> tuple[Any, Configuration]:
    """A random number of random transitions; their arcs have random labels."""
    c, expected = system.initial(n), expected_system.initial(n)
    for _ in range(rng.randrange(3 * n)):
        if expected_system.is_terminal(expected):
            break
        assert sorted(system.legal(c)) == sorted(expected_system.legal(expected)), expected
        name, label = rng.choice(list(reference.transitions(expected_system, expected, LABELS)))
        c = system.apply(c, name, label=label)
        expected = expected_system.apply(expected, name, label)
    assert view(c) == expected
    return c, expected


def random_tree(n: int, rng: random.Random) -> Heads:
    """Words are attached in a random order, each to the root or to a word before it."""
    order = rng.sample(range(1, n + 1), n)
    heads = [-1] * (n + 1)
    for position, word in enumerate(order):
        heads[word] = rng.choice([0, *order[:position]])
    return tuple(heads)


def with_root_arcs(heads: Sequence[int]) -> Heads:
    """A tree from a forest: words without a head hang from the root."""
    return (-1, *(max(head, 0) for head in heads[1:]))
