"""Weights that only parse: pruned, rounded to 8 bits, laid out for the cache."""

from array import array
from collections.abc import Sequence

import cython
import numpy as np

from dodona.errors import ModelError
from dodona.linear.packing import PackedWeights, check_packed
from dodona.linear.tables import WeightTables, tables_of

# Rows with weights for so many classes are dense, if one in SPARSEST of their columns has one:
# so there is a bound to what weights become when they are unpacked.
DENSE_FROM = 3
SPARSEST = 48
# Of random features at the usual load, a run of eight full buckets is rare among billions.
MOST_FULL_BUCKETS = 32
_MOST_PLACES = 1 << 30


@cython.final
@cython.cclass
class FrozenWeights:
    """Packed weights unpacked for parsing. They never change and can be shared by threads.

    ``missing_keys`` are groups of features that are often there together (those of words that are
    not there): they are added up beforehand, for every set of groups. With ``plain`` the loop that
    every processor can run is used on all of them.
    """

    def __init__(
        self,
        packed: PackedWeights,
        class_count: int,
        missing_keys: Sequence[Sequence[int]] = (),
        *,
        plain: bool = False,
    ) -> None:
        check_packed(packed, class_count)
        self.classes = class_count
        self.width = (class_count + LINE - 1) // LINE * LINE
        self._arrays = tables_of(packed, class_count, self._unpack)
        buckets, lines, lists, column_classes = self._arrays
        self.table.buckets = cython.cast(cython.pointer(Bucket), _address(buckets))
        self.table.bucket_count = len(buckets)
        self.table.lines = cython.cast(cython.pointer(int8_t), _address(lines))
        self.table.lists = cython.cast(cython.pointer(uint32_t), _address(lists))
        self.table.column_classes = cython.cast(cython.pointer(uint16_t), _address(column_classes))
        self.table.classes = class_count
        self.table.width = self.width
        self.kernel = plain_kernel() if plain else choose_kernel()
        self.bases = np.zeros((1, self.width), np.int16)
        if missing_keys:
            self.bases = np.take(self._add_up(missing_keys), column_classes, axis=1)

    def _unpack(self, packed: PackedWeights) -> WeightTables:
        row_sizes = packed.row_sizes.astype(np.int32)
        bucket_sizes = packed.bucket_sizes.astype(np.int32)
        _check_runs(bucket_sizes)
        classes = packed.classes.astype(np.int32)
        column_classes, row_lines = _arrange(row_sizes, classes, self.width)
        listed = row_sizes[row_lines == 0] + 1
        buckets = _aligned((len(packed.bucket_sizes), 2, WAYS), np.uint32)
        line_count = int(row_lines.sum(dtype=np.int64)) + 1
        list_size = int(listed.sum(dtype=np.int64)) + 1
        if max(line_count, list_size) > _MOST_PLACES:
            raise ModelError("the weights in the file are too many")
        lines = _aligned((line_count, LINE), np.int8)
        lists = _aligned((list_size,), np.uint32)
        _fill(
            buckets,
            lines.reshape(-1),
            lists,
            bucket_sizes,
            packed.fingerprints.astype(np.uint32),
            row_sizes,
            row_lines,
            classes,
            np.argsort(column_classes).astype(np.int32),
            packed.weights.astype(np.int8),
            self.classes <= PAIR_CLASSES,
        )
        return WeightTables(buckets, lines, lists, column_classes)

    def scores(self, keys: Sequence[int], missing: int = 0) -> list[int]:
        """The score of every class for features and a set of groups, as `score` finds it."""
        if len(keys) > MOST_KEYS:
            raise ValueError(f"there are {len(keys)} features; {MOST_KEYS} are the most")
        if not 0 <= missing < len(self.bases):
            raise ValueError(f"there is no set {missing} of groups")
        numbers: cython.ulonglong[::1] = array("Q", [*keys, 0])  # never empty: it has an address
        result: cython.int[::1] = array("i", bytes(4 * self.width))
        self.score(
            cython.cast(cython.pointer(uint64_t), cython.address(numbers[0])),
            len(keys),
            missing,
            cython.address(result[0]),
        )
        return list(result[: self.classes])

    def _add_up(self, missing_keys: Sequence[Sequence[int]]) -> np.ndarray:
        """The scores of all sets of groups, the set's bits being the number of its row."""
        sums = np.zeros((1, self.width), np.int16)
        for keys in missing_keys:
            scores = np.zeros(self.width, np.int16)
            scores[: self.classes] = self.scores(keys)
            sums = np.concatenate([sums, sums + scores])
        return sums

    def foresee(self, keys, count):
        """Have the processor fetch what `locate` will look up for some keys."""
        i: cython.Py_ssize_t
        for i in range(count):
            prefetch(self.table.buckets + home(keys[i], self.table.bucket_count))

    def locate(self, keys, count, rows):
        """Find the rows of keys that were foreseen, and have the processor fetch their weights."""
        self.kernel.locate(cython.address(self.table), keys, count, rows)

    def add_up(self, rows, count, missing, scores):
        """Write the scores of all classes for rows that were located and a set of groups.

        ``scores`` has room for ``width`` numbers.
        """
        self.kernel.add_up(
            cython.address(self.table), rows, count, cython.address(self.bases[missing, 0]), scores
        )

    def score(self, keys, count, missing, scores):
        """Write the scores of all classes for some keys and a set of groups.

        Who has other work between these three steps takes them one by one.
        """
        rows: uint32_t[MOST_KEYS]
        self.foresee(keys, count)
        self.locate(keys, count, rows)
        self.add_up(rows, count, missing, scores)


def _arrange(row_sizes: np.ndarray, classes: np.ndarray, width: int) -> tuple:
    """The class of each column of dense rows, busiest first, and the number of lines of each row.

    A row that is not dense has none, a dense one one if its classes are all in the first columns,
    else as many as there are, unless it is too sparse for that.
    """
    weighs = np.zeros(width, np.int32)
    _count_dense(row_sizes, classes, weighs)
    column_classes = np.argsort(-weighs, kind="stable").astype(np.uint16)
    row_lines = np.zeros(len(row_sizes), np.int32)
    _count_lines(row_sizes, classes, np.argsort(column_classes).astype(np.int32), row_lines)
    return column_classes, row_lines


@cython.cfunc
def _count_dense(row_sizes: cython.int[::1], classes: cython.int[::1], weighs: cython.int[::1]):
    """Count the weights of each class in dense rows."""
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    entry: cython.Py_ssize_t = 0
    dense: cython.int = DENSE_FROM
    for row in range(row_sizes.shape[0]):
        if row_sizes[row] >= dense:
            for i in range(entry, entry + row_sizes[row]):
                weighs[classes[i]] += 1
        entry += row_sizes[row]


@cython.cfunc
def _count_lines(
    row_sizes: cython.int[::1],
    classes: cython.int[::1],
    columns: cython.int[::1],
    row_lines: cython.int[::1],
):
    """Count the lines of each row."""
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    last: cython.int
    entry: cython.Py_ssize_t = 0
    width: cython.int = cython.cast(cython.int, columns.shape[0])
    dense: cython.int = DENSE_FROM
    sparsest: cython.int = SPARSEST
    for row in range(row_sizes.shape[0]):
        if row_sizes[row] >= dense:
            last = 0
            for i in range(entry, entry + row_sizes[row]):
                last = max(last, columns[classes[i]])
            if last < LINE:
                row_lines[row] = 1
            elif row_sizes[row] * sparsest >= width:
                row_lines[row] = width // LINE
        entry += row_sizes[row]


@cython.cfunc
def _address(array: np.ndarray) -> cython.size_t:
    return array.ctypes.data


def _aligned(shape: tuple, dtype: type) -> np.ndarray:
    """Zeros that begin at a cache line."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = np.zeros(size + 64, np.uint8)
    start = -room.ctypes.data % 64
    return room[start : start + size].view(dtype).reshape(shape)


@cython.cfunc
def _check_runs(bucket_sizes: cython.int[::1]):
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


@cython.cfunc
def _fill(
    buckets: cython.uint[:, :, ::1],
    lines: cython.schar[::1],
    lists: cython.uint[::1],
    bucket_sizes: cython.int[::1],
    fingerprints: cython.uint[::1],
    row_sizes: cython.int[::1],
    row_lines: cython.int[::1],
    classes: cython.int[::1],
    columns: cython.int[::1],
    weights: cython.schar[::1],
    with_pairs: cython.bint,
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
    next_line: cython.Py_ssize_t = 1
    next_list: cython.Py_ssize_t = 1
    last_feature: cython.Py_ssize_t[::1] = np.full(columns.shape[0], -1, np.intp)
    for bucket in range(bucket_sizes.shape[0]):
        for _ in range(bucket_sizes[bucket]):
            size = row_sizes[feature]
            if row_lines[feature] > 0:
                row = cython.cast(cython.uint, next_line)
                if row_lines[feature] > 1:
                    row |= WIDE
                for i in range(entry, entry + size):
                    lines[next_line * LINE + columns[classes[i]]] = weights[i]
                next_line += row_lines[feature]
            elif with_pairs and size <= 2:
                row = PAIRS | _pair(classes[entry], weights[entry])
                if size == 2:
                    _check_twice(classes[entry] == classes[entry + 1])
                    row |= _pair(classes[entry + 1], weights[entry + 1]) << 15
            else:
                row = LIST | cython.cast(cython.uint, next_list)
                lists[next_list] = size
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
