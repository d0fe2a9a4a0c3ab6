"""Draw a dependency tree as SVG, with the words in a row and arcs above them."""

import unicodedata
from collections.abc import Collection, Sequence
from html import escape
from typing import NamedTuple

from dodona.printable import blotted

_GAP = 18
_LEVEL = 26
_TOP = 22
_BOLD = "font:600 14px system-ui,sans-serif"
_SMALL = "font:11px system-ui,sans-serif"
_SMALLER = 11 / 14
# How wide letters are at most in the fonts that browsers choose.
_LETTER, _CAPITAL, _BROAD_LETTER, _WIDE_LETTER = 8.5, 11, 15, 15
_BROAD = frozenset("MWmw@%…—")


class Colours(NamedTuple):
    """The colours of a picture."""

    paper: str
    ink: str
    soft: str
    arc: str
    marked: str


PLAIN = Colours("#fff", "#222", "#777", "#06c", "#b3361f")
# Those that a page has by these names: not every program that shows pictures knows of them.
OF_THE_PAGE = Colours(
    "var(--card,#fff)",
    "var(--ink,#222)",
    "var(--soft,#777)",
    "var(--arc,#06c)",
    "var(--bad,#b3361f)",
)


def tree_svg(
    forms: Sequence[str],
    heads: Sequence[int],
    deprels: Sequence[str],
    tags: Sequence[str] | None = None,
    *,
    marked: Collection[int] = (),
    colours: Colours = PLAIN,
) -> str:
    """A picture of a tree over words 1..n; ``heads`` are 0 for the root, -1 where there is none.

    The arcs to the words ``marked`` are drawn in another colour.
    All text is escaped, so that a picture can stand in a page whatever the words are.
    """
    columns = _columns(forms, heads, deprels, tags)
    levels = _levels(heads)
    base = _TOP + _LEVEL * (max(levels.values(), default=0) + 1)
    left, right = 0.0, columns.right
    parts = []
    for word, head in enumerate(heads, 1):
        if head < 0:
            continue
        colour, stroke = (colours.marked, 2) if word in marked else (colours.arc, 1)
        label = deprels[word - 1]
        height = base - _LEVEL * (levels[word] + 1)
        path, middle = _path(columns.middles, head, word, height, base)
        style = f"stroke:{colour};stroke-width:{stroke}"
        parts.append(f'<path d="{path}" fill="none" style="{style}"/>')
        parts.append(_text(middle, height - 4, label, f"fill:{colour};{_SMALL}"))
        reach = _width(label) * _SMALLER / 2
        left, right = min(left, middle - reach), max(right, middle + reach)
    for word, (middle, form) in enumerate(zip(columns.middles, forms, strict=True), 1):
        ink = colours.marked if word in marked else colours.ink
        parts.append(_text(middle, base + 22, form, f"fill:{ink};{_BOLD}"))
        if tags is not None:
            parts.append(_text(middle, base + 40, tags[word - 1], f"fill:{colours.soft};{_SMALL}"))
    size = f"{right - left:.0f}", f"{base + 50:.0f}"
    place = f'width="{size[0]}" height="{size[1]}" viewBox="{left:.0f} 0 {size[0]} {size[1]}"'
    style = f"max-width:none;background:{colours.paper};color:{colours.ink}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {place} style="{style}" role="img">'
        f"<title>{_escaped(' '.join(forms))}</title>{''.join(parts)}</svg>"
    )


class _Columns(NamedTuple):
    """The middles of the words, and where the last of them ends."""

    middles: list[float]
    right: float


def _columns(
    forms: Sequence[str], heads: Sequence[int], deprels: Sequence[str], tags: Sequence[str] | None
) -> _Columns:
    """Room for words, tags, labels above roots, and labels of arcs between neighbours."""
    small = [label if head == 0 else "" for head, label in zip(heads, deprels, strict=True)]
    widths = [
        max(_width(form), _width(tag) * _SMALLER, _width(label) * _SMALLER) + _GAP
        for form, tag, label in zip(forms, tags or forms, small, strict=True)
    ]
    for (word, head), label in zip(enumerate(heads, 1), deprels, strict=True):
        if abs(head - word) == 1 and head > 0:
            near = min(word, head) - 1
            missing = _width(label) + _GAP - (widths[near] + widths[near + 1]) / 2
            widths[near] += max(0.0, missing)
    middles = []
    right = float(_GAP)
    for width in widths:
        middles.append(right + width / 2)
        right += width
    return _Columns(middles, right + _GAP)


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


def _levels(heads: Sequence[int]) -> dict[int, int]:
    """How high each arc stands: above all arcs under it, and arcs from the root above all."""
    spans = sorted(
        (abs(head - word), min(head, word), max(head, word), word)
        for word, head in enumerate(heads, 1)
        if head > 0
    )
    levels: dict[int, int] = {}
    tops = [0] * (len(heads) + 1)  # the level above all arcs so far over the gap after each word
    for _, left, right, word in spans:
        level = max(tops[left:right])
        levels[word] = level
        tops[left:right] = [level + 1] * (right - left)
    highest = max(tops, default=0)
    levels.update({word: highest for word, head in enumerate(heads, 1) if head == 0})
    return levels


def _path(
    middles: Sequence[float], head: int, word: int, height: float, base: float
) -> tuple[str, float]:
    """The way of an arc with its tip, and the middle of its label."""
    end = middles[word - 1]
    if head == 0:
        path = f"M{end:.1f} {height:.1f}V{base:.1f}"
        middle = end
    else:
        way = 4 if head < word else -4
        start = middles[head - 1] + way
        bend = min(10.0, abs(end - start) / 2) * (1 if way > 0 else -1)
        path = (
            f"M{start:.1f} {base:.1f}V{height + 10:.1f}q0 -10 {bend:.1f} -10"
            f"H{end - bend:.1f}q{bend:.1f} 0 {bend:.1f} 10V{base:.1f}"
        )
        middle = (start + end) / 2
    tip = f"M{end - 4:.1f} {base - 6:.1f}L{end:.1f} {base:.1f}L{end + 4:.1f} {base - 6:.1f}"
    return path + tip, middle


def _text(x: float, y: float, content: str, style: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="middle"'
    return f'<text {place} style="{style}">{_escaped(content)}</text>'


def _escaped(content: str) -> str:
    """Text for a page; what steers or garbles, and may not stand in XML, is replaced."""
    return escape(blotted(content, "\ufffd"))
