"""A folder in which processes share what they make of a model.

A process that pickles a model names a folder of its own in the pickle. Those that unpickle it can
put files there that all of them use. The folder goes when the process that made it ends; on another
machine, say, there is no such folder.
"""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from weakref import finalize

_FOLDER: ContextVar[Path | None] = ContextVar("folder", default=None)


def shared_folder() -> str:
    """The folder to name in a pickle; there is one for each process. "" if there can be none."""
    return _make_folder(os.getpid())


@cache
def _make_folder(owner: int) -> str:
    try:
        folder = tempfile.mkdtemp(prefix="dodona-")
    except OSError:
        return ""
    finalize(_make_folder, _remove, folder, owner)
    return folder


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:  # and not a process that was forked from it
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def sharing(folder: str) -> Iterator[None]:
    """Use a folder for all that is unpickled in this block, if it is one of ours."""
    token = _FOLDER.set(Path(folder) if folder and _is_ours(folder) else None)
    try:
        yield
    finally:
        _FOLDER.reset(token)


def folder_in_use() -> Path | None:
    """The folder of the block that this is called in, if there is one."""
    return _FOLDER.get()


def _is_ours(folder: str) -> bool:
    """Whether it is a folder that nobody else can write to: what lies there is not checked."""
    try:
        state = os.lstat(folder)
        mine = state.st_uid == os.geteuid()
    except (OSError, AttributeError):  # there is no such folder, or Windows
        return False
    return mine and stat.S_ISDIR(state.st_mode) and not state.st_mode & 0o077
