"""Files that appear under their name when they are whole, and not before.

What is written goes to a partial file in the same folder: a new one with a name by chance, so that
no other writer has it and no link leads away from it, and locked for as long as it is written. So
threads, processes and containers can write the same file at once, and the last one to finish wins.
A partial file that nobody has locked is what a killed process has left; whoever writes to the
folder next removes it.
"""

import io
import os
import re
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, cast

if sys.platform != "win32":
    from fcntl import LOCK_EX, LOCK_NB, flock

_NAME = re.compile(r"\..+\.[0-9a-f]{16}\.partial", re.DOTALL)
_SHOWN_BYTES = 100  # of the file's own name, which may be as long as a name can be
_FLAGS = os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_BUFFER = 1 << 16

# Large folders are not searched for each file: how many more may be written before, by folder.
_files_before_search: dict[str, int] = {}
_ENTRIES_A_FILE = 1000


@contextmanager
def errors_name(path: str | os.PathLike[str]) -> Iterator[None]:
    """See to it that errors of the operating system name a file, as the user knows it."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None


class NamedFile(io.FileIO):
    """A file that is named by the errors of writing to it."""

    def __init__(self, descriptor: int, shown: str | os.PathLike[str]) -> None:
        super().__init__(descriptor, "wb")
        self._shown = shown

    def write(self, data: Any) -> int:
        with errors_name(self._shown):
            return super().write(data)


@contextmanager
def open_partial(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Write a regular file, which is there once the block is left without an exception.

    It keeps the permissions of the file that it replaces. Where the path is a link, it is the file
    behind it that is written.
    """
    target = os.path.realpath(path)
    with errors_name(path):
        _remove_left_overs(os.path.dirname(target))
        descriptor, partial = _create(target)
    raw = NamedFile(descriptor, path)
    stream = io.BufferedWriter(raw, _BUFFER)
    try:
        yield cast(BinaryIO, stream)
        with errors_name(path):
            stream.flush()
            os.fsync(descriptor)
            if sys.platform == "win32":
                raw.close()  # Windows renames no open file; elsewhere the lock is kept until then
            os.replace(partial, target)
    except BaseException:
        if sys.platform == "win32":
            raw.close()
        with suppress(OSError):
            os.unlink(partial)
        raise
    finally:
        raw.close()  # and not the stream, which would try again to write what it could not


def _create(target: str) -> tuple[int, str]:
    """A new partial file for a target, open and locked, and its path."""
    folder, name = os.path.split(target)
    shown = os.fsencode(name)[:_SHOWN_BYTES].decode(errors="ignore")
    mode = _mode_of(target)
    while True:
        partial = os.path.join(folder, f".{shown}.{secrets.token_hex(8)}.partial")
        try:
            descriptor = os.open(
                partial, _FLAGS | os.O_CREAT | os.O_EXCL, 0o666 if mode is None else mode
            )
        except FileExistsError:
            continue
        if _is_ours(descriptor):
            if mode is not None and sys.platform != "win32":
                os.fchmod(descriptor, mode)  # which the umask may have narrowed
            return descriptor, partial
        os.close(descriptor)


def _mode_of(path: str) -> int | None:
    """The permissions of a file, or None if there is no such file."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode) & 0o777
    except FileNotFoundError:
        return None


def _is_ours(descriptor: int) -> bool:
    """Lock a new file; False if someone took it for a left-over before it was locked."""
    try:
        _lock(descriptor)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks, where nothing is taken for a left-over
    return os.fstat(descriptor).st_nlink > 0


def _lock(descriptor: int) -> None:
    """Lock a file until it is closed; an error if someone else has locked it."""
    if sys.platform != "win32":
        flock(descriptor, LOCK_EX | LOCK_NB)


def _remove_left_overs(folder: str) -> None:
    """Remove the partial files of a folder that nobody is writing."""
    if _files_before_search.get(folder, 0) > 0:
        _files_before_search[folder] -= 1
        return
    count = 0
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            count += 1
            if _NAME.fullmatch(entry.name):
                with suppress(OSError):
                    _remove_left_over(entry.path)
    _files_before_search[folder] = count // _ENTRIES_A_FILE


def _remove_left_over(path: str) -> None:
    """Remove a partial file; an error if it is locked or is no file."""
    descriptor = os.open(path, _FLAGS | getattr(os, "O_NONBLOCK", 0))
    try:
        _lock(descriptor)
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.unlink(path)  # not on Windows: without locks, all that is open stays, also this
    finally:
        os.close(descriptor)
