"""Weights that only parse: pruned, rounded to 16 bits, laid out for the cache."""

from array import array
from collections.abc import Sequence

import cython
import numpy as np

from dodona.parsing.packing import PackedWeights, check_packed

DENSE_FROM = 6


@cython.cclass
class FrozenWeights:
    """Packed weights unpacked for parsing. They never change and can be shared by threads.

    With ``plain`` the loop that every processor can run is used on all of them.
    """

    def __init__(self, packed: PackedWeights, class_count: int, *, plain: bool = False) -> None:
        check_packed(packed, class_count)
        self.classes = class_count
        self.width = (class_count + BLOCK - 1) // BLOCK * BLOCK
        row_sizes = packed.row_sizes.astype(np.int32)
        dense_count = int(np.count_nonzero(row_sizes >= DENSE_FROM)) + 1
        listed = row_sizes[(row_sizes > 1) & (row_sizes < DENSE_FROM)]
        bucket_count = len(packed.bucket_sizes)
        buckets = _aligned((bucket_count, 2, WAYS), np.uint32)
        dense = _aligned((dense_count, self.width), np.int16)
        lists = _aligned((int(listed.sum()) + len(listed) + 1,), np.uint32)
        self._arrays = (buckets, dense, lists)
        _fill(
            buckets,
            dense,
            lists,
            packed.bucket_sizes.astype(np.int32),
            packed.fingerprints.astype(np.uint32),
            row_sizes,
            packed.classes.astype(np.int32),
            packed.full_weights(),
        )
        self.table.buckets = cython.cast(
            cython.pointer(Bucket), cython.cast(cython.size_t, buckets.ctypes.data)
        )
        self.table.bucket_count = bucket_count
        self.table.dense = cython.cast(
            cython.pointer(int16_t), cython.cast(cython.size_t, dense.ctypes.data)
        )
        self.table.lists = cython.cast(
            cython.pointer(uint32_t), cython.cast(cython.size_t, lists.ctypes.data)
        )
        self.table.width = self.width
        self.scorer = score_plain if plain else choose_scorer()

    def scores(self, keys: Sequence[int]) -> list:
        """The score of every class for the features of these keys, as `score` finds it."""
        if len(keys) > MOST_KEYS:
            raise ValueError(f"there are {len(keys)} features; {MOST_KEYS} are the most")
        numbers: cython.ulonglong[::1] = array("Q", [*keys, 0])  # never empty: it has an address
        result: cython.int[::1] = array("i", bytes(4 * self.width))
        self.score(
            cython.cast(cython.pointer(uint64_t), cython.address(numbers[0])),
            len(keys),
            0,
            self.classes,
            cython.address(result[0]),
        )
        return list(result[: self.classes])

    def score(self, keys, count, first, last, scores):
        """Write the scores of the classes from ``first`` up to ``last``.

        ``scores`` has room for ``width`` numbers; those of other classes mean nothing.
        """
        self.scorer(cython.address(self.table), keys, count, first, last, scores)


def _aligned(shape: tuple, dtype: type) -> np.ndarray:
    """Zeros that begin at a cache line."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = np.zeros(size + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size].view(dtype).reshape(shape)


@cython.cfunc
def _fill(
    buckets: cython.uint[:, :, ::1],
    dense: cython.short[:, ::1],
    lists: cython.uint[::1],
    bucket_sizes: cython.int[::1],
    fingerprints: cython.uint[::1],
    row_sizes: cython.int[::1],
    classes: cython.int[::1],
    weights: cython.short[::1],
):
    bucket: cython.Py_ssize_t
    _: cython.Py_ssize_t
    i: cython.Py_ssize_t
    place: cython.Py_ssize_t
    way: cython.Py_ssize_t
    size: cython.Py_ssize_t
    row: cython.uint
    feature: cython.Py_ssize_t = 0
    entry: cython.Py_ssize_t = 0
    next_dense: cython.Py_ssize_t = 1
    next_list: cython.Py_ssize_t = 1
    for bucket in range(bucket_sizes.shape[0]):
        for _ in range(bucket_sizes[bucket]):
            size = row_sizes[feature]
            if size == 1:
                row = SINGLE | _pair(classes[entry], weights[entry])
            elif size < DENSE_FROM:
                row = LIST | cython.cast(cython.uint, next_list)
                lists[next_list] = size
                for i in range(size):
                    lists[next_list + 1 + i] = _pair(classes[entry + i], weights[entry + i])
                next_list += size + 1
            else:
                row = next_dense
                for i in range(size):
                    dense[next_dense, classes[entry + i]] = weights[entry + i]
                next_dense += 1
            place = bucket
            while buckets[place, 0, WAYS - 1] != 0:
                place = (place + 1) % bucket_sizes.shape[0]
            way = 0
            while buckets[place, 0, way] != 0:
                way += 1
            buckets[place, 0, way] = fingerprints[feature]
            buckets[place, 1, way] = row
            feature += 1
            entry += size


@cython.cfunc
def _pair(label: cython.int, weight: cython.short) -> cython.uint:
    return cython.cast(cython.uint, label) << 16 | cython.cast(cython.ushort, weight)
