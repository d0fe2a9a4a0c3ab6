"""The closest projective tree, by the algorithm of Eisner (1996).

Eisner, *Three New Probabilistic Models for Dependency Parsing: An Exploration*: spans are built
from shorter ones. A complete span has its head at one end and all of that end's dependents on this
side; an incomplete one lacks the dependents of its last dependent.
"""

from array import array
from collections.abc import Sequence

import cython

from dodona.treebank.trees import is_projective


def projectivize(heads: Sequence[int]) -> list[int]:
    """The projective tree that keeps most arcs of a tree: ``heads[d]`` for word d, -1 for 0.

    Of several such trees it is one with the fewest new arcs from the root, so that a tree with one
    root keeps to one; of these, one whose words are lifted least: a word that loses its head hangs
    from a closer ancestor rather than a farther one, and from any ancestor rather than from another
    word. The same tree always gives the same result; a projective one is its own.
    """
    if is_projective(heads):
        return list(heads)
    tables: Eisner = Eisner(len(heads) - 1)
    tables.weigh(array("i", heads))
    tables.fill()
    tables.read_off()
    return list(tables.heads)


@cython.cclass
class Eisner:
    """The tables for one sentence of n words.

    ``weights[h * width + d]`` is the cost of an arc. For i < j the cell i * width + j is that of a
    span with its head at the left, the cell j * width + i that of one with its head at the right;
    the splits say where the best span is made of two.
    """

    def __init__(self, n: int) -> None:
        cells = (n + 1) * (n + 1)
        self.n = n
        self.width = n + 1
        self.weights = array("q", bytes(8 * cells))
        self.complete = array("q", bytes(8 * cells))
        self.incomplete = array("q", bytes(8 * cells))
        self.complete_split = array("i", bytes(4 * cells))
        self.incomplete_split = array("i", bytes(4 * cells))
        self.heads = array("i", [-1] * (n + 1))
        self.agenda = array("i", bytes(12 * (2 * n + 4)))

    def weigh(self, heads):
        """An arc that is not in the tree costs most, one from the root more, a far one more."""
        n: cython.Py_ssize_t = self.n
        h: cython.Py_ssize_t
        d: cython.Py_ssize_t
        ancestor: cython.int
        lifts: cython.longlong
        root: cython.longlong = n * n + 1
        lost: cython.longlong = root * (n + 1)
        for d in range(1, n + 1):
            for h in range(n + 1):
                self.weights[h * self.width + d] = lost + n
            lifts = 0
            ancestor = heads[d]
            while ancestor >= 0:
                self.weights[ancestor * self.width + d] = lost + lifts
                ancestor = heads[ancestor]
                lifts += 1
            self.weights[d] += root
            self.weights[heads[d] * self.width + d] = 0

    def fill(self):
        """All spans, the shorter ones first; of equal splits the first one counts."""
        n: cython.Py_ssize_t = self.n
        w: cython.Py_ssize_t = self.width
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        size: cython.Py_ssize_t
        for i in range(w):
            self.complete[i * w + i] = 0
        for size in range(1, n + 1):
            for i in range(n + 1 - size):
                j = i + size
                self.join(i, j)
                if i > 0:
                    self.close_left(i, j)
                self.close_right(i, j)

    def join(self, i, j):
        """Incomplete spans: i and j, each complete on the inner side, and an arc between them."""
        w: cython.Py_ssize_t = self.width
        k: cython.Py_ssize_t
        cost: cython.longlong
        best: cython.longlong = self.complete[i * w + i] + self.complete[j * w + i + 1]
        split: cython.Py_ssize_t = i
        for k in range(i + 1, j):
            cost = self.complete[i * w + k] + self.complete[j * w + k + 1]
            if cost < best:
                best = cost
                split = k
        self.incomplete[i * w + j] = best + self.weights[i * w + j]
        self.incomplete[j * w + i] = best + self.weights[j * w + i]
        self.incomplete_split[i * w + j] = split
        self.incomplete_split[j * w + i] = split

    def close_left(self, i, j):
        """The complete span of j and all its dependents down to i."""
        w: cython.Py_ssize_t = self.width
        k: cython.Py_ssize_t
        cost: cython.longlong
        best: cython.longlong = self.complete[i * w + i] + self.incomplete[j * w + i]
        split: cython.Py_ssize_t = i
        for k in range(i + 1, j):
            cost = self.complete[k * w + i] + self.incomplete[j * w + k]
            if cost < best:
                best = cost
                split = k
        self.complete[j * w + i] = best
        self.complete_split[j * w + i] = split

    def close_right(self, i, j):
        """The complete span of i and all its dependents up to j."""
        w: cython.Py_ssize_t = self.width
        k: cython.Py_ssize_t
        cost: cython.longlong
        best: cython.longlong = self.incomplete[i * w + i + 1] + self.complete[(i + 1) * w + j]
        split: cython.Py_ssize_t = i + 1
        for k in range(i + 2, j + 1):
            cost = self.incomplete[i * w + k] + self.complete[k * w + j]
            if cost < best:
                best = cost
                split = k
        self.complete[i * w + j] = best
        self.complete_split[i * w + j] = split

    def read_off(self):
        """Take the spans of the best tree apart: its arcs are those of the incomplete ones."""
        w: cython.Py_ssize_t = self.width
        count: cython.int = self.put(0, 0, self.n, True)
        head: cython.int
        end: cython.int
        split: cython.int
        while count > 0:
            count -= 1
            head = self.agenda[3 * count]
            end = self.agenda[3 * count + 1]
            if self.agenda[3 * count + 2]:
                split = self.complete_split[head * w + end]
                count = self.put(count, head, split, False)
                count = self.put(count, split, end, True)
            else:
                self.heads[end] = head
                split = self.incomplete_split[head * w + end]
                count = self.put(count, min(head, end), split, True)
                count = self.put(count, max(head, end), split + 1, True)

    def put(self, count, head, end, complete):
        """Note a span that is still to be taken apart; returns how many there are."""
        if head == end:
            return count
        self.agenda[3 * count] = head
        self.agenda[3 * count + 1] = end
        self.agenda[3 * count + 2] = complete
        return count + 1
