"""Which words of two sides are the same.

Words are the same if they cover the same characters. The words of multiword tokens have none of
their own: around multiword tokens of either side, words are matched by their forms.
"""

from typing import NamedTuple

from dodona.evaluation.side import Side, Span

NOT_ALIGNED = -1


class _Cursor:
    """A place among the words of one side."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.at = 0

    @property
    def more(self) -> bool:
        return self.at < len(self.side.words)

    @property
    def span(self) -> Span:
        return self.side.words[self.at]

    @property
    def multiword(self) -> bool:
        return self.more and self.side.multiword[self.at]

    def is_within(self, end: int) -> bool:
        """Whether the word belongs to a region that ends there."""
        return self.more and (self.span.start < end if self.multiword else self.span.end <= end)

    def begins_before(self, other: "_Cursor") -> bool:
        return not other.more or (self.more and self.span.start <= other.span.start)


class Matching(NamedTuple):
    """For each gold word the system word that is the same, or `NOT_ALIGNED`.

    Words are looked at in the order of the text. ``gold_rest`` or ``system_rest`` are the last
    words of one side, which are left when all words of the other have been looked at.
    """

    system_of: list[int]
    gold_rest: range
    system_rest: range


def match_words(gold: Side, system: Side) -> Matching:
    """Match the words of two sides that hold the same characters."""
    system_of = [NOT_ALIGNED] * len(gold.forms)
    g, s = _Cursor(gold), _Cursor(system)
    while g.more and s.more:
        if g.multiword or s.multiword:
            _match_by_form(g, s, *_pass_region(g, s), system_of)
        elif g.span == s.span:
            system_of[g.at] = s.at
            g.at += 1
            s.at += 1
        elif g.begins_before(s):
            g.at += 1
        else:
            s.at += 1
    rests = (range(cursor.at, len(cursor.side.words)) for cursor in (g, s))
    return Matching(system_of, *rests)


def _pass_region(g: _Cursor, s: _Cursor) -> tuple[range, range]:
    """The words around a multiword token that overlaps others or none; go on behind them.

    On the side that has no multiword token here, one word that begins before it is left out; if
    there are more of them the official scorer takes them in, and so they are taken in here.
    """
    opening, other = (g, s) if g.multiword else (s, g)
    end = opening.span.end
    if not other.multiword and other.span.start < opening.span.start:
        other.at += 1
    first = g.at, s.at
    while g.is_within(end) or s.is_within(end):
        cursor = g if g.begins_before(s) else s
        if cursor.multiword:
            end = max(end, cursor.span.end)
        cursor.at += 1
    return range(first[0], g.at), range(first[1], s.at)


def _match_by_form(
    g: _Cursor, s: _Cursor, gold_words: range, system_words: range, system_of: list[int]
) -> None:
    """Match the words of a region along a longest common subsequence of their forms."""
    left = [g.side.forms[i].lower() for i in gold_words]
    right = [s.side.forms[i].lower() for i in system_words]
    longest = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for i in reversed(range(len(left))):
        for j in reversed(range(len(right))):
            if left[i] == right[j]:
                longest[i][j] = longest[i + 1][j + 1] + 1
            else:
                longest[i][j] = max(longest[i + 1][j], longest[i][j + 1])
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] == right[j]:
            system_of[gold_words[i]] = system_words[j]
            i += 1
            j += 1
        elif longest[i][j] == longest[i + 1][j]:
            i += 1
        else:
            j += 1
