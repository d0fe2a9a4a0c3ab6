"""Transition systems and their losses, plain and slow, straight from the definitions.

A reference to compare the compiled core with. It shares no code with it and computes no cost by a
formula: the loss of a configuration is found by trying every transition sequence that leaves it.

A tree is a tuple of heads: heads[d] is the head of word d, 0 is the root, heads[0] is -1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Literal, NamedTuple, Protocol, TypeVar

NO_HEAD = -1

Value = TypeVar("Value")
Root = Literal["first", "last"]
Heads = tuple[int, ...]
Labels = tuple["str | None", ...]
Transition = tuple[str, "str | None"]
"""A name and the label of the arc it builds: None for no arc, or for an arc without a label."""


class Configuration(NamedTuple):
    """A stack (its top is the last element), a buffer (its front is the first) and the arcs.

    heads[d] is the head of node d, NO_HEAD where it has none; labels[d] is the label of that arc.
    With a single root, ``unshifted`` tells whether the front came back from the stack, and of
    arc-hybrid ``must_take`` whether it has taken no word since.
    """

    stack: tuple[int, ...]
    buffer: tuple[int, ...]
    heads: Heads
    labels: Labels
    unshifted: bool = False
    must_take: bool = False

    def has_head(self, node: int) -> bool:
        return self.heads[node] != NO_HEAD

    def with_arc(self, head: int, label: str | None, dependent: int) -> Configuration:
        return self._replace(
            heads=replaced(self.heads, dependent, head),
            labels=replaced(self.labels, dependent, label),
        )


def replaced(values: tuple[Value, ...], index: int, value: Value) -> tuple[Value, ...]:
    return (*values[:index], value, *values[index + 1 :])


def without_arcs(stack: Iterable[int], buffer: Iterable[int], n: int) -> Configuration:
    return Configuration(tuple(stack), tuple(buffer), (NO_HEAD,) * (n + 1), (None,) * (n + 1))


class TransitionSystem(Protocol):
    """What the functions below need to know of a transition system; systems are hashable."""

    arc_transitions: frozenset[str]
    """The transitions that build an arc, and so come once for every label."""

    def __hash__(self) -> int: ...

    def initial(self, n: int) -> Configuration: ...

    def is_terminal(self, c: Configuration) -> bool: ...

    def legal(self, c: Configuration) -> list[str]:
        """The names of the transitions that may be applied; none in a terminal configuration."""

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        """The configuration after a legal transition."""


@dataclass(frozen=True)
class RootFirstOrLast:
    """How a system starts whose root stands first on the stack or last in the buffer."""

    root: Root = "first"
    arc_transitions = frozenset({"LEFT", "RIGHT"})

    def initial(self, n: int) -> Configuration:
        words = range(1, n + 1)
        if self.root == "first":
            return without_arcs([0], words, n)
        return without_arcs([], [*words, 0], n)


@dataclass(frozen=True)
class ArcEager(RootFirstOrLast):
    """Goldberg & Nivre 2012, Figure 2.

    With the root last, parsing goes on until the stack is empty, so every word gets a head. With a
    single root too, it takes a word only if no other is on the stack; a word without a head that
    is not alone there can go back to the buffer, and from there to an empty stack only.
    """

    single_root: bool = False

    def is_terminal(self, c: Configuration) -> bool:
        if self.root == "first":
            return c.buffer == ()
        return c.buffer == (0,) and c.stack == ()

    def legal(self, c: Configuration) -> list[str]:
        if self.is_terminal(c):
            return []
        front_is_word = c.buffer[0] != 0
        names = []
        if front_is_word and not (c.unshifted and c.stack):
            names.append("SHIFT")
        if c.stack:
            top, alone = c.stack[-1], len(c.stack) == 1
            if c.has_head(top):
                names.append("REDUCE")
            elif top != 0:
                if front_is_word or alone or not self.single_root:
                    names.append("LEFT")
                if self.single_root and not alone and not c.unshifted:
                    names.append("UNSHIFT")
            if front_is_word:
                names.append("RIGHT")
        return names

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        front, *rest = c.buffer
        shifted = c._replace(stack=(*c.stack, front), buffer=tuple(rest), unshifted=False)
        if name == "SHIFT":
            return shifted
        *below, top = c.stack
        popped = c._replace(stack=tuple(below))
        if name == "REDUCE":
            return popped
        if name == "LEFT":
            return popped.with_arc(front, label, top)
        if name == "RIGHT":
            return shifted.with_arc(top, label, front)
        if name == "UNSHIFT":
            return popped._replace(buffer=(top, *c.buffer), unshifted=True)
        raise ValueError(f"arc-eager has no transition {name!r}")


def transitions(
    system: TransitionSystem, c: Configuration, label_set: Iterable[str | None] = (None,)
) -> Iterator[Transition]:
    """The legal transitions, those that build an arc once for every label."""
    for name in system.legal(c):
        for label in label_set if builds_arc(system, c, name) else (None,):
            yield name, label


@lru_cache(maxsize=1 << 16)
def following(
    system: TransitionSystem, c: Configuration, label_set: tuple[str | None, ...] = (None,)
) -> tuple[tuple[Transition, Configuration], ...]:
    """Each legal transition and where it leads, kept for all gold trees that will ask."""
    return tuple(
        ((name, label), system.apply(c, name, label))
        for name, label in transitions(system, c, label_set)
    )


def builds_arc(system: TransitionSystem, c: Configuration, name: str) -> bool:
    """By the transition's name, unless the system says that it depends on the configuration."""
    if hasattr(system, "builds_arc"):
        return bool(system.builds_arc(c, name))
    return name in system.arc_transitions


def reachable(
    system: TransitionSystem, n: int, label_set: Iterable[str | None] = (None,)
) -> list[Configuration]:
    """All configurations that some transition sequence over n words passes through."""
    labels = tuple(label_set)
    found = {system.initial(n): None}
    agenda = list(found)
    while agenda:
        c = agenda.pop()
        for _, after in following(system, c, labels):
            if after not in found:
                found[after] = None
                agenda.append(after)
    return list(found)


class Gold(NamedTuple):
    """A gold tree and the labels that transitions may use.

    Heads that are not known are NO_HEAD; there are only the arcs that are known.
    """

    heads: Heads
    labels: Labels | None
    label_set: tuple[str | None, ...]

    def has_arc_to(self, dependent: int, c: Configuration) -> bool:
        """Whether c has the gold arc, with its gold label where labels count."""
        return c.heads[dependent] == self.heads[dependent] != NO_HEAD and (
            self.labels is None or c.labels[dependent] == self.labels[dependent]
        )

    def arcs_in(self, c: Configuration) -> int:
        return sum(self.has_arc_to(word, c) for word in range(1, len(self.heads)))

    def arcs_missing_in(self, c: Configuration) -> int:
        return self.arcs - self.arcs_in(c)

    @property
    def arcs(self) -> int:
        return sum(head != NO_HEAD for head in self.heads)


def gold_tree(
    heads: Iterable[int],
    labels: Iterable[str | None] | None = None,
    label_set: Iterable[str] | None = None,
) -> Gold:
    """Without labels, arcs are compared by their heads; the label set defaults to the gold one."""
    if labels is None:
        return Gold(tuple(heads), None, (None,))
    labels = tuple(labels)
    chosen = labels[1:] if label_set is None else label_set
    return Gold(tuple(heads), labels, tuple(sorted({x for x in chosen if x is not None})))


LossFunction = Callable[[Configuration], int]
LossMethod = Callable[[TransitionSystem, Gold], LossFunction]


@lru_cache(maxsize=4)
def loss_by_search(system: TransitionSystem, gold: Gold) -> LossFunction:
    """The definition: the fewest gold arcs missing at the end of any transition sequence."""

    @cache
    def loss(c: Configuration) -> int:
        if system.is_terminal(c):
            return gold.arcs_missing_in(c)
        return min([loss(after) for _, after in following(system, c, gold.label_set)])

    return loss


@lru_cache(maxsize=4)
def loss_by_gain(system: TransitionSystem, gold: Gold) -> LossFunction:
    """The same with smaller tables, for systems where it matters only whether a word has a head.

    The arcs still to come depend on which words have a head, and not on which heads those are.
    """
    return tabulated_loss(system, gold, with_nameless_heads)


def tabulated_loss(
    system: TransitionSystem, gold: Gold, simpler: Callable[[Configuration], Configuration]
) -> LossFunction:
    """The loss by search, where configurations that are made the same have the same to come.

    The most gold arcs that can still be built are tabulated once for all of them.
    """

    @cache
    def gain(c: Configuration) -> int:
        if system.is_terminal(c):
            return 0
        before = gold.arcs_in(c)
        return max(
            [
                gold.arcs_in(after) - before + gain(simpler(after))
                for _, after in following(system, c, gold.label_set)
            ]
        )

    return lambda c: gold.arcs_missing_in(c) - gain(simpler(c))


def with_nameless_heads(c: Configuration) -> Configuration:
    """C with every word that has a head put under itself: a head, but never the gold one."""
    heads = tuple(node if c.has_head(node) else NO_HEAD for node in range(len(c.heads)))
    return c._replace(heads=heads, labels=(None,) * len(heads))


def best_loss(
    system: TransitionSystem,
    c: Configuration,
    gold_heads: Iterable[int],
    gold_labels: Iterable[str | None] | None = None,
    label_set: Iterable[str] | None = None,
    method: LossMethod = loss_by_search,
) -> int:
    """The number of gold arcs (labelled, if labels are given) that no end of c can have."""
    return method(system, gold_tree(gold_heads, gold_labels, label_set))(c)


def costs(
    system: TransitionSystem,
    c: Configuration,
    gold_heads: Iterable[int],
    gold_labels: Iterable[str | None] | None = None,
    label_set: Iterable[str] | None = None,
    method: LossMethod = loss_by_search,
) -> dict[Transition, int]:
    """The loss after minus the loss before, for every legal transition (labels: None if none)."""
    gold = gold_tree(gold_heads, gold_labels, label_set)
    loss = method(system, gold)
    before = loss(c)
    return {
        transition: loss(after) - before
        for transition, after in following(system, c, gold.label_set)
    }


def reaches_root(heads: Heads, node: int) -> bool:
    """Whether the way up from a node ends at node 0, or at a word without a head."""
    for _ in heads:
        if node in (0, NO_HEAD):
            return True
        node = heads[node]
    return False


def is_forest(heads: Heads) -> bool:
    """Whether no word is its own ancestor; words without a head are allowed."""
    return all(reaches_root(heads, word) for word in range(1, len(heads)))


def is_tree(heads: Heads) -> bool:
    return is_forest(heads) and NO_HEAD not in heads[1:]


def ancestors(heads: Heads, node: int) -> list[int]:
    found = []
    while heads[node] != NO_HEAD:
        node = heads[node]
        found.append(node)
    return found


def is_projective(heads: Heads) -> bool:
    """Whether a forest is projective (Goldberg & Nivre 2012, section 2.1).

    That is, whether a head dominates all that stands between it and its dependents.
    """
    return all(
        heads[word] in ancestors(heads, between)
        for word in range(1, len(heads))
        if heads[word] != NO_HEAD
        for between in range(min(word, heads[word]) + 1, max(word, heads[word]))
    )


@cache
def all_trees(n: int) -> list[Heads]:
    """All trees over words 1..n; the root may have several children."""
    candidates = ((NO_HEAD, *heads) for heads in product(range(n + 1), repeat=n))
    return [heads for heads in candidates if is_tree(heads)]


@cache
def all_projective_trees(n: int) -> list[Heads]:
    return [heads for heads in all_trees(n) if is_projective(heads)]
