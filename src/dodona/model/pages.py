"""Large arrays in memory pages of their own.

What is let go of on the heap often stays with the process, below what is still needed. Pages of its
own go back to the system at once, and those that nobody writes to take no memory.
"""

import mmap
from contextlib import suppress
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

_LINE = 64
# Smaller arrays are better off on the heap; larger ones in huge pages.
_SMALL = 1 << 16
_LARGE = 1 << 22


def own_pages(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """An array of zeros that begins at a cache line, in pages of its own unless it is small."""
    size = prod(shape) * np.dtype(dtype).itemsize
    if size < _SMALL:
        room = np.zeros(size + _LINE, np.uint8)
        start = -room.ctypes.data % _LINE
        return _shaped(room[start : start + size], shape, dtype)
    pages = _map(size)
    if size >= _LARGE and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):  # a system without them
            pages.madvise(mmap.MADV_HUGEPAGE)
    return _shaped(np.frombuffer(pages, np.uint8, size), shape, dtype)


def _shaped(room: NDArray[np.uint8], shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    array: NDArray[Any] = room.view(dtype).reshape(shape)
    return array


def _map(size: int) -> mmap.mmap:
    """Pages that are not shared with processes that are forked."""
    if hasattr(mmap, "MAP_PRIVATE"):
        return mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    return mmap.mmap(-1, size)
