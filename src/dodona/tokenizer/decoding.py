"""UTF-8 that comes in blocks as text, with errors that say where the bad byte is."""

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from dodona.errors import ArgumentError, TextError

Errors = Literal["strict", "replace"]

BLOCK_SIZE = 1 << 18

_SURROGATE = re.compile("[\ud800-\udfff]")


# What a writer who waits for an answer need not wait longer for: after a line that ends as a
# sentence does, and after any other.
SHORT_PAUSE = 0.2
LONG_PAUSE = 2.0


class Pause(NamedTuple):
    """Stands between blocks: for so many seconds nothing more has come."""

    seconds: float


class Piece(NamedTuple):
    """Some text, whether it is the last, and how long nothing has come (None if it does come)."""

    text: str
    final: bool = False
    pause: float | None = None


def decode_blocks(
    text: str | bytes | Iterable[bytes | Pause], source: str, errors: Errors
) -> Iterator[Piece]:
    """The text in pieces, and an empty piece for each pause."""
    if isinstance(text, str):
        for start in range(0, len(text), BLOCK_SIZE):
            yield Piece(_checked(text, start, source, errors))
    elif isinstance(text, Iterable):
        yield from _decode([text] if isinstance(text, bytes) else text, source, errors)
    else:
        raise ArgumentError(f"a text is expected, not {type(text).__name__}")
    yield Piece("", final=True)


def _checked(text: str, start: int, source: str, errors: Errors) -> str:
    """A piece of a text, which may hold halves of surrogate pairs: they are no Unicode."""
    piece = text[start : start + BLOCK_SIZE]
    try:
        piece.encode()
    except UnicodeEncodeError as error:
        if errors == "replace":
            return _SURROGATE.sub("\ufffd", piece)
        at = start + error.start
        raise TextError(
            f"character {at} is half of a surrogate pair ({text[at]!r}), which is no Unicode; "
            "decode the text with its true encoding, or let such characters be replaced",
            source,
            1 + text.count("\n", 0, at),
        ) from None
    return piece


def _decode(blocks: Iterable[bytes | Pause], source: str, errors: Errors) -> Iterator[Piece]:
    rest = b""
    offset = 0
    line = 1
    for block, final in _with_end(blocks):
        if isinstance(block, Pause):
            yield Piece("", pause=block.seconds)
            continue
        for start in range(0, max(len(block), 1), BLOCK_SIZE):
            data = rest + block[start : start + BLOCK_SIZE]
            try:
                piece, used = codecs.utf_8_decode(data, errors, final)
            except UnicodeDecodeError as error:
                raise TextError(
                    f"byte {data[error.start]:#04x} at offset {offset + error.start} is not UTF-8; "
                    "save the text as UTF-8, or let such bytes be replaced by U+FFFD "
                    "(`replace_bytes=True`)",
                    source,
                    line + data.count(b"\n", 0, error.start),
                ) from None
            rest = data[used:]
            offset += used
            line += data.count(b"\n", 0, used)
            yield Piece(piece)


def _with_end(blocks: Iterable[bytes | Pause]) -> Iterator[tuple[bytes | Pause, bool]]:
    for block in blocks:
        if isinstance(block, Pause):
            yield block, False
        elif isinstance(block, bytes | bytearray | memoryview):
            yield bytes(block), False
        else:
            raise ArgumentError(f"blocks of bytes are expected, not {type(block).__name__}")
    yield b"", True
