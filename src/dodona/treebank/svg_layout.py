"""Where the words and arcs of a picture stand."""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

LEVEL = 26
_GAP = 18
_SMALLER = 11 / 14
# How wide letters are at most in the fonts that browsers choose.
_LETTER, _CAPITAL, _BROAD_LETTER, _WIDE_LETTER = 8.5, 11, 15, 15
_BROAD = frozenset("MWmw@%…—")


class Arc(NamedTuple):
    """An arc of a picture, from ``head`` (0 for the root) to ``word``."""

    head: int
    word: int
    label: str
    kind: str = ""


class Columns:
    """The middles and widths of the words, and where the last of them ends.

    There is room for words, tags, labels above roots, and labels of arcs between their ends. If
    the text is written from right to left, its first word is the rightmost.
    """

    def __init__(
        self, forms: Sequence[str], tags: Sequence[str] | None, arcs: Iterable[Arc]
    ) -> None:
        self.widths = [
            max(_width(form), _width(tag) * _SMALLER) + _GAP
            for form, tag in zip(forms, tags or forms, strict=True)
        ]
        self._make_room(arcs)
        self.middles: list[float] = []
        self.right = float(_GAP)
        for width in self.widths:
            self.middles.append(self.right + width / 2)
            self.right += width
        self.right += _GAP
        if reads_leftwards("".join(forms)):
            self.middles = [self.right - middle for middle in self.middles]

    def _make_room(self, arcs: Iterable[Arc]) -> None:
        """Widen words until no label is longer than its arc; short arcs first."""
        for arc in sorted(arcs, key=lambda arc: abs(arc.head - arc.word) if arc.head else 0):
            needed = _width(arc.label) * _SMALLER + _GAP
            if arc.head == 0:
                self.widths[arc.word - 1] = max(self.widths[arc.word - 1], needed)
            elif arc.head != arc.word:
                first, last = sorted((arc.head - 1, arc.word - 1))
                inner = sum(self.widths[first + 1 : last])
                there = (self.widths[first] + self.widths[last]) / 2 + inner
                self.widths[first] += max(0.0, 2 * (needed - there))


class Levels:
    """How high each arc stands: above all arcs under it, and arcs from the root above all."""

    def __init__(self, arcs: Iterable[Arc], n: int) -> None:
        self._levels: dict[int, int] = {}
        tops = [0] * (n + 1)  # the level above all arcs so far over the gap after each word
        roots = []
        for arc in sorted(arcs, key=lambda arc: (abs(arc.head - arc.word), min(arc[:2]), arc.word)):
            if arc.head == 0:
                roots.append(arc.word)
                continue
            left, right = sorted(arc[:2])
            level = max(tops[left:right], default=0)
            self._levels[arc.word] = level
            tops[left:right] = [level + 1] * (right - left)
        highest = max(tops)
        self._levels.update(dict.fromkeys(roots, highest))
        self.count = max(self._levels.values(), default=-1) + 1

    def of(self, arc: Arc) -> int:
        return self._levels[arc.word]


def label_reach(label: str) -> float:
    """How far a label goes to either side of its middle, at most."""
    return _width(label) * _SMALLER / 2


def reads_leftwards(text: str) -> bool:
    """Whether most letters of a text belong to a script that is written from right to left."""
    ways = [unicodedata.bidirectional(letter) for letter in text]
    return sum(way in ("R", "AL") for way in ways) > sum(way == "L" for way in ways)


def _width(text: str) -> float:
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.east_asian_width(letter) in ("W", "F"):
        return _WIDE_LETTER
    if letter in _BROAD:
        return _BROAD_LETTER
    return _CAPITAL if letter.isupper() else _LETTER
