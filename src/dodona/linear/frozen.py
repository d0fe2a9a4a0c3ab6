"""Weights that only parse: pruned, rounded to 8 bits, laid out for the cache."""

from array import array
from collections.abc import Sequence

import cython
import numpy as np

from dodona.linear.packing import StoredWeights, check_packed
from dodona.linear.tables import tables_of
from dodona.linear.unpacking import line_width


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
        weights: StoredWeights,
        class_count: int,
        missing_keys: Sequence[Sequence[int]] = (),
        *,
        plain: bool = False,
    ) -> None:
        packed = weights.packed()
        check_packed(packed, class_count)
        self.classes = class_count
        self.width = line_width(class_count)
        self._arrays = tables_of(packed, class_count)
        self.nbytes = sum([table.nbytes for table in self._arrays])
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


@cython.cfunc
def _address(array: np.ndarray) -> cython.size_t:
    return array.ctypes.data
