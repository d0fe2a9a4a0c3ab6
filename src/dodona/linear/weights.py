"""The weights of a linear model while it learns: a hash table of sparse rows.

A feature has a row of pairs (class, weight), and only classes it was updated for. Weights are whole
numbers, and averaging is exact: with `u += t·d` for each change d at time t, the average over all
times up to T is w - u / T, whatever the order of the changes. The sums u are touched only by
updates and lie apart, so that scoring reads 4 bytes an entry.

Features that are updated now and then are mostly noise. They can be left out of account until they
were updated a number of times (Goldberg & Elhadad 2011, *Learning Sparser Perceptron Models*): then
others must learn what they would have said, and the model is smaller and better.
"""

from array import array
from collections.abc import Sequence
from typing import ClassVar

import cython
import numpy as np
from cython.cimports.dodona.linear.hashing import hash_t
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.libc.string import memcpy, memset

from dodona.errors import ModelError
from dodona.linear.packing import MOST_CLASSES


@cython.final
@cython.cclass
class Weights:
    """Weights for ``classes`` classes. ``time`` counts the examples seen.

    An example has ``most_keys`` features at most. Features that were updated fewer than
    ``least_updates`` times learn, but do not count: neither in scores nor in what is frozen.
    """

    most_keys: ClassVar[int] = MOST_KEYS

    def __init__(self, classes: int, least_updates: int = 1) -> None:
        if not 0 < classes <= MOST_CLASSES:
            raise ModelError(f"a model has 1 to {MOST_CLASSES} labelled transitions, not {classes}")
        if not 1 <= least_updates <= MOST_UPDATES:
            raise ModelError(f"updates are counted from 1 to {MOST_UPDATES}, not {least_updates}")
        self.classes = classes
        self.least_updates = least_updates
        self.mask = (1 << 16) - 1
        self.slots = cython.cast(cython.pointer(Slot), calloc(self.mask + 1, cython.sizeof(Slot)))
        self.entry_room = 1 << 16
        self.entry_count = 1
        self.entries = cython.cast(
            cython.pointer(Entry), malloc(self.entry_room * cython.sizeof(Entry))
        )
        self.sums = cython.cast(
            cython.p_longlong, malloc(self.entry_room * cython.sizeof(cython.longlong))
        )
        if not self.slots or not self.entries or not self.sums:
            raise MemoryError()

    def __dealloc__(self):
        free(self.slots)
        free(self.entries)
        free(self.sums)

    def scores(self, keys: Sequence[int]) -> list[int]:
        """The score of every class for the features of these keys, as `score` finds it."""
        numbers: hash_t[::1] = _as_keys(keys)
        result: cython.int[::1] = array("i", bytes(4 * self.classes))
        self.score(cython.address(numbers[0]), len(keys), cython.address(result[0]))
        return list(result)

    def add(self, keys: Sequence[int], good: int, bad: int) -> None:
        """Learn from one mistake: ``good`` was right for these features, ``bad`` was chosen."""
        numbers: hash_t[::1] = _as_keys(keys)
        if not (0 <= good < self.classes and 0 <= bad < self.classes):
            raise IndexError(f"there are {self.classes} classes, and no {good} or no {bad}")
        self.update(cython.address(numbers[0]), len(keys), good, bad)

    def score(self, keys, count, scores):
        """Write the score of every class: the sum of the rows of the features."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        slot: cython.pointer(Slot)
        row: cython.pointer(Entry)
        found: cython.pointer(Slot)[MOST_KEYS]
        hits: cython.Py_ssize_t = 0
        memset(scores, 0, self.classes * cython.sizeof(cython.int))
        for i in range(count):
            prefetch(self.slots + (keys[i] & self.mask))
        for i in range(count):
            slot = self.find(keys[i])
            if slot.key != 0 and slot.updates >= self.least_updates:
                found[hits] = slot
                hits += 1
                prefetch(self.entries + slot.row)
        for i in range(hits):
            row = self.entries + found[i].row
            for j in range(found[i].size):
                scores[row[j].label] += row[j].weight

    def update(self, keys, count, good, bad):
        """Add 1 to the weights of class ``good`` for all features, take 1 from those of ``bad``."""
        i: cython.Py_ssize_t
        slot: cython.pointer(Slot)
        self.make_room(count)
        for i in range(count):
            slot = self.find_or_add(keys[i])
            self.change(slot, good, 1)
            self.change(slot, bad, -1)
        return 0

    def adjust(self, keys, count, label, by):
        """Add ``by`` to the weights of one class for all features."""
        i: cython.Py_ssize_t
        self.make_room(count)
        for i in range(count):
            self.change(self.find_or_add(keys[i]), label, by)
        return 0

    def find_or_add(self, key):
        """The slot of a feature that is updated, a new one if need be."""
        slot: cython.pointer(Slot) = self.find(key)
        if slot.key == 0:
            slot.key = key if key != 0 else 1
            self.used += 1
        if slot.updates < MOST_UPDATES:
            slot.updates += 1
        return slot

    def find(self, key):
        """The slot of a feature, or the empty one where it would go."""
        i: cython.Py_ssize_t
        if key == 0:
            key = 1
        i = key & self.mask
        while self.slots[i].key != key and self.slots[i].key != 0:
            i = (i + 1) & self.mask
        return self.slots + i

    def change(self, slot, label, by):
        i: cython.Py_ssize_t
        row: cython.pointer(Entry) = self.entries + slot.row
        for i in range(slot.size):
            if row[i].label == label:
                if -LARGEST <= row[i].weight + by <= LARGEST:
                    row[i].weight += by
                    self.sums[slot.row + i] += by * self.time
                return 0
        return self.add_entry(slot, label, by)

    def add_entry(self, slot, label, by):
        place: cython.Py_ssize_t
        if slot.order == 0 or slot.size == 1 << slot.order:
            place = self.new_row(slot.order + 1)
            memcpy(self.entries + place, self.entries + slot.row, slot.size * cython.sizeof(Entry))
            memcpy(
                self.sums + place,
                self.sums + slot.row,
                slot.size * cython.sizeof(cython.longlong),
            )
            self.release_row(slot)
            slot.row = place
            slot.order += 1
        place = slot.row + slot.size
        self.entries[place].label = label
        self.entries[place].weight = by
        self.sums[place] = by * self.time
        slot.size += 1
        return 0

    def new_row(self, order):
        """Where a row of that order can go: one that was given up, or a new one at the end."""
        row: cython.Py_ssize_t = self.free_rows[order]
        capacity: cython.Py_ssize_t = 1 << order
        room: cython.Py_ssize_t
        if row != 0:
            self.free_rows[order] = cython.cast(cython.uint, self.sums[row])
            return row
        if self.entry_count + capacity > self.entry_room:
            room = 2 * self.entry_room
            entries: cython.p_void = realloc(self.entries, room * cython.sizeof(Entry))
            if entries == cython.NULL:
                raise MemoryError()
            self.entries = cython.cast(cython.pointer(Entry), entries)
            sums: cython.p_void = realloc(self.sums, room * cython.sizeof(cython.longlong))
            if sums == cython.NULL:
                raise MemoryError()
            self.sums = cython.cast(cython.p_longlong, sums)
            self.entry_room = room
        row = self.entry_count
        self.entry_count += capacity
        return row

    def release_row(self, slot):
        """Keep a row that has become too short for rows of its order to come."""
        if slot.order:
            self.sums[slot.row] = self.free_rows[slot.order]
            self.free_rows[slot.order] = slot.row

    def make_room(self, count):
        """See to it that so many features more find a place soon."""
        if 2 * (self.used + count) > self.mask and (
            self.mask + 1 < LARGE_TABLE or 4 * (self.used + count) > 3 * self.mask
        ):
            return self.grow_table()
        return 0

    def grow_table(self):
        i: cython.Py_ssize_t
        old: cython.pointer(Slot) = self.slots
        size: cython.Py_ssize_t = self.mask + 1
        slots: cython.p_void = calloc(2 * size, cython.sizeof(Slot))
        if slots == cython.NULL:
            raise MemoryError()
        self.slots = cython.cast(cython.pointer(Slot), slots)
        self.mask = 2 * size - 1
        for i in range(size):
            if old[i].key != 0:
                self.find(old[i].key)[0] = old[i]
        free(old)
        return 0

    def average(self, place):
        """The average of the weight at a place, over all times so far."""
        time: cython.double = max(self.time, 1)
        return self.entries[place].weight - self.sums[place] / time

    def histogram(self, bins: int, width: float) -> tuple[np.ndarray, np.ndarray]:
        """How many averaged weights, and rows by their largest one, lie in each bin of sizes.

        Bin i is for sizes from i * width up; the last one for all beyond. Zeros do not count.
        """
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        step: cython.double = width
        last: cython.double = bins - 1
        largest: cython.double
        size: cython.double
        rows = np.zeros(bins, np.int64)
        entries = np.zeros(bins, np.int64)
        row_view: cython.longlong[::1] = rows
        entry_view: cython.longlong[::1] = entries
        for i in range(self.mask + 1):
            if self.slots[i].updates < self.least_updates:
                continue
            largest = 0
            for j in range(self.slots[i].row, self.slots[i].row + self.slots[i].size):
                size = abs(self.average(j))
                largest = max(largest, size)
                if size > 0:
                    entry_view[cython.cast(cython.Py_ssize_t, min(size / step, last))] += 1
            if largest > 0:
                row_view[cython.cast(cython.Py_ssize_t, min(largest / step, last))] += 1
        return rows, entries

    def averaged(self, least: float = 0.0) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The averaged weights as arrays: keys, sizes of rows, classes, weights.

        Weights nearer to zero than ``least`` are left out, and so are rows with nothing else.
        """
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        slot: cython.pointer(Slot)
        weight: cython.double
        threshold: cython.double = least
        rows: cython.Py_ssize_t = 0
        entries: cython.Py_ssize_t = 0
        size: cython.Py_ssize_t
        keys = np.empty(self.used, np.uint64)
        sizes = np.empty(self.used, np.uint16)
        labels = np.empty(self.entry_count, np.uint16)
        weights = np.empty(self.entry_count, np.float32)
        key_view: cython.ulonglong[::1] = keys
        size_view: cython.ushort[::1] = sizes
        label_view: cython.ushort[::1] = labels
        weight_view: cython.float[::1] = weights
        for i in range(self.mask + 1):
            slot = self.slots + i
            if slot.updates < self.least_updates:
                continue
            size = 0
            for j in range(slot.row, slot.row + slot.size):
                weight = self.average(j)
                if abs(weight) >= threshold and weight != 0:
                    label_view[entries + size] = self.entries[j].label
                    weight_view[entries + size] = weight
                    size += 1
            if size:
                key_view[rows] = slot.key
                size_view[rows] = size
                rows += 1
                entries += size
        return keys[:rows], sizes[:rows], labels[:entries], weights[:entries]


def _as_keys(keys: Sequence[int]) -> array:
    if len(keys) > MOST_KEYS:
        raise ValueError(f"there are {len(keys)} features; {MOST_KEYS} are the most")
    return array("Q", [*keys, 0])  # never empty, so that there is an address
