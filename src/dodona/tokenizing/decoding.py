"""UTF-8 that comes in blocks as text, with errors that say where the bad byte is."""

import codecs
from collections.abc import Iterable, Iterator
from typing import Literal

from dodona.errors import TextError

Errors = Literal["strict", "replace"]

BLOCK_SIZE = 1 << 18


def decode_blocks(
    text: str | bytes | Iterable[bytes], source: str, errors: Errors
) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is the last one."""
    if isinstance(text, str):
        for start in range(0, len(text), BLOCK_SIZE):
            yield text[start : start + BLOCK_SIZE], False
    else:
        yield from _decode([text] if isinstance(text, bytes) else text, source, errors)
    yield "", True


def _decode(blocks: Iterable[bytes], source: str, errors: Errors) -> Iterator[tuple[str, bool]]:
    rest = b""
    offset = 0
    line = 1
    for block, final in _with_end(blocks):
        for start in range(0, max(len(block), 1), BLOCK_SIZE):
            data = rest + block[start : start + BLOCK_SIZE]
            try:
                piece, used = codecs.utf_8_decode(data, errors, final)
            except UnicodeDecodeError as error:
                raise TextError(
                    f"byte {data[error.start]:#04x} at offset {offset + error.start} is not UTF-8; "
                    "save the text as UTF-8, or let such bytes be replaced",
                    source,
                    line + data.count(b"\n", 0, error.start),
                ) from None
            rest = data[used:]
            offset += used
            line += data.count(b"\n", 0, used)
            yield piece, False


def _with_end(blocks: Iterable[bytes]) -> Iterator[tuple[bytes, bool]]:
    for block in blocks:
        yield bytes(block), False
    yield b"", True
