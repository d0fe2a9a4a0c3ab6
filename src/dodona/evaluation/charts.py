"""Small plots as SVG, drawn for the width of a phone; colours and letters come from the page."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 340
_LEFT, _RIGHT, _TOP = 38, 10, 12
_PLOT_HEIGHT = 170
_ROW = 22
SERIES = 6
"""How many series have a colour and a shape of their own; the next ones use them again."""


@dataclass(frozen=True)
class Point:
    """A value in percent, None where there is none, and what a reader is told about it."""

    value: float | None
    note: str


@dataclass(frozen=True)
class Series:
    """Values by category, in the order of the categories."""

    name: str
    points: Sequence[Point]


def legend(names: Sequence[str]) -> str:
    """The shapes and colours of the series, in HTML."""
    items = (
        f'<li><svg viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">'
        f"{_mark(0, 0, i)}</svg> {escape(name)}</li>"
        for i, name in enumerate(names)
    )
    return f'<ul class="legend">{"".join(items)}</ul>'


def column_plot(
    title: str,
    categories: Sequence[str],
    shares: Sequence[float],
    series: Sequence[Series],
    *,
    joined: bool,
) -> str:
    """Values over a few categories; columns behind them show how frequent these are.

    ``shares`` are the parts of the whole, in percent. Values are ``joined`` by lines where the
    categories have an order.
    """
    low = _floor(series)
    baseline = _TOP + _PLOT_HEIGHT
    step = (WIDTH - _LEFT - _RIGHT) / max(1, len(categories))
    parts = _percent_lines(low, baseline)
    for i, (category, share) in enumerate(zip(categories, shares, strict=True)):
        x = _LEFT + i * step
        height = _PLOT_HEIGHT * share / 100
        parts.append(
            f'<rect class="share" x="{x + step * 0.12:.1f}" y="{baseline - height:.1f}" '
            f'width="{step * 0.76:.1f}" height="{height:.1f}">'
            f"{_note(f'{category}: {share:.1f} % of the gold arcs')}</rect>"
        )
        parts.append(_text(x + step / 2, baseline + 16, category, "middle"))
    for number, one in enumerate(series):
        shift = (number - (len(series) - 1) / 2) * min(9.0, step * 0.6 / max(1, len(series)))
        places = [
            (_LEFT + (i + 0.5) * step + shift, _height(point.value, low, baseline), point)
            for i, point in enumerate(one.points)
            if point.value is not None
        ]
        if joined:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)
            parts.append(f'<polyline class="line s{number % SERIES}" points="{path}"/>')
        parts += [_mark(x, y, number, point.note) for x, y, point in places]
    return _svg(title, baseline + 24, parts)


def row_plot(title: str, categories: Sequence[str], series: Sequence[Series]) -> str:
    """Values of categories without an order, a row for each."""
    low = _floor(series)
    left = min(130, 14 + max((7 * len(name) for name in categories), default=0))
    bottom = _TOP + _ROW * len(categories)
    scale = (WIDTH - left - _RIGHT) / (100 - low)
    parts = []
    for tick in _ticks(low):
        x = left + (tick - low) * scale
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{bottom}"/>')
        parts.append(_text(x, bottom + 16, str(tick), "middle"))
    for i, category in enumerate(categories):
        y = _TOP + _ROW * (i + 0.5)
        parts.append(_text(left - 8, y + 4, _short(category), "end", category))
        values = [s.points[i].value for s in series]
        present = [left + (value - low) * scale for value in values if value is not None]
        if present:
            span = f'x1="{min(present):.1f}" x2="{max(present):.1f}"'
            parts.append(f'<line class="span" {span} y1="{y:.1f}" y2="{y:.1f}"/>')
        for number, one in enumerate(series):
            value = one.points[i].value
            if value is not None:
                shift = (number - (len(series) - 1) / 2) * min(4.0, 12 / len(series))
                x = left + (value - low) * scale
                parts.append(_mark(x, y + shift, number, one.points[i].note))
    return _svg(title, bottom + 24, parts)


def interval_plot(title: str, rows: Sequence[tuple[str, float, float, float]]) -> str:
    """Scores with their confidence intervals: a name, the score, its lower and upper bound."""
    low = min(row[2] for row in rows)
    high = max(row[3] for row in rows)
    margin = max(0.2, (high - low) * 0.1)
    low, high = max(0.0, low - margin), min(100.0, high + margin)
    left, bottom = 14, _TOP + 40 * len(rows)
    scale = (WIDTH - left - 14) / ((high - low) or 1)
    parts = []
    for i in range(5):
        value = low + (high - low) * i / 4
        x = left + (value - low) * scale
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{bottom}"/>')
        parts.append(_text(x, bottom + 16, f"{value:.1f}", "middle"))
    for number, (name, score, lower, upper) in enumerate(rows):
        y = _TOP + 40 * number + 28
        ends = [left + (value - low) * scale for value in (lower, score, upper)]
        note = f"{name}: {score:.2f} [{lower:.2f}, {upper:.2f}]"
        parts.append(_text(left, y - 12, f"{_short(name, 38)} · {score:.2f}", "start", note))
        parts.append(
            f'<line class="whisker s{number % SERIES}" x1="{ends[0]:.1f}" x2="{ends[2]:.1f}" '
            f'y1="{y}" y2="{y}">{_note(note)}</line>'
        )
        parts.append(_mark(ends[1], y, number, note))
    return _svg(title, bottom + 24, parts)


def stacked_bar(title: str, parts: Sequence[tuple[str, int]]) -> str:
    """One bar of parts that add up to a whole."""
    whole = sum(count for _, count in parts) or 1
    x = 0.0
    drawn = []
    for number, (name, count) in enumerate(parts):
        width = WIDTH * count / whole
        note = f"{name}: {count:,} ({100 * count / whole:.1f} %)"
        drawn.append(
            f'<rect class="part p{number}" x="{x:.1f}" y="2" width="{width:.1f}" height="24">'
            f"{_note(note)}</rect>"
        )
        x += width
    return _svg(title, 28, drawn)


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )


def _percent_lines(low: int, baseline: float) -> list[str]:
    parts = []
    for tick in _ticks(low):
        y = _height(tick, low, baseline)
        line = f'x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"'
        parts.append(f'<line class="grid" {line}/>')
        parts.append(_text(_LEFT - 6, y + 4, str(tick), "end"))
    return parts


def _floor(series: Sequence[Series]) -> int:
    """Where the axis begins: the multiple of ten below all values."""
    values = [p.value for one in series for p in one.points if p.value is not None]
    return min(90, int(min(values, default=0.0) // 10 * 10))


def _ticks(low: int) -> list[int]:
    step = 5 if low >= 80 else 10 if low >= 40 else 20
    return list(range(-(-low // step) * step, 101, step))


def _height(value: float | None, low: int, baseline: float) -> float:
    return baseline - _PLOT_HEIGHT * ((value or 0) - low) / (100 - low)


def _mark(x: float, y: float, number: int, note: str = "") -> str:
    """A shape of its own for each series, so that colour is not needed to tell them apart."""
    shapes = (
        '<circle r="4.5"/>',
        '<rect x="-4" y="-4" width="8" height="8"/>',
        '<path d="M0-5.5L5.5 0L0 5.5L-5.5 0Z"/>',
        '<path d="M0-5L5 4.5H-5Z"/>',
        '<path d="M0 5L5-4.5H-5Z"/>',
        '<path d="M-5-2H-2V-5H2V-2H5V2H2V5H-2V2H-5Z"/>',
    )
    kind = number % SERIES
    return (
        f'<g class="mark s{kind}" transform="translate({x:.1f} {y:.1f})">'
        f"{shapes[kind]}{_note(note) if note else ''}</g>"
    )


def _text(x: float, y: float, text: str, anchor: str, note: str = "") -> str:
    title = _note(note) if note and note != text else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}{title}</text>'


def _note(text: str) -> str:
    return f"<title>{escape(text)}</title>"


def _short(text: str, most: int = 16) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
