"""The errors that a system makes most, each with a sentence in which it makes it."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

from dodona.treebank.sentence import Sentence

# Sentences of about this length show an error best: short, but with something around it.
_GOOD_LENGTH = 9
# Longer ones cannot be taken in at a glance.
_LONGEST = 30


class ErrorKind(NamedTuple):
    """What is wrong with a word: the label, the head, or both."""

    gold: str
    system: str
    right_head: bool

    def describe(self) -> str:
        """The error in words."""
        head = "" if self.right_head else "wrong head"
        label = "" if self.gold == self.system else f"{self.gold} taken for {self.system}"
        if head and label:
            return f"{label}, {head}"
        return label or f"{head} of {self.gold}"


class Example(NamedTuple):
    """A word that has an error, in a sentence of the gold file and in that of the system."""

    gold: Sentence
    system: Sentence
    word: int


@dataclass(frozen=True)
class FrequentError:
    """An error, how often it is made, and an example if there is one that is short enough."""

    kind: ErrorKind
    count: int
    example: Example | None

    def to_dict(self) -> dict[str, Any]:
        shown = None
        if self.example:
            sentence = self.example.gold
            shown = {"sent_id": sentence.sent_id, "line": sentence.line, "word": self.example.word}
        return {**self.kind._asdict(), "count": self.count, "example": shown}


class ErrorCollection:
    """Counts errors while two files are gone through, and keeps the best example of each."""

    def __init__(self) -> None:
        self._counts: Counter[ErrorKind] = Counter()
        self._examples: dict[ErrorKind, Example] = {}

    def add(self, kind: ErrorKind, example: Example | None) -> None:
        """Count an error; there is no example where the two sentences have different words."""
        self._counts[kind] += 1
        if example is None or len(example.gold) > _LONGEST:
            return
        known = self._examples.get(kind)
        if known is None or _distance(example) < _distance(known):
            self._examples[kind] = example

    def most_frequent(self, most: int) -> list[FrequentError]:
        """The errors that are made most, the most frequent first."""
        kinds = sorted(self._counts, key=lambda kind: (-self._counts[kind], kind))[:most]
        return [FrequentError(kind, self._counts[kind], self._examples.get(kind)) for kind in kinds]


def _distance(example: Example) -> int:
    return abs(len(example.gold) - _GOOD_LENGTH)
