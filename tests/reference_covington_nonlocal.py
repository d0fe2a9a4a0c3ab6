"""Covington's algorithm with non-local transitions, plain and slow.

The transitions of Fernández-González & Gómez-Rodríguez 2018, with NO-ARC where k goes no further.
"""

from __future__ import annotations

from dataclasses import dataclass

from reference_covington import Configuration, Covington

SIDES = ("LEFT", "RIGHT")
MOST = 30
"""The k of LEFT_k and RIGHT_k goes no further."""


@dataclass(frozen=True)
class CovingtonNonlocal(Covington):
    """Where the root stands, and what happens at the end, is as in Covington's algorithm."""

    @property
    def arc_transitions(self) -> frozenset[str]:
        return frozenset({"ROOT"} | {f"{side}_{k}" for side in SIDES for k in range(1, MOST + 1)})

    def legal(self, c: Configuration) -> list[str]:
        if self.is_terminal(c):
            return []
        if c.front > c.n:
            return [f"{name}_1" if name in SIDES else name for name in self.legal_at_end(c)]
        within = [(k, c.left - k + 1) for k in range(1, min(c.left, MOST) + 1)]
        names = ["SHIFT"] + ["NO-ARC"] * (c.left > MOST)
        names += [f"LEFT_{k}" for k, word in within if self.is_allowed(c, c.front, word)]
        return names + [f"RIGHT_{k}" for k, word in within if self.is_allowed(c, word, c.front)]

    def dependent(self, c: Configuration, name: str) -> int:
        side, _, k = name.partition("_")
        return super().dependent(c._replace(left=c.left - int(k or 1) + 1), side)

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        side, _, k = name.partition("_")
        if c.front > c.n or name == "SHIFT":
            return super().apply(c, side, label)
        passed = int(k or MOST) - 1
        return super().apply(c._replace(left=c.left - passed), side, label)
