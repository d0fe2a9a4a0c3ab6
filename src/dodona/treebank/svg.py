"""Draw a dependency tree as SVG, with the words in a row and arcs above them."""

from collections.abc import Sequence
from html import escape

_GAP = 18
_LETTER = 8.5
_WIDE_LETTER = 15
_LEVEL = 26
_TOP = 22
_STYLE = "font:14px system-ui,sans-serif;max-width:none;background:#fff;color:#222"


def tree_svg(
    forms: Sequence[str],
    heads: Sequence[int],
    deprels: Sequence[str],
    tags: Sequence[str] | None = None,
) -> str:
    """A picture of a tree over words 1..n; ``heads`` are 0 for the root, -1 where there is none.

    All text is escaped, so that a picture can stand in a page whatever the words are.
    """
    rows = [forms, tags] if tags is not None else [forms]
    widths = [max(_width(text) for text in column) + _GAP for column in zip(*rows, strict=True)]
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
    levels = _levels(heads)
    base = _TOP + _LEVEL * (max(levels.values(), default=0) + 1)
    parts = [
        _arc(middles, head, word, levels[word], base, deprels[word - 1])
        for word, head in enumerate(heads, 1)
        if head >= 0
    ]
    for place, form in enumerate(forms):
        parts.append(_text(middles[place], base + 22, form, "font-weight:600"))
        if tags is not None:
            parts.append(_text(middles[place], base + 40, tags[place], "fill:#777;font-size:11px"))
    size = f'width="{right + _GAP:.0f}" height="{base + 50:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="{_STYLE}" role="img">'
        f"<title>{_escaped(' '.join(forms))}</title>{''.join(parts)}</svg>"
    )


def _width(text: str) -> float:
    return sum(_WIDE_LETTER if ord(letter) > 0x2E80 else _LETTER for letter in text)


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


def _arc(
    middles: Sequence[float], head: int, word: int, level: int, base: float, label: str
) -> str:
    end = middles[word - 1]
    height = base - _LEVEL * (level + 1)
    if head == 0:
        path = f"M{end:.1f} {height:.1f}V{base:.1f}"
        text = _text(end, height - 4, label, "fill:#06c;font-size:11px")
    else:
        way = 4 if head < word else -4
        start = middles[head - 1] + way
        bend = min(10.0, abs(end - start) / 2) * (1 if way > 0 else -1)
        path = (
            f"M{start:.1f} {base:.1f}V{height + 10:.1f}q0 -10 {bend:.1f} -10"
            f"H{end - bend:.1f}q{bend:.1f} 0 {bend:.1f} 10V{base:.1f}"
        )
        text = _text((start + end) / 2, height - 4, label, "fill:#06c;font-size:11px")
    tip = f"M{end - 4:.1f} {base - 6:.1f}L{end:.1f} {base:.1f}L{end + 4:.1f} {base - 6:.1f}"
    return f'<path d="{path}{tip}" fill="none" stroke="#06c"/>{text}'


def _text(x: float, y: float, content: str, style: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="middle"'
    return f'<text {place} style="{style}">{_escaped(content)}</text>'


def _escaped(content: str) -> str:
    """Text for a page; what cannot be printed, and may not stand in XML, is replaced."""
    return escape("".join(letter if letter.isprintable() else "\ufffd" for letter in content))
