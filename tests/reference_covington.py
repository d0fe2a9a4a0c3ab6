"""Covington's algorithm, monotonic and not, plain and slow; see reference.py.

Nothing is stored but the focus words and the arcs; whatever else is asked is found by following
arcs. The losses of the non-monotonic system are counted as the paper words them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from reference import NO_HEAD, Gold, Heads, Labels, ancestors, following, replaced


class Configuration(NamedTuple):
    """λ1 is 1..left, λ2 the words from there to the front, the buffer the rest."""

    left: int
    front: int
    heads: Heads
    labels: Labels

    @property
    def n(self) -> int:
        return len(self.heads) - 1

    def with_arc(self, head: int, label: str | None, dependent: int) -> Configuration:
        return self._replace(
            heads=replaced(self.heads, dependent, head),
            labels=replaced(self.labels, dependent, label),
        )

    def without_arc_to(self, dependent: int) -> Configuration:
        return self.with_arc(NO_HEAD, None, dependent)


@dataclass(frozen=True)
class Covington:
    """The 2015 paper, Figure 1. With the root last, words without a head get theirs at the end.

    With a single root, one of them is chosen, from left to right, and takes the others.
    """

    root: str = "first"
    single_root: bool = False

    @property
    def arc_transitions(self) -> frozenset[str]:
        return frozenset({"LEFT", "RIGHT", "ROOT"})

    def initial(self, n: int) -> Configuration:
        return Configuration(0, 1, (NO_HEAD,) * (n + 1), (None,) * (n + 1))

    def is_terminal(self, c: Configuration) -> bool:
        return c.front > c.n and (self.root == "first" or NO_HEAD not in c.heads[1:])

    def legal(self, c: Configuration) -> list[str]:
        if self.is_terminal(c):
            return []
        if c.front > c.n:
            return self.legal_at_end(c)
        names = ["SHIFT"]
        if c.left > 0:
            names.append("NO-ARC")
            if self.is_allowed(c, c.front, c.left):
                names.append("LEFT")
            if self.is_allowed(c, c.left, c.front):
                names.append("RIGHT")
        return names

    def legal_at_end(self, c: Configuration) -> list[str]:
        if not self.single_root:
            return ["ROOT"]
        if 0 in c.heads:
            return ["LEFT" if c.left < c.heads.index(0) else "RIGHT"]
        return ["ROOT", "NO-ARC"] if NO_HEAD in c.heads[c.left + 1 :] else ["ROOT"]

    def is_allowed(self, c: Configuration, head: int, dependent: int) -> bool:
        return c.heads[dependent] == NO_HEAD and dependent not in ancestors(c.heads, head)

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        if name == "SHIFT":
            return self.settled(c._replace(left=c.front, front=c.front + 1))
        if c.front > c.n and self.single_root:
            return self.with_single_root(c, name, label)
        after = c._replace(left=c.left - 1)
        if name == "NO-ARC":
            return after
        if name == "LEFT":
            return self.linked(after, c.front, label, c.left)
        if name == "RIGHT":
            return self.linked(after, c.left, label, c.front)
        if name == "ROOT":
            return self.settled(after.with_arc(0, label, c.left))
        raise ValueError(f"Covington's algorithm has no transition {name!r}")

    def with_single_root(self, c: Configuration, name: str, label: str | None) -> Configuration:
        if name == "NO-ARC":
            return c._replace(left=c.heads.index(NO_HEAD, c.left + 1))
        head = 0 if name == "ROOT" else c.heads.index(0)
        return self.settled(c.with_arc(head, label, c.left))

    def linked(
        self, c: Configuration, head: int, label: str | None, dependent: int
    ) -> Configuration:
        return c.with_arc(head, label, dependent)

    def dependent(self, c: Configuration, name: str) -> int:
        """The dependent of the arc that a transition adds while there are words to read."""
        return c.front if name == "RIGHT" else c.left

    def settled(self, c: Configuration) -> Configuration:
        """At the end a word without a head is in focus: the last; with a single root the first."""
        if c.front <= c.n or self.root == "first":
            return c
        headless = [w for w in range(1, c.n + 1) if c.heads[w] < 0]
        return c._replace(left=(min if self.single_root else max)(headless, default=0))


class NonmonotonicCovington(Covington):
    """The 2017 paper, Figure 2."""

    def is_allowed(self, c: Configuration, head: int, dependent: int) -> bool:
        return True

    def linked(
        self, c: Configuration, head: int, label: str | None, dependent: int
    ) -> Configuration:
        """The new arc, without the old one to the dependent, and without the arc to the head if
        that is below the dependent.
        """
        after = c.with_arc(head, label, dependent)
        return after.without_arc_to(head) if dependent in ancestors(c.heads, head) else after


# Losses -----------------------------------------------------------------------------------------


def missing(gold: Gold, c: Configuration, roots: bool = True) -> int:
    """Gold arcs that are not there; words without a head hang from the root."""
    return sum(
        not gold.has_arc_to(word, c) and not (c.heads[word] == NO_HEAD and gold.heads[word] == 0)
        for word in range(1, c.n + 1)
        if gold.heads[word] > 0 or (roots and gold.heads[word] == 0)
    )


@lru_cache(maxsize=4)
def loss_by_search(system: Covington, gold: Gold, roots: bool = True):  # type: ignore[no-untyped-def]
    """The definition: the fewest gold arcs missing at the end of any transition sequence.

    Without ``roots`` those from the root do not count.
    """

    @cache
    def loss(c: Configuration) -> int:
        if system.is_terminal(c):
            return missing(gold, c, roots)
        return min([loss(after) for _, after in following(system, c, gold.label_set)])

    return loss


@lru_cache(maxsize=4)
def loss_by_gain(system: Covington, gold: Gold):  # type: ignore[no-untyped-def]
    """The same for longer sentences, with smaller tables.

    A wrong label on an arc of the gold tree is no better than the right one, and labels of other
    arcs do not matter. For what is still to come in the monotonic system it matters only which
    words are in one tree, and which is its top; so a configuration stands for all others in which
    the words of each tree are the same and hang from the same top.
    """

    def flat(c: Configuration) -> Configuration:
        tops = tuple((ancestors(c.heads, word) or [NO_HEAD])[-1] for word in range(c.n + 1))
        return c._replace(heads=tops, labels=(None,) * (c.n + 1))

    def right_label(c: Configuration, name: str) -> str | None:
        return None if gold.labels is None else gold.labels[system.dependent(c, name)]

    def held(c: Configuration) -> int:
        return sum(gold.has_arc_to(word, c) for word in range(1, c.n + 1))

    def gain_at_end(headless: list[int]) -> int:
        heads = [gold.heads[word] for word in headless]
        if not system.single_root:
            return heads.count(0)
        return max((gold.heads[root] == 0) + heads.count(root) for root in headless)

    @cache
    def gain(c: Configuration) -> int:
        """The most gold arcs that can come to hold, counting headless words only at the end."""
        if c.front > c.n:
            return gain_at_end([w for w in range(1, c.n + 1) if c.heads[w] == NO_HEAD])
        gains = []
        for name in system.legal(c):
            after = system.apply(c, name, right_label(c, name))
            new = [w for w in range(1, c.n + 1) if after.heads[w] != c.heads[w]]
            gains.append(sum(gold.has_arc_to(w, after) for w in new) + gain(flat(after)))
        return max(gains)

    def loss(c: Configuration) -> int:
        if system.single_root and c.front > c.n:
            return int(loss_by_search(system, gold)(c))
        return gold.arcs - held(c) - gain(flat(c))

    return loss


def costs(system, c, heads, labels=None, method=loss_by_search):  # type: ignore[no-untyped-def]
    from reference import gold_tree

    gold = gold_tree(heads, labels)
    loss = method(system, gold)
    before = loss(c)
    return {
        transition: loss(after) - before
        for transition, after in following(system, c, gold.label_set)
    }


# The bounds of the 2017 paper -------------------------------------------------------------------


def will_meet(c: Configuration, x: int, y: int) -> bool:
    """Whether two words are the focus words now or later."""
    left, right = sorted((x, y))
    return c.front < right or (c.front == right and left <= c.left)


def has_arc(gold: Gold, c: Configuration, y: int) -> bool:
    return gold.has_arc_to(y, c) or (gold.heads[y] == 0 and c.heads[y] == NO_HEAD)


def unreachable(gold: Gold, c: Configuration) -> set[int]:
    """The words whose gold arcs are in U; arcs from the root are once the word has a head."""
    return {
        y
        for y in range(1, c.n + 1)
        if gold.heads[y] != NO_HEAD
        and not has_arc(gold, c, y)
        and (gold.heads[y] == 0 or not will_meet(c, gold.heads[y], y))
    }


def cycles(gold: Gold, c: Configuration) -> list[list[tuple[int, int]]]:
    """The elementary cycles of A ∪ I, as lists of arcs: all walks from a word back to itself
    through larger words, each at most once.
    """
    words = range(1, c.n + 1)
    lost = unreachable(gold, c)
    heads = {y: {c.heads[y], *([] if y in lost else [gold.heads[y]])} - {0, NO_HEAD} for y in words}

    def walks(path: list[int]) -> list[list[int]]:
        found = [path] if path[0] in heads[path[-1]] else []
        for head in heads[path[-1]]:
            if head > path[0] and head not in path:
                found += walks([*path, head])
        return found

    return [
        [(head, dependent) for dependent, head in zip(walk, [*walk[1:], start], strict=True)]
        for start in words
        for walk in walks([start])
    ]


def is_problematic(gold: Gold, c: Configuration, cycle: list[tuple[int, int]]) -> bool:
    """Whether the arc z → x is gold, where x → y closes the cycle when arcs are built in order."""
    to_build = [(x, y) for x, y in cycle if c.heads[y] != x]
    x, _ = max(to_build, key=lambda arc: (max(arc), -min(arc)))
    z = next(head for head, dependent in cycle if dependent == x)
    return gold.heads[x] == z and x not in unreachable(gold, c)


def upper(gold: Gold, c: Configuration) -> int:
    return len(unreachable(gold, c)) + len(cycles(gold, c))


def pc_upper(gold: Gold, c: Configuration) -> int:
    problematic = [cycle for cycle in cycles(gold, c) if is_problematic(gold, c, cycle)]
    return len(unreachable(gold, c)) + len(problematic)


def printed_lower(gold: Gold, c: Configuration) -> int:
    """The lower bound as printed, with root arcs to words that have a head in U."""
    return len(unreachable(gold, c))


def lower(gold: Gold, c: Configuration) -> int:
    """Without root arcs to words that some pair of focus words still to come is made of."""
    words = range(1, c.n + 1)
    return sum(
        gold.heads[y] != 0 or not any(will_meet(c, y, other) for other in words if other != y)
        for y in unreachable(gold, c)
    )
