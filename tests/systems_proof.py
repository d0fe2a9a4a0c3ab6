"""What the tests of all transition systems share: the public interface beside a plain reference.

A pair is a system under test and its reference, which must agree in everything.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeVar

import pytest
import reference
import reference_covington
import reference_two_planar
from reference import Configuration, Heads, LossMethod, is_tree, loss_by_search
from strategies import LABELS, random_projective_tree

from dodona.systems.actions.two_planar import SWITCHED
from dodona.systems.configuration import CovingtonConfiguration, TwoPlanarConfiguration

UNLABELLED = (None,)

Key = TypeVar("Key")


class Pair(NamedTuple):
    system: Any
    expected: Any


def view(c: Any) -> Any:
    """What the public interface shows of a configuration, as the references have it."""
    if isinstance(c, CovingtonConfiguration):
        n = len(c.heads) - 1
        words = [word for word in c.buffer if word > 0]
        assert c.lambda1 + c.lambda2 + words == list(range(1, n + 1))
        assert not hasattr(c, "stack")
        return reference_covington.Configuration(
            len(c.lambda1), n + 1 - len(words), tuple(c.heads), tuple(c.labels)
        )
    arcs = tuple(c.heads), tuple(c.labels)
    if isinstance(c, TwoPlanarConfiguration):
        stacks = tuple(c.stack), tuple(c.inactive)
        switched = bool(c.state.mode & SWITCHED)
        return reference_two_planar.Configuration(
            *stacks, switched, c.state.front, c.state.partner, *arcs
        )
    unshifted = c.state.stand_in >= 0
    must_take = unshifted and c.stack[-1:] == [c.state.partner]
    return Configuration(tuple(c.stack), tuple(c.buffer), *arcs, unshifted, must_take)


def derive(system: Any, n: int, transitions: Sequence[Any]) -> Any:
    """The configuration after these transitions, which are names or pairs of name and label."""
    return follow(system, system.initial(n), transitions)


def follow(system: Any, c: Any, transitions: Sequence[Any]) -> Any:
    for transition in transitions:
        name, label = (transition, None) if isinstance(transition, str) else transition
        c = system.apply(c, name, label=label)
    return c


def by_name(costs: dict[reference.Transition, int]) -> dict[str, int]:
    return {name: cost for (name, _), cost in costs.items()}


def cheapest(costs: dict[Key, int]) -> set[Key]:
    return {transition for transition, cost in costs.items() if cost == min(costs.values())}


def same_configurations(
    pair: Pair, n: int, label_set: Sequence[str | None] = UNLABELLED
) -> Iterator[tuple[Any, Configuration]]:
    """Every reachable configuration, of the system under test and of the reference.

    On the way, both must allow the same transitions, do the same and end at the same place.
    """
    system, expected_system = pair
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


def check_all_costs(
    pair: Pair, n: int, trees: Sequence[Heads], method: LossMethod = loss_by_search
) -> int:
    """All these trees in all reachable configurations; returns how many there were."""
    every = list(same_configurations(pair, n))
    for heads in trees:
        for c, expected in every:
            check_costs(pair, c, expected, heads, method=method)
    return len(every) * len(trees)


def check_all_labelled_costs(
    pair: Pair,
    n: int,
    trees: Sequence[Heads],
    method: LossMethod = loss_by_search,
    most: int | None = None,
) -> int:
    """The same with all gold labels, from a set of two; in a sample of at most so many."""
    every = list(same_configurations(pair, n, ("a", "b")))
    if most is not None and len(every) > most:
        every = random.Random(n).sample(every, most)
    for heads, words in product(trees, product("ab", repeat=n)):
        for c, expected in every:
            check_costs(pair, c, expected, heads, (None, *words), method)
    return len(every) * len(trees) * 2**n


def check_costs(
    pair: Pair,
    c: Any,
    expected: Configuration,
    heads: Heads,
    labels: reference.Labels | None = None,
    method: LossMethod = loss_by_search,
) -> None:
    """Costs, loss and oracle are the definition's, and so is the partial oracle on gold paths."""
    system, expected_system = pair
    case = (heads, labels, expected)
    costs: dict[Any, int] = reference.costs(expected_system, expected, heads, labels, method=method)
    loss = reference.best_loss(expected_system, expected, heads, labels, method=method)
    zero_cost = {name for (name, _), cost in costs.items() if cost == 0}
    if labels is None:
        costs = by_name(costs)
        assert system.costs(c, heads) == costs, case
        assert system.oracle(c, heads) == cheapest(costs), case
    else:
        assert system.costs(c, heads, labels=labels) == costs, case
        assert system.oracle(c, heads, labels=labels) == cheapest(costs), case
    assert system.loss(c, heads, labels=labels) == loss, case
    if loss == 0:
        assert system.nondet_oracle(c, heads, labels=labels) == zero_cost, case


def check_random_costs(
    pair: Pair,
    rng: random.Random,
    trees: int,
    walks: int,
    *,
    labelled: bool,
    method: LossMethod,
    single_root: bool = False,
    tree: Callable[[int, random.Random], Heads] = random_projective_tree,
    longest: int = 7,
) -> int:
    """Random trees of up to 7 words and random walks for each; returns how many there were."""
    for _ in range(trees):
        n = rng.randint(2, longest)
        heads = tree(n, rng)
        while single_root and heads.count(0) > 1:
            heads = tree(n, rng)
        labels = (None, *rng.choices(LABELS, k=n)) if labelled else None
        for _ in range(walks):
            c, expected = random_walk(pair, n, rng)
            check_costs(pair, c, expected, heads, labels, method)
    return trees * walks


def random_tree(n: int, rng: random.Random, *, single_root: bool = False) -> Heads:
    """Words are attached in a random order, each to the root or to a word before it."""
    order = rng.sample(range(1, n + 1), n)
    heads = [-1] * (n + 1)
    for position, word in enumerate(order):
        only_words = single_root and position > 0
        heads[word] = rng.choice(order[:position] if only_words else [0, *order[:position]])
    return tuple(heads)


def with_root_arcs(heads: Sequence[int]) -> Heads:
    """A tree from a forest: words without a head hang from the root."""
    return (-1, *(max(head, 0) for head in heads[1:]))


def check_illegal(system: Any, n: int, before: Sequence[Any], name: str) -> None:
    """After these transitions another one is not legal, and the error that it is names it."""
    c = derive(system, n, before)
    assert name not in system.legal(c)
    with pytest.raises(ValueError, match=name):
        system.apply(c, name)


def check_smaller_tables(
    system: Any,
    n: int,
    trees: Sequence[Heads],
    method: LossMethod,
    labels: reference.Labels | None = None,
    plain: LossMethod = loss_by_search,
) -> None:
    """A loss with smaller tables is the loss by plain search, in all reachable configurations."""
    every = reference.reachable(system, n, UNLABELLED if labels is None else ("a", "b"))
    for heads in trees:
        gold = reference.gold_tree(heads, labels)
        by_search, by_method = plain(system, gold), method(system, gold)
        assert all(by_search(c) == by_method(c) for c in every), heads


def random_walk(pair: Pair, n: int, rng: random.Random) -> tuple[Any, Configuration]:
    """A random number of random transitions; their arcs have random labels."""
    system, expected_system = pair
    c, expected = system.initial(n), expected_system.initial(n)
    for _ in range(rng.randrange((2 if system.projective else 3) * n)):
        if expected_system.is_terminal(expected):
            break
        assert sorted(system.legal(c)) == sorted(expected_system.legal(expected)), expected
        name, label = rng.choice(list(reference.transitions(expected_system, expected, LABELS)))
        c = system.apply(c, name, label=label)
        expected = expected_system.apply(expected, name, label)
    assert view(c) == expected
    return c, expected


def check_oracle_keeps_loss(
    system: Any, c: Any, heads: Heads, labels: reference.Labels, rng: random.Random
) -> None:
    """Some way on from c that costs nothing ends with as many wrong arcs as the loss of c."""
    loss = system.loss(c, heads, labels=labels)
    while not c.is_terminal():
        costs = system.costs(c, heads, labels=labels)
        c = system.apply(c, *rng.choice([t for t in costs if costs[t] == 0]))
    wrong = [d for d in range(len(heads)) if (c.heads[d], c.labels[d]) != (heads[d], labels[d])]
    assert system.loss(c, heads, labels=labels) == len(wrong) == loss


def with_one_root(trees: Sequence[Heads]) -> list[Heads]:
    return [heads for heads in trees if heads.count(0) == 1]


def check_static_oracle(system: Any, trees: Sequence[Heads]) -> None:
    """It derives each of these trees, and its transitions are those that cost nothing."""
    for heads in trees:
        c = system.initial(len(heads) - 1)
        for name in system.static_oracle(heads):
            assert name in system.nondet_oracle(c, heads), (heads, view(c))
            c = system.apply(c, name)
        assert c.is_terminal()
        assert tuple(c.heads) == heads


def check_derivations_end_in_trees(
    system: Any,
    rng: random.Random,
    walks: int,
    *,
    single_root: bool = False,
    forest: bool = False,
    unshifts: bool = False,
) -> None:
    """Random derivations end in projective trees, with one root; or in forests.

    Each word is pushed once and popped once; where the root comes first in the buffer, it is
    pushed too. With forests, words may stay on the stack. With UNSHIFT, a word may go back and be
    pushed once more.
    """
    for _ in range(walks):
        n = rng.randint(1, 12)
        c, steps = system.initial(n), 0
        longest = 2 * n + (c.buffer[0] == 0)
        while not c.is_terminal():
            c = system.apply(c, rng.choice(system.legal(c)))
            steps += 1
        heads = tuple(c.heads)
        assert reference.is_projective(heads)
        if forest:
            assert reference.is_forest(heads)
            assert steps <= longest
        else:
            assert is_tree(heads)
            # Arc-swift needs a transition for each word, and one for each arc to the left.
            shortest = n if system.name == "arc-swift" else longest
            assert shortest <= steps <= 2 * longest if unshifts else shortest <= steps <= longest
        if single_root:
            assert heads.count(0) == 1


def check_dependents_known_to_features(c: Any) -> None:
    """What features ask of the dependents of a node is what its arcs say."""
    state, heads = c.state, c.heads
    for node in range(len(heads)):
        left = [d for d in range(1, node) if heads[d] == node]
        right = [d for d in range(node + 1, len(heads)) if heads[d] == node]
        none = [-1, -1]
        assert [state.left_count[node], state.right_count[node]] == [len(left), len(right)]
        assert [state.left1[node], state.left2[node]] == [*left, *none][:2]
        assert [state.right1[node], state.right2[node]] == [*right[::-1], *none][:2]
        assert [state.near_left[node], state.near_right[node]] == [
            left[-1] if left else -1,
            right[0] if right else -1,
        ]


def check_first_and_last_configuration(system: Any, left: str, right: str) -> None:
    """Goldberg, Sartorio & Satta 2014, section 2.2: ([], [0 ... n], ∅) and ([0], [], A)."""
    c = system.initial(2)
    assert (c.stack, c.buffer, c.heads) == ([], [0, 1, 2], [-1, -1, -1])
    assert system.legal(c) == ["SHIFT"]
    c = derive(system, 2, ["SHIFT", "SHIFT", "SHIFT", left, right])
    assert c.is_terminal()
    assert (c.stack, c.buffer, c.heads) == ([0], [], [-1, 2, 0])
    assert system.legal(c) == []
    assert system.costs(c, (-1, 2, 0)) == {}
