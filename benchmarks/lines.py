"""Lines over shares, beside each other in one picture, as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _HEIGHT = 420, 220
_LEFT, _TOP, _RIGHT = 44, 34, 26
_COLOURS = ("#9ecae1", "#2171b5", "#fdae6b", "#d94801")
_ROW = 16


@dataclass(frozen=True)
class Line:
    """Percents by shares from 0 to 1."""

    name: str
    points: Sequence[tuple[float, float]]


def line_plot(panels: Sequence[tuple[str, Sequence[Line]]]) -> str:
    """Each panel has a title and its lines, with their names below."""
    most = max(len(lines) for _, lines in panels)
    width, height = _WIDTH * len(panels), _TOP + _HEIGHT + 30 + _ROW * most
    parts = [
        f'<g transform="translate({_WIDTH * i} 0)">{_panel(title, lines)}</g>'
        for i, (title, lines) in enumerate(panels)
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="11">\n'
        f'<rect width="{width}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _panel(title: str, lines: Sequence[Line]) -> str:
    values = [value for line in lines for _, value in line.points]
    low, high = 5 * (min(values) // 5), 5 * (max(values) // 5 + 1)
    right = max(share for line in lines for share, _ in line.points)

    def x(share: float) -> float:
        return _LEFT + share / right * (_WIDTH - _LEFT - _RIGHT)

    def y(value: float) -> float:
        return _TOP + (high - value) / (high - low) * _HEIGHT

    parts = [_text(_LEFT, _TOP - 14, title, "start")]
    for tick in range(int(low), int(high) + 1, 5):
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" '
            'stroke="#ddd"/>'
        )
        parts.append(_text(_LEFT - 6, y(tick) + 4, str(tick), "end"))
    for share in sorted({share for line in lines for share, _ in line.points}):
        parts.append(_text(x(share), _TOP + _HEIGHT + 15, f"{share:.0%}", "middle"))
    for i, line in enumerate(lines):
        colour = _COLOURS[i % len(_COLOURS)]
        path = " ".join(f"{x(share):.1f},{y(value):.1f}" for share, value in line.points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for share, value in line.points:
            parts.append(f'<circle cx="{x(share):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}"/>')
        row = _TOP + _HEIGHT + 34 + _ROW * i
        parts.append(f'<rect x="{_LEFT}" y="{row - 8}" width="14" height="4" fill="{colour}"/>')
        parts.append(_text(_LEFT + 20, row - 2, line.name, "start"))
    return "\n".join(parts)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
