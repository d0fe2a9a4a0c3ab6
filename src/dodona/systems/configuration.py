"""Configurations as people see them: a thin, unchanging view of a state."""

from dodona.systems.state import State


class Configuration:
    """One configuration of a transition system; `TransitionSystem.apply` makes the next one."""

    def __init__(
        self, state: State, label_names: tuple[str, ...], buffer: list[int], terminal: bool
    ) -> None:
        self.state = state
        self.label_names = label_names
        self._buffer = buffer
        self._terminal = terminal

    @property
    def stack(self) -> list[int]:
        """The stack, its top last."""
        return list(self.state.stack[: self.state.stack_size])

    @property
    def buffer(self) -> list[int]:
        """The buffer, its front first."""
        return list(self._buffer)

    @property
    def heads(self) -> list[int]:
        """``heads[d]`` is the head that word d has so far, or -1."""
        return list(self.state.heads[: self.state.n + 1])

    @property
    def labels(self) -> list[str | None]:
        """``labels[d]`` is the label of the arc to word d, or None."""
        numbers = self.state.labels[: self.state.n + 1]
        return [self.label_names[number] if number >= 0 else None for number in numbers]

    def is_terminal(self) -> bool:
        """Whether no transition is left to make."""
        return self._terminal

    def __repr__(self) -> str:
        arcs = [(head, d) for d, head in enumerate(self.heads) if head >= 0]
        return f"Configuration(stack={self.stack}, buffer={self.buffer}, arcs={arcs})"


class CovingtonConfiguration(Configuration):
    """A configuration with the lists of Covington's algorithm in place of a stack."""

    @property
    def stack(self) -> list[int]:
        raise AttributeError("this configuration has no stack but the lists lambda1 and lambda2")

    @property
    def lambda1(self) -> list[int]:
        """The words up to the left focus word, which is its last."""
        return list(range(1, self.state.left + 1))

    @property
    def lambda2(self) -> list[int]:
        """The words between the focus words."""
        return list(range(self.state.left + 1, self.state.front))

    def __repr__(self) -> str:
        arcs = [(head, d) for d, head in enumerate(self.heads) if head >= 0]
        return (
            f"Configuration(lambda1={self.lambda1}, lambda2={self.lambda2}, "
            f"buffer={self.buffer}, arcs={arcs})"
        )


class Labels:
    """Numbers for label names, given out in order of first use."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def number(self, label: str | None) -> int:
        """The number of a label; -1 for none."""
        if label is None:
            return -1
        if label not in self.names:
            self.names = (*self.names, label)
        return self.names.index(label)
