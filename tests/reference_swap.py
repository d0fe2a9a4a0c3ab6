"""Systems with SWAP, plain and slow, straight from their definitions: to compare with."""

from __future__ import annotations

from dataclasses import dataclass

from reference import (
    Configuration,
    Heads,
    RootFirstOrLast,
    TransitionSystem,
    without_arcs,
)


@dataclass(frozen=True)
class ArcHybridSwap(RootFirstOrLast):
    """De Lhoneux, Stymne & Nivre 2017: SWAP moves the top of the stack behind the front."""

    single_root: bool = False

    def is_terminal(self, c: Configuration) -> bool:
        if self.root == "first":
            return c.buffer == () and c.stack == (0,)
        return c.buffer == (0,) and c.stack == ()

    def legal(self, c: Configuration) -> list[str]:
        names = []
        if c.buffer and c.buffer[0] != 0:
            names.append("SHIFT")
        if c.buffer and c.stack and c.stack[-1] != 0:
            second_root = c.buffer[0] == 0 and len(c.stack) > 1
            if not (self.single_root and second_root):
                names.append("LEFT")
        if len(c.stack) > 1:
            names.append("RIGHT")
        if (both := exchanged(c, self)) and 0 < both[0] < both[1]:
            names.append("SWAP")
        return names

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        if name == "SHIFT":
            front, *rest = c.buffer
            return c._replace(stack=(*c.stack, front), buffer=tuple(rest))
        *below, top = c.stack
        popped = c._replace(stack=tuple(below))
        if name == "LEFT":
            return popped.with_arc(c.buffer[0], label, top)
        if name == "RIGHT":
            return popped.with_arc(below[-1], label, top)
        if name == "SWAP":
            front, *rest = c.buffer
            return popped._replace(buffer=(front, top, *rest))
        raise ValueError(f"arc-hybrid has no transition {name!r}")


@dataclass(frozen=True)
class ArcStandardSwap:
    """Nivre 2009: SWAP moves the node below the top of the stack to the front of the buffer."""

    single_root: bool = False
    arc_transitions = frozenset({"LEFT", "RIGHT"})

    def initial(self, n: int) -> Configuration:
        return without_arcs([], range(n + 1), n)

    def is_terminal(self, c: Configuration) -> bool:
        return c.buffer == () and c.stack == (0,)

    def legal(self, c: Configuration) -> list[str]:
        names = ["SHIFT"] if c.buffer else []
        if len(c.stack) > 1:
            below, top = c.stack[-2:]
            if below != 0:
                names.append("LEFT")
            if below != 0 or not (self.single_root and c.buffer):
                names.append("RIGHT")
            if 0 < below < top:
                names.append("SWAP")
        return names

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        if name == "SHIFT":
            front, *rest = c.buffer
            return c._replace(stack=(*c.stack, front), buffer=tuple(rest))
        *rest, below, top = c.stack
        if name == "LEFT":
            return c._replace(stack=(*rest, top)).with_arc(top, label, below)
        if name == "RIGHT":
            return c._replace(stack=(*rest, below)).with_arc(below, label, top)
        if name == "SWAP":
            return c._replace(stack=(*rest, top), buffer=(below, *c.buffer))
        raise ValueError(f"arc-standard has no transition {name!r}")


def exchanged(c: Configuration, system: TransitionSystem) -> tuple[int, int] | None:
    """The two nodes that SWAP would exchange, if they may be exchanged."""
    if isinstance(system, ArcStandardSwap):
        return c.stack[-2:] if len(c.stack) > 1 else None  # type: ignore[return-value]
    return (c.stack[-1], c.buffer[0]) if c.stack and c.buffer else None


def projective_order(heads: Heads) -> list[int]:
    """The nodes in the order of an inorder traversal."""

    def visit(node: int) -> list[int]:
        kids = [d for d in range(1, len(heads)) if heads[d] == node]
        before = [each for d in kids if d < node for each in visit(d)]
        return [*before, node, *(each for d in kids if d > node for each in visit(d))]

    return visit(0)


def components(heads: Heads) -> list[set[int]]:
    """The maximal projective components: what adjacent trees can be joined to, in their order."""
    trees = [{node} for node in range(len(heads))]
    while pair := next((i for i in range(1, len(trees)) if joins(heads, trees, i)), None):
        trees[pair - 1 : pair + 1] = [trees[pair - 1] | trees[pair]]
    return trees


def joins(heads: Heads, trees: list[set[int]], i: int) -> bool:
    """Whether a gold arc joins two adjacent trees, and the lower one lacks no dependents."""
    for lower, upper in ((trees[i - 1], trees[i]), (trees[i], trees[i - 1])):
        for node in lower - {0}:
            whole = {d for d in range(1, len(heads)) if heads[d] in lower} <= lower
            if heads[node] in upper and whole:
                return True
    return False


def swap_is_due(system: TransitionSystem, c: Configuration, heads: Heads, lazy: bool) -> bool:
    """Whether SWAP exchanges two words that the projective order has the other way round.

    With the lazy oracle it waits as long as the second one and the front of the buffer are in the
    same component.
    """
    if "SWAP" not in system.legal(c):
        return False
    first, second = exchanged(c, system) or (0, 0)
    if lazy and c.buffer and any({second, c.buffer[0]} <= each for each in components(heads)):
        return False
    order = projective_order(heads)
    return order.index(first) > order.index(second)


class SwapsWhenDue:
    """A system in which SWAP is made exactly where the oracle for a tree asks for it.

    Its loss is what the static-dynamic oracle counts.
    """

    def __init__(self, system: TransitionSystem, heads: Heads, lazy: bool) -> None:
        self.system = system
        self.heads = heads
        self.lazy = lazy
        self.arc_transitions = system.arc_transitions
        self.initial = system.initial
        self.is_terminal = system.is_terminal
        self.apply = system.apply

    def legal(self, c: Configuration) -> list[str]:
        if swap_is_due(self.system, c, self.heads, self.lazy):
            return ["SWAP"]
        return [name for name in self.system.legal(c) if name != "SWAP"]
