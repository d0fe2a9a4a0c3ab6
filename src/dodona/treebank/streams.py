"""Bytes in and out: paths, standard streams, compressed files, and files written whole or not."""

import bz2
import errno
import gzip
import io
import lzma
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, TextIO, cast

from dodona.errors import TreebankError
from dodona.treebank.partial import NamedFile, errors_name, open_partial
from dodona.treebank.unpacking import unpacked

_OPENERS: dict[str, Callable[..., object]] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}


@contextmanager
def open_input(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file to read bytes from; ``-`` is standard input, `.gz .bz2 .xz` are unpacked."""
    if os.fspath(path) == "-":
        # A stream of its own: a thread may still be reading it when the program ends.
        descriptor = _standard(sys.stdin, "standard input").fileno()
        with open(descriptor, "rb", closefd=False) as stream:
            yield stream
        return
    suffix = Path(path).suffix.lower()
    if suffix in (".bz2", ".xz"):
        with open(path, "rb") as packed, unpacked(packed, suffix) as stream:
            yield stream
        return
    opener = _OPENERS.get(suffix, open)
    with cast(BinaryIO, opener(path, "rb")) as stream:
        yield stream


def read_block(stream: BinaryIO, size: int, name: str) -> bytes:
    """The next bytes of a stream, as soon as there are any, and ``size`` at most."""
    with _damage_told(name):
        read: Callable[[int], bytes] = getattr(stream, "read1", stream.read)
        return read(size)


def peek_block(stream: BinaryIO, size: int, name: str) -> bytes:
    """Bytes that `read_block` will give, from a stream of `open_input`."""
    with _damage_told(name):
        begin: bytes = stream.peek(size)  # type: ignore[attr-defined]
        return begin


@contextmanager
def _damage_told(name: str) -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError, lzma.LZMAError, zlib.error) as error:
        if isinstance(error, OSError) and error.errno is not None:
            error.filename = error.filename or name
            raise  # the disk or the network, not the file
        raise TreebankError(f"the compressed file is damaged: {error}", name) from None


@contextmanager
def open_output(path: str | os.PathLike[str], *, pack: bool = True) -> Iterator[BinaryIO]:
    """Open a file to write bytes to; ``-`` is standard output, `.gz .bz2 .xz` are packed.

    A regular file appears under its name only when all of it is written: until then, and if an
    exception leaves the block, whatever stood there before stays.
    """
    if os.fspath(path) in ("-", "/dev/stdout"):
        stdout = _standard(sys.stdout, "standard output")
        stdout.flush()
        yield stdout.buffer
        stdout.buffer.flush()
        return
    suffix = Path(path).suffix.lower() if pack else ""
    if os.path.exists(path) and not os.path.isfile(path):
        with errors_name(path):
            descriptor = os.open(path, os.O_WRONLY | os.O_TRUNC)
        with (
            io.BufferedWriter(NamedFile(descriptor, path)) as device,
            _packed(device, suffix) as stream,
        ):
            yield stream
        return
    with open_partial(path) as raw, _packed(raw, suffix) as stream:
        yield stream


def is_packed(path: str | os.PathLike[str]) -> bool:
    """Whether the name of a file says that it is packed."""
    return Path(path).suffix.lower() in _OPENERS


def _standard(stream: TextIO | None, name: str) -> TextIO:
    if stream is None:
        raise OSError(errno.EBADF, "The stream is closed", name)
    return stream


@contextmanager
def _packed(raw: IO[bytes] | io.BufferedWriter, suffix: str) -> Iterator[BinaryIO]:
    if suffix == ".gz":  # without the name of the unfinished file and the time
        packed = cast(BinaryIO, gzip.GzipFile("", "wb", fileobj=raw, mtime=0))
    elif suffix in _OPENERS:
        packed = cast(BinaryIO, _OPENERS[suffix](raw, "wb"))
    else:
        yield cast(BinaryIO, raw)
        return
    with packed as stream:
        yield stream
