"""Draw a dependency tree as text, one word a line.

::

        ┌► The   DET   det
      ┌►└─ cat   NOUN  nsubj
    ─►└─┬─ sat   VERB  root
        └► down  ADV   advmod

Words run from top to bottom, arcs stand at their left. A head's line leaves its word without an
arrow and ends in an arrow at each dependent; a line from the left margin marks a word that hangs
from the root. Lines that cross (`┼`, or `|` in ASCII) go straight on. Where the line of a word's
own dependents lies outside the arc to the word, the arc meets it from above or below (`▼`, `▲`).
"""

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dodona.errors import TreeError
from dodona.printable import printable

__all__ = ["draw_tree"]

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
HORIZONTAL = LEFT | RIGHT
VERTICAL = UP | DOWN

ROOT_MARGIN = 2
LANE_WIDTH = 2
COLUMN_GAP = "  "


@dataclass(frozen=True)
class Pen:
    """The characters of a picture: one for each combination of strokes, and the arrow heads."""

    strokes: Mapping[int, str]
    rightwards: str
    downwards: str
    upwards: str
    self_loop: str


def _pen(strokes: str, arrows: str) -> Pen:
    combinations = (
        0,
        HORIZONTAL,
        VERTICAL,
        DOWN | RIGHT,
        UP | RIGHT,
        VERTICAL | RIGHT,
        HORIZONTAL | DOWN,
        HORIZONTAL | UP,
        HORIZONTAL | VERTICAL,
    )
    return Pen(dict(zip(combinations, strokes, strict=True)), *arrows)


BOX_PEN = _pen(" ─│┌└├┬┴┼", "►▼▲↺")
# A `+` always joins and a `|` never does, so that a crossing cannot be taken for a junction.
ASCII_PEN = _pen(" -|,`+,`|", ">v^@")


@dataclass(frozen=True)
class Bundle:
    """Arcs from one head to dependents on one side of it, drawn as one vertical line."""

    head: int
    dependents: tuple[int, ...]

    @cached_property
    def top(self) -> int:
        return min(self.head, *self.dependents)

    @cached_property
    def bottom(self) -> int:
        return max(self.head, *self.dependents)

    @property
    def length(self) -> int:
        return self.bottom - self.top

    def length_beside(self, other: "Bundle") -> int:
        """How far the two run side by side: 0 where they only meet, negative where they do not."""
        return min(self.bottom, other.bottom) - max(self.top, other.top)


def draw_tree(
    forms: Sequence[str],
    heads: Sequence[int],
    deprels: Sequence[str],
    tags: Sequence[str] | None = None,
    *,
    ascii_only: bool = False,
) -> str:
    """Return the picture of a tree over words 1..n, lines joined by newlines; "" where n is 0.

    `heads[i]` is the head of word i + 1, 0 for the root. Trees need not be projective; what is not
    a tree (several roots, cycles) is drawn as it is. `ascii_only` concerns the lines: the words are
    printed in their own script, save for characters that would garble a terminal (control
    characters, line separators, overrides of the writing direction), which appear as escapes.

    Raises `TreeError` where the sequences differ in length or a head is outside 0..n.
    """
    _check(forms, heads, deprels, tags)
    columns = [forms, deprels] if tags is None else [forms, tags, deprels]
    arcs = _draw_arcs(heads, ASCII_PEN if ascii_only else BOX_PEN)
    rows = zip(arcs, *(_aligned(column) for column in columns), strict=True)
    return "\n".join(f"{arc} {COLUMN_GAP.join(texts)}".rstrip(" ") for arc, *texts in rows)


def _check(
    forms: Sequence[str],
    heads: Sequence[int],
    deprels: Sequence[str],
    tags: Sequence[str] | None,
) -> None:
    n = len(forms)
    others = {"heads": len(heads), "deprels": len(deprels)}
    if tags is not None:
        others["tags"] = len(tags)
    for name, length in others.items():
        if length != n:
            raise TreeError(f"a tree needs one entry a word: {n} forms but {length} {name}")
    for word, head in enumerate(heads, start=1):
        if not 0 <= head <= n:
            raise TreeError(f"word {word} has head {head}, which is outside 0..{n}")


def _draw_arcs(heads: Sequence[int], pen: Pen) -> list[str]:
    depths = [_depth(word, heads) for word in range(len(heads) + 1)]
    lanes = _assign_lanes(_bundle_arcs(heads, depths), depths)
    width = ROOT_MARGIN + LANE_WIDTH * (max(lanes.values(), default=-1) + 1)
    columns = {bundle: width - LANE_WIDTH * (lane + 1) for bundle, lane in lanes.items()}

    # Where the line of a word's own dependents begins; an arc from further left stops before it.
    own_line = [width] * (len(heads) + 1)
    for bundle, column in columns.items():
        own_line[bundle.head] = min(own_line[bundle.head], column)

    canvas = [[0] * width for _ in range(len(heads) + 1)]
    arrows: dict[tuple[int, int], str] = {}

    def draw_rightwards(word: int, start: int, stop: int) -> None:
        canvas[word][start] |= RIGHT
        for column in range(start + 1, stop):
            canvas[word][column] |= HORIZONTAL

    for word, start in enumerate(own_line):
        if start < width:
            draw_rightwards(word, start, width)
    for bundle, column in columns.items():
        for word in range(bundle.top, bundle.bottom):
            canvas[word][column] |= DOWN
            canvas[word + 1][column] |= UP
        for dependent in bundle.dependents:
            stop = own_line[dependent]
            if column < stop:
                draw_rightwards(dependent, column, stop)
                arrows[dependent, stop - 1] = pen.rightwards
            else:
                downwards = bundle.head < dependent
                arrows[dependent, column] = pen.downwards if downwards else pen.upwards
    for word, head in enumerate(heads, start=1):
        if head == 0:
            canvas[word][0] |= LEFT
            draw_rightwards(word, 0, own_line[word])
            arrows[word, own_line[word] - 1] = pen.rightwards
        elif head == word:
            arrows[word, width - 1] = pen.self_loop

    return [
        "".join(
            arrows.get((word, column), pen.strokes[cell])
            for column, cell in enumerate(canvas[word])
        )
        for word in range(1, len(heads) + 1)
    ]


def _depth(word: int, heads: Sequence[int]) -> int:
    """Count the arcs from the root to a word; more than n where a cycle cuts it off the root."""
    depth = 0
    while word != 0 and depth <= len(heads):
        word = heads[word - 1]
        depth += 1
    return depth


def _bundle_arcs(heads: Sequence[int], depths: Sequence[int]) -> list[Bundle]:
    """Gather each head's arcs into one bundle a side, the deepest heads first.

    A bundle can pass a dependent on its way to the next only if it lies outside the dependent's own
    bundles. Words cut off the root by a cycle have no such order, so their arcs stay single.
    """
    sides: dict[tuple[int, ...], list[int]] = {}
    for dependent, head in enumerate(heads, start=1):
        if head in (0, dependent):
            continue
        cut_off = depths[dependent] > len(heads)
        side = (head, dependent) if cut_off else (head, head < dependent)
        sides.setdefault(side, []).append(dependent)
    bundles = [Bundle(head, tuple(dependents)) for (head, _), dependents in sides.items()]
    return sorted(bundles, key=lambda bundle: -depths[bundle.head])


def _assign_lanes(deepest_first: Sequence[Bundle], depths: Sequence[int]) -> dict[Bundle, int]:
    """Give each bundle a lane, 0 beside the words, so that no two lines run into one another.

    Of two bundles that run side by side the longer lies outside, which spares a projective tree
    every crossing; but a head's always lies outside its dependents'. Among equals the deeper is
    placed first, so that most arcs come to a word from outside its own bundles.
    """
    ranks = _rank_by_length(deepest_first)
    innermost_first = sorted(deepest_first, key=lambda b: (ranks[b], -depths[b.head], b.head))
    bundles_of = Counter(bundle.head for bundle in deepest_first)
    lanes: dict[Bundle, int] = {}
    for bundle in innermost_first:
        lane = 0
        taken = set()
        for other, other_lane in lanes.items():
            shared = bundle.length_beside(other)
            if shared > 0:
                lane = max(lane, other_lane + 1)
            # The two sides of a head may be one straight line, but a third bundle further out
            # would make the point where they meet look like a crossing.
            elif shared == 0 and not (bundle.head == other.head and bundles_of[bundle.head] == 2):
                taken.add(other_lane)
        while lane in taken:
            lane += 1
        lanes[bundle] = lane
    return lanes


def _rank_by_length(deepest_first: Sequence[Bundle]) -> dict[Bundle, int]:
    """Map each bundle to its length or, if greater, the rank of a dependent's bundle beside it."""
    ranks: dict[Bundle, int] = {}
    ranked_of: dict[int, list[Bundle]] = {}
    for bundle in deepest_first:
        inner = (other for d in bundle.dependents for other in ranked_of.get(d, ()))
        beside = (ranks[other] for other in inner if bundle.length_beside(other) > 0)
        ranks[bundle] = max(bundle.length, *beside, 0)
        ranked_of.setdefault(bundle.head, []).append(bundle)
    return ranks


def _aligned(texts: Sequence[str]) -> list[str]:
    shown = [printable(text) for text in texts]
    widths = [_display_width(text) for text in shown]
    widest = max(widths, default=0)
    return [text + " " * (widest - width) for text, width in zip(shown, widths, strict=True)]


def _display_width(text: str) -> int:
    """The number of terminal cells a text takes."""
    # NFC joins the letters of a Hangul syllable, whose widths do not add up.
    return sum(_char_width(char) for char in unicodedata.normalize("NFC", text))


def _char_width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(char) in {"W", "F"} else 1
