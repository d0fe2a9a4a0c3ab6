"""Arc-standard, plain and slow: Figure 1 of Goldberg, Sartorio & Satta 2014."""

from __future__ import annotations

from dataclasses import dataclass

from reference import Configuration, without_arcs


@dataclass(frozen=True)
class ArcStandard:
    """The root is shifted first and never becomes a dependent.

    With a single root it takes no dependent while there are words in the buffer.
    """

    single_root: bool = False
    arc_transitions = frozenset({"LEFT", "RIGHT"})

    def initial(self, n: int) -> Configuration:
        return without_arcs([], range(n + 1), n)

    def is_terminal(self, c: Configuration) -> bool:
        return c.stack == (0,) and c.buffer == ()

    def legal(self, c: Configuration) -> list[str]:
        names = ["SHIFT"] if c.buffer else []
        if len(c.stack) >= 2:
            second = c.stack[-2]
            if second != 0:
                names.append("LEFT")
            if second != 0 or not self.single_root or not c.buffer:
                names.append("RIGHT")
        return names

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        if name == "SHIFT":
            front, *rest = c.buffer
            return c._replace(stack=(*c.stack, front), buffer=tuple(rest))
        *below, second, top = c.stack
        if name == "LEFT":
            return c._replace(stack=(*below, top)).with_arc(top, label, second)
        if name == "RIGHT":
            return c._replace(stack=(*below, second)).with_arc(second, label, top)
        raise ValueError(f"arc-standard has no transition {name!r}")
