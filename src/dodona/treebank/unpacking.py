"""Compressed files, read to their last byte.

Those of the standard library stop silently where something else follows a bz2 or xz stream.
"""

import bz2
import io
import lzma
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_BLOCK = 1 << 16
_DECOMPRESSORS: dict[str, Callable[[], bz2.BZ2Decompressor | lzma.LZMADecompressor]] = {
    ".bz2": bz2.BZ2Decompressor,
    ".xz": lzma.LZMADecompressor,
}


def unpacked(packed: BinaryIO, suffix: str) -> BinaryIO:
    """What a file in `.bz2` or `.xz` holds.

    Further streams are read as well, and zeros that fill up the file are passed over. Whatever
    else follows is an error, as a stream that is not complete is: `OSError`, `EOFError` or
    `lzma.LZMAError`.
    """
    return io.BufferedReader(_Unpacked(packed, suffix))


class _Unpacked(io.RawIOBase):
    def __init__(self, packed: BinaryIO, suffix: str) -> None:
        self._packed = packed
        self._new_decompressor = _DECOMPRESSORS[suffix]
        self._decompressor = self._new_decompressor()

    def readable(self) -> bool:
        return True

    def readinto(self, target: "WriteableBuffer", /) -> int:
        room = memoryview(target)
        data = b""
        while not data:
            if self._decompressor.eof:
                block = self._next_stream()
                if not block:
                    return 0
                self._decompressor = self._new_decompressor()
            else:
                block = self._packed.read(_BLOCK) if self._decompressor.needs_input else b""
                if self._decompressor.needs_input and not block:
                    raise EOFError("it ends too early")
            data = self._decompressor.decompress(block, len(room))
        room[: len(data)] = data
        return len(data)

    def _next_stream(self) -> bytes:
        """The bytes behind a stream, without the zeros that fill up the file."""
        block = self._decompressor.unused_data.lstrip(b"\0")
        while not block and (read := self._packed.read(_BLOCK)):
            block = read.lstrip(b"\0")
        return block
