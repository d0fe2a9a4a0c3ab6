"""Bytes and lines, changed at random places as damage, editors and attackers would change them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

ODD_BYTES = b"\x00\x01\x1b\x7f\x80\xc0\xc3\xed\xef\xf4\xff\t\n\r #-._|=:\\0123456789aZ"
ODD_TEXTS = [
    text.encode("utf-8", "surrogatepass")
    for text in (
        "\ufeff", "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\xa0", "\u3000", "\u200b",
        "\u200d", "\u00ad", "\ud800", "\udfff", "\ufffd", "\uffff", "\U0010ffff", "\x00",
        "\x1b[31m", "e\u0301", "ﷺ", "İ", "ß", "漢字", "ไทย", "नमस्ते", "\u202eabc", "👩‍👩‍👧", "🇬🇷",
        "👍🏽", "&amp;", "<b>", "https://example.org/?q=1", "10 000", "1,000.50", "don't", "Mr.",
        "...", "\r\n", "\n\n", "\t", "  ", "\\n", "SpaceAfter=No", "# newpar",
        "# text = ", "sent_id", "_",
    )
]  # fmt: skip
ODD_VALUES = [
    b"", b"_", b" ", b"0", b"1", b"2", b"-1", b"00", b"99", b"65536", b"2147483648", b"4294967297",
    b"9" * 30, b"1-2", b"2-1", b"1-99", b"1.1", b"0.1", b"1.", b"x", b"root", b"punct",
    b"nsubj:pass", b"A=B|C=D", b"SpacesAfter=\\s\\n", b"SpaceAfter=No", b"\\", b"\xff",
    b"\xc3\xa9", b"#", b"1-1",
]  # fmt: skip
ODD_LINES = [
    b"", b"\r", b"#", b"# sent_id = x", b"# text =", b"# newdoc", b"# newpar id = \x1b", b"\t" * 9,
    b"1-2" + b"\t_" * 9, b"1.1" + b"\t_" * 9, b"0.1" + b"\t_" * 9, b"1" + b"\t_" * 9,
    b"1\tx\t_\t_\t_\t_\t0\troot\t_\t_", b"1\tx\t_\t_\t_\t_\t1\troot\t_\t_", b"x" * 300,
    b"1\tx\t_\t_\t_\t_\t0\troot", b"# global.columns = ID FORM",
]  # fmt: skip


def place(rng: random.Random, size: int) -> int:
    """A place in something of a size, the end included."""
    return int(rng.random() * (size + 1))


def _span(rng: random.Random, size: int) -> slice:
    start = place(rng, size)
    return slice(start, min(size, start + int(2 ** (6 * rng.random()))))


def _flip(data: bytearray, rng: random.Random) -> None:
    if data:
        data[place(rng, len(data) - 1)] ^= 1 << rng.randrange(8)


def _overwrite(data: bytearray, rng: random.Random) -> None:
    if data:
        data[place(rng, len(data) - 1)] = rng.choice(ODD_BYTES)


def _insert(data: bytearray, rng: random.Random) -> None:
    at = place(rng, len(data))
    data[at:at] = rng.choice(ODD_TEXTS)


def _delete(data: bytearray, rng: random.Random) -> None:
    del data[_span(rng, len(data))]


def _copy(data: bytearray, rng: random.Random) -> None:
    at = place(rng, len(data))
    data[at:at] = data[_span(rng, len(data))]


def _repeat(data: bytearray, rng: random.Random) -> None:
    span = _span(rng, len(data))
    data[span] = data[span] * rng.randint(2, 9)


def _cut(data: bytearray, rng: random.Random) -> None:
    del data[place(rng, len(data)) :]


BYTE_CHANGES: list[Callable[[bytearray, random.Random], None]] = [
    _flip, _flip, _overwrite, _overwrite, _insert, _insert, _delete, _copy, _repeat, _cut,
]  # fmt: skip


def change_bytes(data: bytes, rng: random.Random, times: int = 1) -> bytes:
    """The data with some bytes changed, put in or left out."""
    changed = bytearray(data)
    for _ in range(times):
        rng.choice(BYTE_CHANGES)(changed, rng)
    return bytes(changed)


def _change_column(lines: list[bytes], at: int, rng: random.Random) -> None:
    columns = lines[at].split(b"\t")
    which = rng.randrange(len(columns))
    if rng.random() < 0.6:
        columns[which] = rng.choice(ODD_VALUES)
    elif rng.random() < 0.5:
        other = rng.choice(lines).split(b"\t")
        columns[which] = rng.choice(other)
    elif rng.random() < 0.5:
        del columns[which]
    else:
        columns.insert(which, rng.choice(ODD_VALUES))
    lines[at] = b"\t".join(columns)


def _break_line(lines: list[bytes], at: int, rng: random.Random) -> None:
    cut = place(rng, len(lines[at]))
    lines[at : at + 1] = [lines[at][:cut], lines[at][cut:]]


LINE_CHANGES: list[Callable[[list[bytes], int, random.Random], None]] = [
    _change_column, _change_column, _change_column, _change_column, _break_line,
    lambda lines, at, rng: lines.__delitem__(at),
    lambda lines, at, rng: lines.insert(place(rng, len(lines)), lines[at]),
    lambda lines, at, rng: lines.insert(at, rng.choice(ODD_LINES)),
    lambda lines, at, rng: lines.insert(place(rng, len(lines) - 1), lines.pop(at)),
    lambda lines, at, rng: lines.__setitem__(at, lines[at] + b"\r"),
    lambda lines, at, rng: lines.__setitem__(slice(at, at + 2), [b"".join(lines[at : at + 2])]),
]  # fmt: skip


def change_lines(data: bytes, rng: random.Random, times: int = 1) -> bytes:
    """The data with some lines, or columns of them, changed, moved, put in or left out."""
    lines = data.split(b"\n")
    for _ in range(times):
        rng.choice(LINE_CHANGES)(lines, rng.randrange(len(lines)), rng)
        lines = lines or [b""]
    return b"\n".join(lines)


def in_pieces(data: bytes, rng: random.Random) -> list[bytes]:
    """The data as a pipe may deliver it: in one piece, in several, or byte by byte."""
    chance = rng.random()
    if chance < 0.3:
        return [data]
    if chance < 0.4 and len(data) < 500:
        return [data[i : i + 1] for i in range(len(data))]
    cuts = sorted(place(rng, len(data)) for _ in range(rng.randint(1, 6)))
    pieces = [data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    return [piece for piece in pieces if piece]


def some(rng: random.Random, pool: Sequence[bytes], most: int) -> bytes:
    """A few of the pool, one after the other."""
    return b"".join(rng.choices(pool, k=rng.randint(1, most)))
