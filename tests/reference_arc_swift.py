"""Arc-swift, plain and slow: Figure 2 of Qi & Manning 2017, with REDUCE where k goes no further."""

from __future__ import annotations

from dataclasses import dataclass

from reference import ArcEager, Configuration

MOST = 30
"""The k of LEFT_k and RIGHT_k goes no further."""


@dataclass(frozen=True)
class ArcSwift(ArcEager):
    """Where the root stands, and how it gets one dependent only, is as in arc-eager."""

    arc_transitions = frozenset(
        f"{side}_{k}" for side in ("LEFT", "RIGHT") for k in range(1, MOST + 1)
    )

    def headed(self, c: Configuration) -> int:
        """How many nodes on top of the stack have a head."""
        count = 0
        while count < len(c.stack) and c.has_head(c.stack[-1 - count]):
            count += 1
        return count

    def is_terminal(self, c: Configuration) -> bool:
        if self.root == "first":
            return c.buffer == ()
        return c.buffer == (0,) and self.headed(c) == len(c.stack)

    def legal(self, c: Configuration) -> list[str]:
        if self.is_terminal(c):
            return []
        front_is_word = c.buffer[0] != 0
        headed, size = self.headed(c), len(c.stack)
        names = []
        if front_is_word and not (c.unshifted and c.stack):
            names.append("SHIFT")
        if front_is_word:
            names += [f"RIGHT_{k}" for k in range(1, min(headed + 1, size, MOST) + 1)]
        if min(headed + 1, size) > MOST:
            names.append("REDUCE")
        if headed < size and c.stack[-1 - headed] != 0:
            alone = headed + 1 == size
            if headed < MOST and (front_is_word or alone or not self.single_root):
                names.append(f"LEFT_{headed + 1}")
            if self.single_root and not alone and not c.unshifted:
                names.append("UNSHIFT")
        return names

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        kind, _, k = name.partition("_")
        above = self.headed(c) if kind == "UNSHIFT" else int(k or 1) - 1
        return super().apply(c._replace(stack=c.stack[: len(c.stack) - above]), kind, label)
