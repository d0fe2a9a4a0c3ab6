"""Configurations as people see them: a thin, unchanging view of a state."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from dodona.errors import TreeError
from dodona.printable import printable
from dodona.systems.state import State
from dodona.treebank.incomplete import UNKNOWN
from dodona.treebank.sentence import Sentence

GoldHeads = Sequence[int | None] | Sentence
"""A gold tree: the head of word d at place d and -1 at place 0, or a sentence with heads.

The head of a word is None where it is not known.
"""

SomeLabels = Sequence[str | None] | Literal[True]
NoLabels = Literal[False] | None
GoldLabels = Sequence[str | None] | bool | None
"""The labels of a gold tree, True for those of the sentence; None or False to do without."""

# What would be taken for a part of the list that a form stands in.
_UNCLEAR = re.compile(r"[\s,()\[\]]")


class Configuration:
    """One configuration of a transition system; `TransitionSystem.apply` makes the next one.

    ``forms`` are those of the words, after `ROOT` for node 0, if it began with a sentence; else it
    is None.
    """

    forms: tuple[str, ...] | None = None

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

    @property
    def lists(self) -> dict[str, list[int]]:
        """The lists of nodes by name, in the order in which the papers write them."""
        return {"stack": self.stack, "buffer": self.buffer}

    def to_dict(self) -> dict[str, Any]:
        """The configuration as plain data, for JSON: its lists, ``heads`` and ``labels``."""
        rest = {"heads": self.heads, "labels": self.labels, "terminal": self.is_terminal()}
        return self.lists | rest

    def __repr__(self) -> str:
        """Lists of nodes and the arcs: words and labels if the words are known, else numbers."""
        lists = self.lists
        arcs = [(head, d) for d, head in enumerate(self.heads) if head >= 0]
        if self.forms is None:
            parts = [f"{name}={nodes}" for name, nodes in lists.items()]
            return f"Configuration({', '.join(parts)}, arcs={arcs})"
        names = _node_names(self.forms)
        labels = self.labels
        parts = [f"{name}=[{', '.join(names[d] for d in nodes)}]" for name, nodes in lists.items()]
        shown = [f"{printable(labels[d] or '')}({names[head]}, {names[d]})" for head, d in arcs]
        return f"Configuration({', '.join(parts)}, arcs=[{', '.join(shown)}])"


class CovingtonConfiguration(Configuration):
    """A configuration with the lists of Covington's algorithm in place of a stack."""

    @property
    def stack(self) -> list[int]:
        raise AttributeError("this configuration has no stack but the lists lambda1 and lambda2")

    @property
    def lambda1(self) -> list[int]:
        """The words up to the left focus word, which is its last."""
        return list(range(1, self.state.partner + 1))

    @property
    def lambda2(self) -> list[int]:
        """The words between the focus words."""
        return list(range(self.state.partner + 1, self.state.front))

    @property
    def lists(self) -> dict[str, list[int]]:
        return {"lambda1": self.lambda1, "lambda2": self.lambda2, "buffer": self.buffer}


class TwoPlanarConfiguration(Configuration):
    """A configuration with two stacks, of which one is active; SWITCH exchanges them."""

    @property
    def stack(self) -> list[int]:
        """The active stack, its top last."""
        return self._stacks[self.state.mode & 1]

    @property
    def inactive(self) -> list[int]:
        """The inactive stack, its top last."""
        return self._stacks[1 - (self.state.mode & 1)]

    @property
    def lists(self) -> dict[str, list[int]]:
        return {"stack": self.stack, "inactive": self.inactive, "buffer": self.buffer}

    @property
    def _stacks(self) -> tuple[list[int], list[int]]:
        first, second = self.state.stack, self.state.second
        return list(first[: self.state.stack_size]), list(second[: self.state.second_size])


class SpineConfiguration(Configuration):
    """A configuration in which each node of the stack stands for the spines of its tree."""

    @property
    def spines(self) -> list[tuple[list[int], list[int]]]:
        """The left and the right spine of each tree on the stack, from its root down."""
        left, right = self.state.left1, self.state.right1
        return [(_spine(node, left), _spine(node, right)) for node in self.stack]

    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"spines": self.spines}


def _spine(node: int, child: Sequence[int]) -> list[int]:
    nodes = []
    while node >= 0:
        nodes.append(node)
        node = child[node]
    return nodes


def _node_names(forms: tuple[str, ...]) -> list[str]:
    """Forms that can be told apart, with their numbers where one occurs twice."""
    count = Counter(forms)
    quoted = [repr(form) if _UNCLEAR.search(form) else printable(form) for form in forms]
    return [
        name if count[form] == 1 else f"{name}-{node}"
        for node, (form, name) in enumerate(zip(forms, quoted, strict=True))
    ]


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


def gold_tree(
    heads: GoldHeads, labels: GoldLabels
) -> tuple[Sequence[int], Sequence[str | None] | None]:
    """Heads and labels (or None) of words 1 ... n from what people give for them.

    A head that is not known is -1.
    """
    if isinstance(heads, Sentence):
        if not heads.has_heads:
            raise TreeError(f"{heads!r} has no tree that could be the gold tree")
        if labels is True:
            labels = [None, *heads.deprels]
        heads = [-1, *heads.heads]
    elif labels is True:
        raise TreeError("labels=True is for a sentence; a list of heads goes with one of labels")
    known = [UNKNOWN if head is None else head for head in heads]
    return known, None if isinstance(labels, bool) else labels
