"""Arc-hybrid, plain and slow, straight from its definition: a reference to compare with."""

from __future__ import annotations

from dataclasses import dataclass

from reference import Configuration, RootFirstOrLast


@dataclass(frozen=True)
class ArcHybrid(RootFirstOrLast):
    """Kuhlmann et al. 2011.

    With a single root, which must be last, it takes a word only if no other is on the stack; a word
    that is not alone there can go back to the buffer. Until it is pushed again it takes words of
    the stack, and at least one.
    """

    single_root: bool = False

    def is_terminal(self, c: Configuration) -> bool:
        if self.root == "first":
            return c.buffer == () and c.stack == (0,)
        return c.buffer == (0,) and c.stack == ()

    def legal(self, c: Configuration) -> list[str]:
        names = []
        if c.buffer and c.buffer[0] != 0 and not c.must_take:
            names.append("SHIFT")
        if c.buffer and c.stack and c.stack[-1] != 0:
            second_root = c.buffer[0] == 0 and len(c.stack) > 1
            if not (self.single_root and second_root):
                names.append("LEFT")
        if len(c.stack) > 1 and not c.unshifted:
            names.append("RIGHT")
            if self.single_root:
                names.append("UNSHIFT")
        return names

    def apply(self, c: Configuration, name: str, label: str | None = None) -> Configuration:
        if name == "SHIFT":
            front, *rest = c.buffer
            return c._replace(stack=(*c.stack, front), buffer=tuple(rest), unshifted=False)
        *below, top = c.stack
        popped = c._replace(stack=tuple(below))
        if name == "LEFT":
            return popped._replace(must_take=False).with_arc(c.buffer[0], label, top)
        if name == "RIGHT":
            return popped.with_arc(below[-1], label, top)
        if name == "UNSHIFT":
            return popped._replace(buffer=(top, *c.buffer), unshifted=True, must_take=True)
        raise ValueError(f"arc-hybrid has no transition {name!r}")
