"""2-planar parsing, plain and slow; see reference.py.

Which arcs can still be made is found by trying all transition sequences; nothing is said of planes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from reference import NO_HEAD, Gold, Heads, Labels, ancestors, following, replaced
from reference_covington import missing


class Configuration(NamedTuple):
    """Active and inactive stack, their tops last; the buffer is the words from the front on.

    ``switched`` tells whether the last transition was SWITCH. At the end ``focus`` is the word in
    focus, 0 if there is none.
    """

    stack: tuple[int, ...]
    inactive: tuple[int, ...]
    switched: bool
    front: int
    focus: int
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


@dataclass(frozen=True)
class TwoPlanar:
    """Gómez-Rodríguez & Nivre 2010; what happens at the end is as in Covington's algorithm."""

    root: str = "first"
    single_root: bool = False

    @property
    def arc_transitions(self) -> frozenset[str]:
        return frozenset({"LEFT", "RIGHT", "ROOT"})

    def initial(self, n: int) -> Configuration:
        return Configuration((), (), False, 1, 0, (NO_HEAD,) * (n + 1), (None,) * (n + 1))

    def is_terminal(self, c: Configuration) -> bool:
        return c.front > c.n and (self.root == "first" or NO_HEAD not in c.heads[1:])

    def legal(self, c: Configuration) -> list[str]:
        if self.is_terminal(c):
            return []
        if c.front > c.n:
            return self.legal_at_end(c)
        names = ["SHIFT"]
        if c.stack:
            names.append("REDUCE")
            if self.is_allowed(c, c.front, c.stack[-1]):
                names.append("LEFT")
            if self.is_allowed(c, c.stack[-1], c.front):
                names.append("RIGHT")
        return names + ["SWITCH"] * (c.inactive != () and not c.switched)

    def legal_at_end(self, c: Configuration) -> list[str]:
        if not self.single_root:
            return ["ROOT"]
        if 0 in c.heads:
            return ["LEFT" if c.focus < c.heads.index(0) else "RIGHT"]
        return ["ROOT", "REDUCE"] if NO_HEAD in c.heads[c.focus + 1 :] else ["ROOT"]

    def is_allowed(self, c: Configuration, head: int, dependent: int) -> bool:
        return c.heads[dependent] == NO_HEAD and dependent not in ancestors(c.heads, head)

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        if c.front > c.n:
            return self.at_end(c, name, label)
        if name == "SWITCH":
            return c._replace(stack=c.inactive, inactive=c.stack, switched=True)
        c = c._replace(switched=False)
        if name == "SHIFT":
            stacks = (*c.stack, c.front), (*c.inactive, c.front)
            return self.settled(c._replace(stack=stacks[0], inactive=stacks[1], front=c.front + 1))
        if name == "REDUCE":
            return c._replace(stack=c.stack[:-1])
        if name == "LEFT":
            return c.with_arc(c.front, label, c.stack[-1])
        if name == "RIGHT":
            return c.with_arc(c.stack[-1], label, c.front)
        raise ValueError(f"2-planar parsing has no transition {name!r}")

    def at_end(self, c: Configuration, name: str, label: str | None) -> Configuration:
        if name == "REDUCE":
            return c._replace(focus=c.heads.index(NO_HEAD, c.focus + 1))
        head = 0 if name == "ROOT" else c.heads.index(0)
        return self.settled(c.with_arc(head, label, c.focus))

    def settled(self, c: Configuration) -> Configuration:
        """At the end a word without a head is in focus: the last; with a single root the first."""
        if c.front <= c.n or self.root == "first":
            return c
        headless = [w for w in range(1, c.n + 1) if c.heads[w] < 0]
        return c._replace(focus=(min if self.single_root else max)(headless, default=0))


# Losses -----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def loss_by_search(system: TwoPlanar, gold: Gold):  # type: ignore[no-untyped-def]
    """The definition: the fewest gold arcs missing at the end of any transition sequence."""

    @cache
    def loss(c: Configuration) -> int:
        if system.is_terminal(c):
            return missing(gold, c)
        return min([loss(after) for _, after in following(system, c, gold.label_set)])

    return loss


@lru_cache(maxsize=4)
def loss_by_gain(system: TwoPlanar, gold: Gold):  # type: ignore[no-untyped-def]
    """The same for longer sentences, with smaller tables.

    For what is still to come it matters only which words are in one tree, and which is its top; so
    a configuration stands for all others in which the words of each tree are the same and hang from
    the same top. Words that have left both stacks matter no more if they have a head.
    """

    def flat(c: Configuration) -> Configuration:
        tops = tuple((ancestors(c.heads, word) or [NO_HEAD])[-1] for word in range(c.n + 1))
        return c._replace(heads=tops, labels=(None,) * (c.n + 1))

    def right_label(c: Configuration, name: str) -> str | None:
        if gold.labels is None or name not in system.arc_transitions:
            return None
        return gold.labels[c.front if name == "RIGHT" else c.stack[-1]]

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
            if not (new and after.front > c.n):
                gains.append(sum(gold.has_arc_to(w, after) for w in new) + gain(flat(after)))
        return max(gains)

    def loss(c: Configuration) -> int:
        if system.single_root and c.front > c.n:
            return int(loss_by_search(system, gold)(c))
        return gold.arcs - held(c) - gain(flat(c))

    return loss
