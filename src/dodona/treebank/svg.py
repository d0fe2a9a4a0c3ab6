"""Draw dependency trees as SVG: the words in a row, arcs above them and perhaps below."""

from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import NamedTuple

from dodona.printable import blotted
from dodona.treebank.svg_layout import LEVEL, Arc, Columns, Levels, label_reach, reads_leftwards

__all__ = ["OF_THE_PAGE", "PLAIN", "Arc", "Colours", "sentence_svg", "tree_svg"]

_MARGIN = 22
_FORM = "font:600 14px system-ui,sans-serif"
_SMALL = "font:11px system-ui,sans-serif"


class Colours(NamedTuple):
    """The colours of a picture."""

    paper: str
    ink: str
    soft: str
    arc: str
    marked: str
    good: str


PLAIN = Colours("#fff", "#222", "#777", "#06c", "#b3361f", "#1b7f4d")
# Those that a page has by these names: not every program that shows pictures knows of them.
OF_THE_PAGE = Colours(
    "var(--card,#fff)",
    "var(--ink,#222)",
    "var(--soft,#777)",
    "var(--arc,#06c)",
    "var(--bad,#b3361f)",
    "var(--good,#1b7f4d)",
)


class _Look(NamedTuple):
    """How arcs of a kind are drawn: none differs from the others by its colour alone.

    Those that may be struck through have a stroke for it, which a page can show.
    """

    colour: str
    width: float
    dashes: str = ""
    struck: bool | None = None


_LOOKS = {
    "": _Look("arc", 1),
    "marked": _Look("marked", 2),
    "right": _Look("good", 2.5),
    "wrong": _Look("marked", 2.5, "7 3"),
    "had": _Look("good", 1.6, struck=False),
    "open": _Look("soft", 1, "5 2", struck=False),
    "lost": _Look("marked", 1, "2 3", struck=True),
}


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
    arcs = [
        Arc(head, word, label, "marked" if word in marked else "")
        for (word, head), label in zip(enumerate(heads, 1), deprels, strict=True)
        if head >= 0
    ]
    return sentence_svg(forms, arcs, tags=tags, marked=marked, colours=colours)


def sentence_svg(
    forms: Sequence[str],
    above: Sequence[Arc],
    below: Sequence[Arc] = (),
    *,
    tags: Sequence[str] | None = None,
    marked: Collection[int] = (),
    least_levels: int = 0,
    colours: Colours = PLAIN,
) -> str:
    """A picture of words with arcs above and below them; on each side one arc a word at most.

    The kinds of arcs are ``""``, ``"marked"``, ``"right"`` and ``"wrong"`` (arcs that were built),
    ``"had"``, ``"open"`` and ``"lost"`` (gold arcs that were built, can still be, or cannot). There
    is room for ``least_levels`` arcs one above the other, so that a picture to which arcs are added
    stays where it is. In a page, a group ``.arc`` has its head and its word as data, and a group
    ``.word`` its number.
    """
    columns = Columns(forms, tags, [*above, *below])
    upper, lower = Levels(above, len(forms)), Levels(below, len(forms))
    base = _MARGIN + LEVEL * max(upper.count, least_levels)
    floor = base + (46 if tags is None else 64)
    height = floor + (LEVEL * lower.count + _MARGIN if below else -14)
    lines, labels, left, right = [], [], 0.0, columns.right
    for arcs, levels, start, up in ((above, upper, base, -1), (below, lower, floor - 18, 1)):
        for arc in arcs:
            drawn = _Drawn(arc, columns, start, up, levels.of(arc), colours)
            lines.append(drawn.line)
            labels.append(drawn.label)
            left, right = min(left, drawn.left), max(right, drawn.right)
    words = _words(forms, tags, columns, base, marked, colours)
    box = f"{left:.0f} 0 {right - left:.0f} {height:.0f}"
    size = f'width="{right - left:.0f}" height="{height:.0f}"'
    style = f"max-width:none;background:{colours.paper};color:{colours.ink}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="{box}" style="{style}" '
        f'role="img"><title>{_escaped(" ".join(forms))}</title>'
        f"{''.join([*words, *lines, *labels])}</svg>"
    )


class _Drawn:
    """An arc as it stands in a picture: ``up`` is -1 above the words and 1 below them."""

    def __init__(
        self, arc: Arc, columns: Columns, base: float, up: int, level: int, colours: Colours
    ) -> None:
        look = _LOOKS[arc.kind]
        colour = getattr(colours, look.colour)
        height = base + up * LEVEL * (level + 1)
        path, middle = _path(columns.middles, arc, height, base, up)
        style = f"fill:none;stroke:{colour};stroke-width:{look.width}"
        dashes = f' stroke-dasharray="{look.dashes}"' if look.dashes else ""
        tip = f'<path d="{_tip(columns.middles[arc.word - 1], base, up)}"/>'
        group = f'class="arc {arc.kind}" data-head="{arc.head}" data-word="{arc.word}"'
        self.line = f'<g {group} style="{style}"><path d="{path}"{dashes}/>{tip}</g>'
        # An arc that crosses the label goes behind it.
        halo = f"paint-order:stroke;stroke:{colours.paper};stroke-width:4px;stroke-linejoin:round"
        y = height - 4 if up < 0 else height + 12
        text = _text(middle, y, arc.label, f"fill:{colour};{_SMALL};{halo}")
        reach = label_reach(arc.label)
        self.left, self.right = middle - reach, middle + reach
        strike = ""
        if look.struck is not None:
            way = f"M{self.left + 3:.1f} {y - 4:.1f}H{self.right - 3:.1f}"
            shown = "" if look.struck else ";display:none"
            strike = f'<path class="strike" d="{way}" style="stroke:{colours.marked}{shown}"/>'
        self.label = f"<g {group}>{text}{strike}</g>"


def _path(
    middles: Sequence[float], arc: Arc, height: float, base: float, up: int
) -> tuple[str, float]:
    """The way of an arc, and the middle of its label."""
    end = middles[arc.word - 1]
    if arc.head == 0:
        path, middle = f"M{end:.1f} {height:.1f}V{base:.1f}", end
    else:
        way = 1 if middles[arc.head - 1] <= end else -1
        start = middles[arc.head - 1] + 4 * way
        bend = min(10.0, abs(end - start) / 2) * way
        path = (
            f"M{start:.1f} {base:.1f}V{height - 10 * up:.1f}q0 {10 * up} {bend:.1f} {10 * up}"
            f"H{end - bend:.1f}q{bend:.1f} 0 {bend:.1f} {-10 * up}V{base:.1f}"
        )
        middle = (start + end) / 2
    return path, middle


def _tip(x: float, base: float, up: int) -> str:
    before = base + 6 * up
    return f"M{x - 4:.1f} {before:.1f}L{x:.1f} {base:.1f}L{x + 4:.1f} {before:.1f}"


def _words(
    forms: Sequence[str],
    tags: Sequence[str] | None,
    columns: Columns,
    base: float,
    marked: Collection[int],
    colours: Colours,
) -> Iterable[str]:
    for word, (middle, form) in enumerate(zip(columns.middles, forms, strict=True), 1):
        width = columns.widths[word - 1] - 6
        height = 28 if tags is None else 46
        room = (
            f'<rect x="{middle - width / 2:.1f}" y="{base + 3:.1f}" width="{width:.1f}" '
            f'height="{height}" rx="5" fill="transparent"/>'
        )
        ink = colours.marked if word in marked else colours.ink
        texts = _text(middle, base + 22, form, f"fill:{ink};{_FORM}", turned=reads_leftwards(form))
        if tags is not None:
            texts += _text(middle, base + 40, tags[word - 1], f"fill:{colours.soft};{_SMALL}")
        yield f'<g class="word" data-word="{word}">{room}{texts}</g>'


def _text(x: float, y: float, content: str, style: str, *, turned: bool = False) -> str:
    way = ' direction="rtl"' if turned else ""
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="middle"{way}'
    return f'<text {place} style="{style}">{_escaped(content)}</text>'


def _escaped(content: str) -> str:
    """Text for a page; what steers or garbles, and may not stand in XML, is replaced."""
    return escape(blotted(content, "\ufffd"))
