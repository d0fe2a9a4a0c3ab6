"""A flowchart of Mermaid as a drawing, so that the site needs no program to draw it."""

import re
from html import escape
from itertools import pairwise

_ARROW = re.compile(r"^\s*(\w+) (?:-->|-\. (?P<words>.*?) \.->) ?(\w+)$", re.MULTILINE)
_WIDTH, _HEIGHT, _ACROSS, _DOWN = 104, 30, 124, 78
_FONT = "font:13px system-ui,sans-serif"

Arrow = tuple[str, str, str]


def flowchart(source: str) -> str:
    """The drawing: each box below all that have an arrow to it; dashed arrows do not count."""
    arrows = [(found[1], found[3], found["words"] or "") for found in _ARROW.finditer(source)]
    rows = _rows(arrows)
    widest = max(map(len, rows)) * _ACROSS
    places = {
        name: (widest / 2 + (i - (len(row) - 1) / 2) * _ACROSS, 20 + _DOWN * depth)
        for depth, row in enumerate(rows)
        for i, name in enumerate(row)
    }
    lines = [_line(places[start], places[end], words) for start, end, words in arrows]
    boxes = [_box(name, *place) for name, place in places.items()]
    size = f'width="{widest}" height="{20 + _DOWN * (len(rows) - 1) + _HEIGHT + 6}"'
    told = "; ".join(f"{start} to {end}" for start, end, _ in arrows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" style="max-width:none">'
        f"<title>{escape(told)}</title>{''.join(lines + boxes)}</svg>"
    )


def _rows(arrows: list[Arrow]) -> list[list[str]]:
    """The names by depth, in each row near to those above that lead to them."""
    depths = {name: 0 for arrow in arrows for name in arrow[:2]}
    for _ in depths:
        for start, end, words in arrows:
            if not words:
                depths[end] = max(depths[end], depths[start] + 1)
    rows: list[list[str]] = [[] for _ in range(max(depths.values()) + 1)]
    for name, depth in depths.items():
        rows[depth].append(name)
    for above, row in pairwise(rows):

        def middle(name: str, above: list[str] = above) -> float:
            found = [
                above.index(start) for start, end, _ in arrows if end == name and start in above
            ]
            return sum(found) / len(found) if found else len(above) / 2

        row.sort(key=middle)
    return rows


def _line(start: tuple[float, float], end: tuple[float, float], words: str) -> str:
    x, y, z, w = start[0], start[1] + _HEIGHT, end[0], end[1]
    if start[1] == end[1]:  # beside each other
        way = 1 if z > x else -1
        x, y, z, w = x + way * _WIDTH / 2, start[1] + 15, z - way * _WIDTH / 2, w + 15
        path, tip = f"M{x} {y}L{z} {w}", f"M{z - 7 * way} {w - 4}L{z} {w}L{z - 7 * way} {w + 4}"
    else:
        path = f"M{x} {y}C{x} {y + 34} {z} {w - 34} {z} {w}"
        tip = f"M{z - 4} {w - 7}L{z} {w}L{z + 4} {w - 7}"
    dashes = ' stroke-dasharray="4 3"' if words else ""
    text = f"<title>{escape(words)}</title>" if words else ""
    style = "fill:none;stroke:var(--soft);stroke-width:1.2"
    return f'<g style="{style}">{text}<path d="{path}"{dashes}/><path d="{tip}"/></g>'


def _box(name: str, x: float, y: float) -> str:
    place = f'x="{x - _WIDTH / 2}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="6"'
    style = "fill:var(--card);stroke:var(--arc)"
    text = f'<text x="{x}" y="{y + 20}" text-anchor="middle" style="fill:var(--ink);{_FONT}">'
    return f'<rect {place} style="{style}"/>{text}{escape(name)}</text>'
