"""LR-spine, plain and slow: section 6.1 of Goldberg, Sartorio & Satta 2014."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from reference import Configuration, Gold, LossFunction, gold_tree, tabulated_loss
from reference_arc_standard import ArcStandard

MOST = 31
"""The k of LEFT_k and RIGHT_k goes no further."""


def left_spine(c: Configuration, root: int) -> list[int]:
    """The way down from a root, always by the leftmost child, as long as that is on the left."""
    spine = [root]
    while children := [d for d in range(spine[-1]) if c.heads[d] == spine[-1]]:
        spine.append(children[0])
    return spine


def right_spine(c: Configuration, root: int) -> list[int]:
    spine = [root]
    while children := [d for d in range(spine[-1] + 1, len(c.heads)) if c.heads[d] == spine[-1]]:
        spine.append(children[-1])
    return spine


@dataclass(frozen=True)
class LRSpine(ArcStandard):
    """Configurations are arc-standard's, and so is what the root may take."""

    arc_transitions = frozenset(
        f"{side}_{k}" for side in ("LEFT", "RIGHT") for k in range(1, MOST + 1)
    )

    def legal(self, c: Configuration) -> list[str]:
        names = ["SHIFT"] if c.buffer else []
        if len(c.stack) >= 2:
            second, top = c.stack[-2:]
            if second != 0:
                names += [f"LEFT_{k}" for k, _ in enumerate(left_spine(c, top)[:MOST], 1)]
            if second != 0 or not self.single_root or not c.buffer:
                names += [f"RIGHT_{k}" for k, _ in enumerate(right_spine(c, second)[:MOST], 1)]
        return names

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        if name == "SHIFT":
            return super().apply(c, name)
        *below, second, top = c.stack
        side, k = name.split("_")
        if side == "LEFT":
            head = left_spine(c, top)[int(k) - 1]
            return c._replace(stack=(*below, top)).with_arc(head, label, second)
        head = right_spine(c, second)[int(k) - 1]
        return c._replace(stack=(*below, second)).with_arc(head, label, top)


@lru_cache(maxsize=4)
def loss_by_spines(system: LRSpine, gold: Gold) -> LossFunction:
    """The loss by search, with smaller tables: arcs that are on no spine are forgotten.

    What can still be built depends on the stack, the buffer and the spines alone. A gold arc can
    always be given its gold label, so labels count only for the arcs that are there.
    """
    unlabelled = gold_tree(gold.heads)
    loss = tabulated_loss(system, unlabelled, spines_only)
    return lambda c: loss(c) + gold.arcs_missing_in(c) - unlabelled.arcs_missing_in(c)


def spines_only(c: Configuration) -> Configuration:
    """A copy of c without labels and without arcs that are on no spine of a tree on the stack."""
    on_spines = {node for root in c.stack for node in left_spine(c, root) + right_spine(c, root)}
    heads = tuple(head if d in on_spines else -1 for d, head in enumerate(c.heads))
    return c._replace(heads=heads, labels=(None,) * len(heads))
