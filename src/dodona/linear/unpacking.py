"""Packed weights laid out for the cache, as the kernel looks them up (see ``kernel.h``)."""

from typing import NamedTuple

import cython
import numpy as np
from cython.cimports.libc.string import memcmp, memset
from numpy.typing import NDArray

from dodona.errors import ModelError
from dodona.linear.packing import PackedWeights
from dodona.model.pages import own_pages

Small = cython.fused_type(cython.uchar, cython.ushort)


class WeightTables(NamedTuple):
    """Weights as they are looked up; see `kernel.h`."""

    buckets: NDArray[np.uint32]
    lines: NDArray[np.int8]
    lists: NDArray[np.uint32]
    column_classes: NDArray[np.uint16]


def line_width(class_count: int) -> int:
    """The number of columns of wide rows: that of the classes, rounded up to whole lines."""
    return (class_count + LINE - 1) // LINE * LINE


def unpack(packed: PackedWeights, class_count: int) -> WeightTables:
    """The tables of weights that were checked. Raises `ModelError` if they would do harm."""
    _check_runs(np.ascontiguousarray(packed.bucket_sizes))
    small = np.result_type(packed.row_sizes, packed.classes)
    rows = (
        np.ascontiguousarray(packed.row_sizes, small),
        np.ascontiguousarray(packed.classes, small),
    )
    column_classes = _arrange(rows, line_width(class_count))
    columns = np.argsort(column_classes).astype(np.int32)
    with_pairs = class_count <= PAIR_CLASSES
    line_count, dense_rows, list_size = _count(*rows, columns, with_pairs)
    if max(line_count * (LINE // HALF), list_size) > PLACES:
        raise ModelError("the weights in the file are too many")
    buckets = own_pages((len(packed.bucket_sizes), 2, WAYS), np.uint32)
    lists = own_pages((list_size,), np.uint32)
    dense = DenseRows(line_count, dense_rows)
    _fill(
        buckets,
        dense,
        lists,
        np.ascontiguousarray(packed.bucket_sizes),
        np.ascontiguousarray(packed.fingerprints),
        *rows,
        columns,
        np.ascontiguousarray(packed.weights),
        with_pairs,
    )
    return WeightTables(buckets, dense.filled(), lists, column_classes)


@cython.final
@cython.cclass
class DenseRows:
    """Dense rows as they are unpacked. Features whose rows are equal share one.

    A row is written to zeros at the place that `place_of` has for it, and then kept.
    """

    def __init__(self, line_count: int, row_count: int) -> None:
        room = own_pages((line_count * LINE,), np.int8)
        self.lines = room
        self.words = room.view(np.uint64)
        self.known = own_pages((1 << (2 * row_count).bit_length(),), np.uint32)
        self.next_place = LINE // HALF  # so that no row is 0
        self.hole = 0

    def place_of(self, halves):
        """Where the next row would go, in halves of lines. A half goes where one is left."""
        return self.hole if halves == 1 and self.hole > 0 else self.next_place

    def keep(self, halves):
        """The number of the row that was written: that of an equal one, or its own from now on."""
        place: cython.Py_ssize_t = self.place_of(halves)
        row: cython.pointer(cython.schar) = cython.address(self.lines[place * HALF])
        size: cython.Py_ssize_t = halves * HALF
        kind: cython.uint = 0 if halves == 1 else WHOLE if halves * HALF == LINE else WIDE
        mask: cython.Py_ssize_t = self.known.shape[0] - 1
        slot: cython.Py_ssize_t = self.hash(place, halves) & mask
        other: cython.Py_ssize_t
        steps: cython.int = 0
        while self.known[slot] != 0 and steps < MOST_STEPS:
            if self.known[slot] & WIDE == kind:
                other = (self.known[slot] & (PLACES - 1)) * HALF
                if memcmp(row, cython.address(self.lines[other]), size) == 0:
                    memset(row, 0, size)
                    return self.known[slot]
            slot = (slot + 1) & mask
            steps += 1
        if place == self.hole:
            self.hole = 0
        else:
            self.next_place += (halves + 1) // 2 * 2
            if halves == 1:
                self.hole = place + 1
        number: cython.uint = kind | cython.cast(cython.uint, place)
        if self.known[slot] == 0:
            self.known[slot] = number
        return number

    def hash(self, place, halves):
        i: cython.Py_ssize_t
        value: cython.ulonglong = halves
        for i in range(place * HALF // 8, (place + halves) * HALF // 8):
            value = (value ^ self.words[i]) * cython.cast(cython.ulonglong, 0x9E3779B97F4A7C15)
            value ^= value >> 29
        return value

    def filled(self) -> np.ndarray:
        """The lines of all rows, in no more room than they need."""
        lines = own_pages((self.next_place * HALF // LINE, LINE), np.int8)
        lines.reshape(-1)[:] = np.asarray(self.lines)[: lines.size]
        return lines


def _arrange(rows: tuple, width: int) -> np.ndarray:
    """The class of each column of dense rows, busiest first."""
    weighs = np.zeros(width, np.int32)
    _count_dense(*rows, weighs)
    return np.argsort(-weighs, kind="stable").astype(np.uint16)


def _count_dense(
    row_sizes: cython.const[Small][::1], classes: cython.const[Small][::1], weighs: cython.int[::1]
):
    """Count the weights of each class in dense rows."""
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    entry: cython.Py_ssize_t = 0
    for row in range(row_sizes.shape[0]):
        if row_sizes[row] >= DENSE_FROM:
            for i in range(entry, entry + row_sizes[row]):
                weighs[classes[i]] += 1
        entry += row_sizes[row]


@cython.cfunc
def _halves(
    classes: cython.const[Small][::1],
    entry: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
    columns: cython.int[::1],
) -> cython.int:
    """How many halves of lines a row takes: one if its classes are all in the first columns, two if
    they are in those of the first line, else as many as there are. None if it is not dense.
    """
    i: cython.Py_ssize_t
    last: cython.int = 0
    width: cython.int = cython.cast(cython.int, columns.shape[0])
    if size < DENSE_FROM:
        return 0
    for i in range(entry, entry + size):
        last = max(last, columns[classes[i]])
    if last < HALF:
        return 1
    if last < LINE:
        return LINE // HALF
    return width // HALF if size * SPARSEST >= width else 0


def _count(
    row_sizes: cython.const[Small][::1],
    classes: cython.const[Small][::1],
    columns: cython.int[::1],
    with_pairs: cython.bint,
):
    """The most lines that dense rows can take, the number of these rows, and the size of lists."""
    row: cython.Py_ssize_t
    halves: cython.int
    entry: cython.Py_ssize_t = 0
    single: cython.Py_ssize_t = 0
    lines: cython.Py_ssize_t = 1
    dense: cython.Py_ssize_t = 0
    listed: cython.Py_ssize_t = 1
    for row in range(row_sizes.shape[0]):
        halves = _halves(classes, entry, row_sizes[row], columns)
        dense += halves > 0
        single += halves == 1
        lines += halves * HALF // LINE
        if halves == 0 and not (with_pairs and row_sizes[row] <= 2):
            listed += row_sizes[row] + 1
        entry += row_sizes[row]
    return lines + (single + 1) // 2, dense, listed


@cython.cfunc
def _check_runs(bucket_sizes: cython.const[cython.uchar][::1]):
    """Raise `ModelError` if buckets are so crowded that a search would go through many of them.

    What has no room in a bucket goes to the next one, and from the last one to the first.
    """
    bucket: cython.Py_ssize_t
    _: cython.int
    waiting: cython.int = 0
    run: cython.int = 0
    longest: cython.int = 0
    for _ in range(2):
        for bucket in range(bucket_sizes.shape[0]):
            waiting += bucket_sizes[bucket] - WAYS
            run = run + 1 if waiting >= 0 else 0
            waiting = max(waiting, 0)
            longest = max(longest, run)
    if longest > MOST_FULL_BUCKETS:
        raise ModelError("the features of the weights in the file are crowded in few buckets")


def _fill(
    buckets: cython.uint[:, :, ::1],
    dense: DenseRows,
    lists: cython.uint[::1],
    bucket_sizes: cython.const[cython.uchar][::1],
    fingerprints: cython.const[cython.uint][::1],
    row_sizes: cython.const[Small][::1],
    classes: cython.const[Small][::1],
    columns: cython.int[::1],
    weights: cython.const[cython.schar][::1],
    with_pairs: cython.bint,
):
    bucket: cython.Py_ssize_t
    _: cython.Py_ssize_t
    i: cython.Py_ssize_t
    place: cython.Py_ssize_t
    way: cython.Py_ssize_t
    size: cython.Py_ssize_t
    row: cython.uint
    halves: cython.int
    feature: cython.Py_ssize_t = 0
    entry: cython.Py_ssize_t = 0
    next_list: cython.Py_ssize_t = 1
    last_feature: cython.Py_ssize_t[::1] = np.full(columns.shape[0], -1, np.intp)
    for bucket in range(bucket_sizes.shape[0]):
        for _ in range(bucket_sizes[bucket]):
            size = row_sizes[feature]
            halves = _halves(classes, entry, size, columns)
            if halves > 0:
                place = dense.place_of(halves) * HALF
                for i in range(entry, entry + size):
                    dense.lines[place + columns[classes[i]]] = weights[i]
                row = dense.keep(halves)
            elif with_pairs and size <= 2:
                row = PAIRS | _pair(classes[entry], weights[entry])
                if size == 2:
                    _check_twice(classes[entry] == classes[entry + 1])
                    row |= _pair(classes[entry + 1], weights[entry + 1]) << 15
            else:
                row = LIST | cython.cast(cython.uint, next_list)
                lists[next_list] = cython.cast(cython.uint, size)
                for i in range(size):
                    _check_twice(last_feature[classes[entry + i]] == feature)
                    last_feature[classes[entry + i]] = feature
                    lists[next_list + 1 + i] = _pair(classes[entry + i], weights[entry + i])
                next_list += size + 1
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
@cython.exceptval(-1)
def _check_twice(is_twice: cython.bint) -> cython.int:
    """Raise `ModelError` for a list that has a class twice: its sums could be too large."""
    if is_twice:
        raise ModelError("a feature of the weights in the file has a class twice")
    return 0


@cython.cfunc
def _pair(label: cython.int, weight: cython.schar) -> cython.uint:
    return cython.cast(cython.uint, label) << 8 | cython.cast(cython.uchar, weight)
