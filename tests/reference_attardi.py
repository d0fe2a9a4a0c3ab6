"""Attardi's system of degree 2, plain and slow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import reference
from reference import Configuration, Heads, without_arcs


@dataclass(frozen=True)
class Attardi:
    """The root is shifted first and never becomes a dependent.

    With a single root it takes no dependent while there is another node.
    """

    single_root: bool = False
    arc_transitions = frozenset({"LEFT", "RIGHT", "LEFT-2", "RIGHT-2"})

    def initial(self, n: int) -> Configuration:
        return without_arcs([], range(n + 1), n)

    def is_terminal(self, c: Configuration) -> bool:
        return c.stack == (0,) and c.buffer == ()

    def legal(self, c: Configuration) -> list[str]:
        names = ["SHIFT"] if c.buffer else []
        names += [name for name in ("LEFT", "RIGHT", "LEFT-2", "RIGHT-2") if self._joins(c, name)]
        return names

    def _joins(self, c: Configuration, name: str) -> bool:
        head, dependent = _ends(c, name)
        if head is None or dependent == 0:
            return False
        alone = c.stack == (0, dependent) and not c.buffer
        return head != 0 or alone or not self.single_root

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        if name == "SHIFT":
            front, *rest = c.buffer
            return c._replace(stack=(*c.stack, front), buffer=tuple(rest))
        head, dependent = _ends(c, name)
        stack = tuple(node for node in c.stack if node != dependent)
        return c._replace(stack=stack).with_arc(head, label, dependent)


def _ends(c: Configuration, name: str) -> tuple[int, int] | tuple[None, None]:
    """Head and dependent of the arc that a transition makes."""
    below = 3 if name.endswith("-2") else 2
    if len(c.stack) < below:
        return None, None
    ends = c.stack[-1], c.stack[-below]
    return ends if name.startswith("LEFT") else ends[::-1]


def derived_trees(system: Attardi, n: int) -> set[Heads]:
    """The trees that some derivation ends in."""
    every: Iterable[Configuration] = reference.reachable(system, n)
    return {c.heads for c in every if system.is_terminal(c)}
