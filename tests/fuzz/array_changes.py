"""Arrays of models, changed: numbers, lengths, shapes, types, and rows that belong together."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.linear.packing import PackedWeights

Array = NDArray[Any]
Arrays = dict[str, Array]

_TYPES = ("u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "?")
_MANY = 60_000


def _some(arrays: Arrays, rng: random.Random) -> str | None:
    full = [name for name, array in arrays.items() if array.size]
    return rng.choice(full) if full else None


def _bytes(arrays: Arrays, rng: random.Random) -> None:
    """Other bytes at some places."""
    if name := _some(arrays, rng):
        raw = np.frombuffer(arrays[name].tobytes(), np.uint8).copy()
        for _ in range(rng.choice((1, 1, 3, 20))):
            raw[rng.randrange(len(raw))] = rng.choice((0, 1, 127, 128, 255, rng.randrange(256)))
        arrays[name] = raw.view(arrays[name].dtype).reshape(arrays[name].shape)


def _numbers(arrays: Arrays, rng: random.Random) -> None:
    """Another number at one place, or at all of them."""
    name = _some(arrays, rng)
    if name is None or arrays[name].dtype.kind not in "iu":
        return
    array = arrays[name].copy()
    limits = np.iinfo(array.dtype)
    flat = array.reshape(-1)
    at = rng.randrange(len(flat))
    old = int(flat[at])
    value = rng.choice((0, 1, old + 1, old - 1, 2 * old, limits.max, limits.min, len(flat)))
    value = min(max(value, int(limits.min)), int(limits.max))
    flat[at if rng.random() < 0.8 else slice(None)] = value
    arrays[name] = array


def _exchange(arrays: Arrays, rng: random.Random) -> None:
    """Two numbers in each other's place, so that the sum stays the same."""
    if name := _some(arrays, rng):
        flat = arrays[name].flatten()
        a, b = (rng.randrange(len(flat)) for _ in range(2))
        flat[[a, b]] = flat[[b, a]]
        arrays[name] = flat.reshape(arrays[name].shape)


def _shift(arrays: Arrays, rng: random.Random) -> None:
    """One number less and another more, so that the sum stays the same."""
    name = _some(arrays, rng)
    if name is None or arrays[name].dtype.kind not in "iu":
        return
    flat = arrays[name].flatten()
    a, b = (rng.randrange(len(flat)) for _ in range(2))
    limits = np.iinfo(flat.dtype)
    most = min(int(flat[a]) - int(limits.min), int(limits.max) - int(flat[b]))
    amount = flat.dtype.type(min(max(rng.choice((1, int(flat[a]), int(flat[a]) - 1)), 0), most))
    flat[a] -= amount
    flat[b] += amount
    arrays[name] = flat.reshape(arrays[name].shape)


def _length(arrays: Arrays, rng: random.Random) -> None:
    """Shorter or longer."""
    if name := _some(arrays, rng):
        array = arrays[name].reshape(-1)
        cut = rng.randrange(len(array))
        arrays[name] = rng.choice(
            (array[:cut], array[cut:], np.tile(array, 2), np.append(array, array[:1]))
        )


def _kind(arrays: Arrays, rng: random.Random) -> None:
    """Another shape or type, of the same numbers or the same bytes."""
    if name := _some(arrays, rng):
        array, kind = arrays[name], np.dtype(rng.choice(_TYPES))
        if rng.random() < 0.3:
            arrays[name] = array.reshape(rng.choice(((1, -1), (-1, 1), (1, 1, -1))))
        elif rng.random() < 0.5 and array.nbytes % kind.itemsize == 0:
            arrays[name] = np.frombuffer(array.tobytes(), kind)
        else:
            with np.errstate(all="ignore"):
                arrays[name] = array.astype(kind)


def _names(arrays: Arrays, rng: random.Random) -> None:
    """An array less, or two that have each other's name."""
    if not arrays:
        return
    a, b = (rng.choice(list(arrays)) for _ in range(2))
    if rng.random() < 0.3:
        del arrays[a]
    else:
        arrays[a], arrays[b] = arrays[b], arrays[a]


def _rows(arrays: Arrays, rng: random.Random) -> None:
    """Rows left out, repeated or in another order, in all arrays of a part of the same length."""
    name = _some(arrays, rng)
    if name is None or arrays[name].ndim != 1:
        return
    size, part = len(arrays[name]), name.rpartition(".")[0]
    order = _order(size, rng)
    for other, array in arrays.items():
        if other.rpartition(".")[0] == part and array.ndim == 1 and len(array) == size:
            arrays[other] = array[order]


def _row(arrays: Arrays, rng: random.Random) -> None:
    """A longer or shorter row, where an array holds sizes of rows and others hold the rows.

    What is added are items of the row again.
    """
    name = _some(arrays, rng)
    if name is None or arrays[name].dtype.kind != "u" or arrays[name].ndim != 1:
        return
    sizes, part = arrays[name], name.rpartition(".")[0]
    at = rng.randrange(len(sizes))
    start, old = int(sizes[:at].sum(dtype=np.uint64)), int(sizes[at])
    limit = min(int(np.iinfo(sizes.dtype).max), _MANY)
    new = min(rng.choice((0, 1, old + 1, 2 * old, 60, 300, _MANY)), limit)
    total = int(sizes.sum(dtype=np.uint64))
    held = [n for n, a in arrays.items() if n.rpartition(".")[0] == part and a.shape == (total,)]
    if not held or not old:
        return
    for other in held:
        head, row, tail = np.split(arrays[other], [start, start + old])
        arrays[other] = np.concatenate([head, np.resize(row, new), tail])
    arrays[name] = sizes.copy()
    arrays[name][at] = new


def _features(arrays: Arrays, rng: random.Random) -> None:
    """Weights with features left out, repeated or exchanged, in buckets as full as can be."""
    names = [name for name in arrays if name.endswith(".fingerprints")]
    if not names:
        return
    prefix = rng.choice(names).removesuffix("fingerprints")
    found = [arrays.get(prefix + field) for field in PackedWeights._fields]
    packed = [array for array in found if array is not None and array.ndim == 1]
    if len(packed) < len(found):
        return
    fingerprints, _, sizes, classes, weights = packed
    if sizes.dtype.kind != "u":
        return
    lengths = sizes.astype(np.int64)
    ends = np.cumsum(lengths)
    fit = len(fingerprints) == len(ends) > 0 and len(classes) == len(weights) == ends[-1]
    if not fit:
        return
    order = _order(len(sizes), rng)
    chosen = lengths[order]
    begins = np.repeat((ends - lengths)[order] - (np.cumsum(chosen) - chosen), chosen)
    places = begins + np.arange(len(begins))
    arrays[prefix + "fingerprints"] = fingerprints[order]
    arrays[prefix + "bucket_sizes"] = _buckets(len(order), rng)
    arrays[prefix + "row_sizes"] = sizes[order]
    arrays[prefix + "classes"] = classes[places]
    arrays[prefix + "weights"] = weights[places]


def _buckets(features: int, rng: random.Random) -> NDArray[np.uint8]:
    """As many buckets as there must be, with the features anywhere in them."""
    count = features // rng.choice((1, 3, 7)) + 1
    full = rng.choice((1, 8, 255))
    sizes = np.zeros(max(count, features // full + 1), np.uint8)
    sizes[: features // full] = full
    sizes[features // full] = features % full
    if rng.random() < 0.5:
        sizes = np.roll(sizes, rng.randrange(len(sizes)))
    return sizes


def _order(size: int, rng: random.Random) -> Array:
    """Which rows to take: some of them, some twice, one very often, or all in another order."""
    chance = rng.random()
    if chance < 0.05:
        return np.full(_MANY, rng.randrange(size))
    if chance < 0.3:
        return np.array(rng.choices(range(size), k=size))
    if chance < 0.5:
        return np.array(range(size)[::-1])
    if chance < 0.7:
        return np.arange(rng.randrange(size) + 1)
    return np.array(rng.sample(range(size), size))


ARRAY_CHANGES: list[Callable[[Arrays, random.Random], None]] = [
    _bytes, _bytes, _numbers, _numbers, _exchange, _shift, _length, _kind, _names, _rows, _row,
    _features,
]  # fmt: skip
