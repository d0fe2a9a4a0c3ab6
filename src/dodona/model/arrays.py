"""The arrays of a model file, read whenever they are asked for.

So nobody keeps what only the next one to save the model needs. The file stays open: it may be
renamed, replaced or deleted. One that is written over is noticed, and never mapped into memory,
where it would crash who reads it.
"""

import json
import os
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, NamedTuple
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from dodona.errors import ModelError
from dodona.model.pages import own_pages

# On Windows a file that is open cannot be replaced.
CAN_STAY_OPEN = hasattr(os, "preadv")

_TYPES = {
    **{f"F{bits}": f"<f{bits // 8}" for bits in (16, 32, 64)},
    **{f"I{bits}": f"<i{bits // 8}" for bits in (8, 16, 32, 64)},
    **{f"U{bits}": f"<u{bits // 8}" for bits in (8, 16, 32, 64)},
    "BOOL": "?",
}


class _Place(NamedTuple):
    """Where in a file an array stands."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    start: int


class FileArrays(Mapping[str, NDArray[np.generic]]):
    """The arrays of a safetensors file, whose header was checked.

    Raises `ModelError` for one that was written over since it was opened.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = os.fspath(path)
        self._file = os.open(path, os.O_RDONLY)
        finalize(self, os.close, self._file)
        self._state = self._state_now()
        size = int(self._read(_Place(np.dtype("<u8"), (1,), 0))[0])
        header = json.loads(self._read(_Place(np.dtype("u1"), (size,), 8)).tobytes())
        self._places = {
            name: _Place(
                np.dtype(_TYPES[each["dtype"]]),
                tuple(each["shape"]),
                8 + size + each["data_offsets"][0],
            )
            for name, each in header.items()
            if name != "__metadata__"
        }

    def __getitem__(self, name: str) -> NDArray[np.generic]:
        return self._read(self._places[name])

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def _read(self, place: _Place) -> NDArray[np.generic]:
        if place.start + prod(place.shape) * place.dtype.itemsize > self._state[0]:
            raise ModelError("this is not a model, or it is cut short")
        array = own_pages(place.shape, place.dtype)
        left, start = array.reshape(-1).view(np.uint8).data, place.start
        while left:
            count = os.preadv(self._file, [left], start)
            if count == 0:
                break
            left, start = left[count:], start + count
        if left or self._state_now() != self._state:
            raise ModelError(f"{self._path}: the file was changed since it was loaded")
        return array

    def _state_now(self) -> tuple[int, int]:
        state = os.fstat(self._file)
        return state.st_size, state.st_mtime_ns


class ArraysBelow(Mapping[str, NDArray[np.generic]]):
    """Those of some arrays whose names begin with a prefix, by what comes after it."""

    def __init__(self, arrays: Mapping[str, NDArray[np.generic]], prefix: str) -> None:
        self._arrays = arrays
        self._prefix = prefix

    def __getitem__(self, name: str) -> NDArray[np.generic]:
        return self._arrays[self._prefix + name]

    def __contains__(self, name: object) -> bool:
        return f"{self._prefix}{name}" in self._arrays

    def __iter__(self) -> Iterator[str]:
        size = len(self._prefix)
        return (name[size:] for name in self._arrays if name.startswith(self._prefix))

    def __len__(self) -> int:
        return sum(1 for _ in self)
