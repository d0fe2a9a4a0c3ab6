"""Non-monotonic arc-eager, plain and slow, from its definition: a reference to compare with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from reference import (
    ArcEager,
    Configuration,
    Gold,
    LossFunction,
    TransitionSystem,
    tabulated_loss,
)


@dataclass(frozen=True)
class ArcEagerNonmonotonic(ArcEager):
    """Honnibal et al. 2013; the configurations are arc-eager's.

    REDUCE of a word without a head builds an arc from the word below it, so it has a label; REDUCE
    of a word with a head ignores it. With a single root, which must be last, it takes a word only
    if no other is on the stack.
    """

    single_root: bool = False

    def builds_arc(self, c: Configuration, name: str) -> bool:
        return name in ("LEFT", "RIGHT") or (name == "REDUCE" and not c.has_head(c.stack[-1]))

    def legal(self, c: Configuration) -> list[str]:
        if self.is_terminal(c):
            return []
        names = []
        front_is_word = c.buffer[0] != 0
        if front_is_word:
            names.append("SHIFT")
        if c.stack and front_is_word:
            names.append("RIGHT")
        if c.stack and c.stack[-1] != 0:
            second_root = not front_is_word and len(c.stack) > 1
            if not (self.single_root and second_root):
                names.append("LEFT")
            if c.has_head(c.stack[-1]) or len(c.stack) > 1:
                names.append("REDUCE")
        return names

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        front, *rest = c.buffer
        shifted = c._replace(stack=(*c.stack, front), buffer=tuple(rest))
        if name == "SHIFT":
            return shifted
        *below, top = c.stack
        if name == "RIGHT":
            return shifted.with_arc(top, label, front)
        popped = c._replace(stack=tuple(below))
        if name == "LEFT":
            return popped.with_arc(front, label, top)
        if name == "REDUCE":
            return popped if c.has_head(top) else popped.with_arc(below[-1], label, top)
        raise ValueError(f"non-monotonic arc-eager has no transition {name!r}")


@lru_cache(maxsize=4)
def loss_by_repair(system: TransitionSystem, gold: Gold) -> LossFunction:
    """The loss by search with smaller tables.

    The gold arcs still to come or to go depend on which words have a head, and of those on the
    stack whether it is the gold one, which LEFT could take away again.
    """
    return tabulated_loss(system, gold, lambda c: simpler(c, gold))


def simpler(c: Configuration, gold: Gold) -> Configuration:
    """C with words under themselves that have a wrong head, or have one and left the stack."""
    heads, labels = list(c.heads), list(c.labels)
    for word in range(1, len(heads)):
        if c.has_head(word) and not (word in c.stack and gold.has_arc_to(word, c)):
            heads[word], labels[word] = word, None
    return c._replace(heads=tuple(heads), labels=tuple(labels))
