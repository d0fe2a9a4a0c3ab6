"""A table from 64-bit keys to their numbers: what is known of words that were seen in training."""

from array import array

import cython
import numpy as np


@cython.final
@cython.cclass
class Lexicon:
    """Finds the place of a key in an array of keys. It never changes and threads can share it."""

    def __init__(self, keys: np.ndarray) -> None:
        i: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        size: cython.Py_ssize_t = 16
        while size < 2 * len(keys):
            size *= 2
        self.mask = size - 1
        self.count = len(keys)
        self.slots = array("Q", bytes(8 * size))
        self.numbers = array("i", [-1]) * size
        view: cython.const[cython.ulonglong][::1] = np.ascontiguousarray(keys, np.uint64)
        for i in range(self.count):
            slot = view[i] & self.mask
            while self.numbers[slot] >= 0:
                slot = (slot + 1) & self.mask
            self.slots[slot] = view[i]
            self.numbers[slot] = cython.cast(cython.int, i)

    def find(self, key):
        """The number of a key, or -1."""
        slot: cython.Py_ssize_t = key & self.mask
        while self.numbers[slot] >= 0:
            if self.slots[slot] == key:
                return self.numbers[slot]
            slot = (slot + 1) & self.mask
        return -1

    def number(self, key: int) -> int:
        """The number of a key, or -1."""
        return self.find(key)
