"""Many gold trees, kept small: numbers in one array, and one `Gold` to look at them by."""

from array import array
from collections.abc import Iterable

import cython

from dodona.systems.gold import Gold


@cython.final
@cython.cclass
class GoldTrees:
    """The gold trees of many sentences.

    A `Gold` has room for an oracle to work in, which takes far more than its tree. Here all trees
    share one: `view` shows a tree in it until the next call. ``longest_exact`` is the number of
    words of the longest tree that asks for exact costs. No tree can be added after the first view.
    """

    def __init__(self, golds: Iterable[Gold] = ()) -> None:
        self.numbers = array("i")
        self.starts = array("q")
        self.lengths = array("i")
        self.kinds = array("b")
        self.add(golds)

    def add(self, golds: Iterable[Gold]) -> None:
        """Add trees at the end."""
        gold: Gold
        for gold in golds:
            self.starts.append(len(self.numbers))
            self.lengths.append(gold.n)
            ordered = len(gold.order) > 0
            flags = (gold.projective, gold.exact, gold.complete, ordered)
            self.kinds.append(sum(1 << i for i, flag in enumerate(flags) if flag))
            self.numbers.frombytes(memoryview(gold.heads).cast("B"))
            self.numbers.frombytes(memoryview(gold.labels).cast("B"))
            self.numbers.frombytes(memoryview(gold.dependents).cast("B"))
            self.numbers.frombytes(memoryview(gold.first_dependent).cast("B"))
            if ordered:
                self.numbers.frombytes(memoryview(gold.order).cast("B"))
                self.numbers.frombytes(memoryview(gold.component).cast("B"))
            if gold.exact:
                self.longest_exact = max(self.longest_exact, gold.n)

    def __len__(self) -> int:
        return len(self.lengths)

    def view(self, index: cython.Py_ssize_t) -> Gold:
        """The tree of a sentence, up to the next call."""
        n: cython.Py_ssize_t = self.lengths[index]
        start: cython.Py_ssize_t = self.starts[index]
        kind: cython.int = self.kinds[index]
        if self.gold is None:
            self.gold = Gold([-1] + [0] * max(self.lengths))
            self.block = self.numbers
        gold: Gold = self.gold
        gold.n = n
        gold.projective = kind & 1
        gold.exact = kind >> 1 & 1
        gold.complete = kind >> 2 & 1
        gold.heads = self.block[start : start + n + 1]
        start += n + 1
        gold.labels = self.block[start : start + n + 1]
        start += n + 1
        gold.dependents = self.block[start : start + n + 1]
        start += n + 1
        gold.first_dependent = self.block[start : start + n + 2]
        if kind & 8:
            start += n + 2
            gold.order = self.block[start : start + n + 1]
            start += n + 1
            gold.component = self.block[start : start + n + 1]
        return gold
