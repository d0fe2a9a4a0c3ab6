"""A lexicon: where the hash of a word stands in an array of hashes."""

from array import array

import cython
import numpy as np

from dodona.errors import ModelError


@cython.final
@cython.cclass
class Lexicon:
    """Finds the place of a key in an array of keys. It never changes and threads can share it.

    Raises `ModelError` for keys that are there twice, or that were chosen to be found slowly.
    """

    def __init__(self, keys: np.ndarray) -> None:
        i: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        steps: cython.Py_ssize_t
        size: cython.Py_ssize_t = 16
        while size < 2 * len(keys):
            size *= 2
        self.mask = size - 1
        self.count = len(keys)
        self.numbers = array("i", [-1]) * size
        self.keys = np.ascontiguousarray(keys, np.uint64)
        for i in range(self.count):
            slot = self.keys[i] & self.mask
            steps = 0
            while self.numbers[slot] >= 0:
                steps += 1
                if self.keys[self.numbers[slot]] == self.keys[i] or steps > MOST_STEPS:
                    raise ModelError(
                        "the keys of a lexicon in the model are not all different, or lie too close"
                    )
                slot = (slot + 1) & self.mask
            self.numbers[slot] = cython.cast(cython.int, i)

    def find(self, key):
        """The number of a key, or -1."""
        slot: cython.Py_ssize_t = key & self.mask
        while self.numbers[slot] >= 0:
            if self.keys[self.numbers[slot]] == key:
                return self.numbers[slot]
            slot = (slot + 1) & self.mask
        return -1

    def number(self, key: int) -> int:
        """The number of a key, or -1."""
        return self.find(key)
