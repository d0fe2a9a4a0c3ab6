"""Exact costs of arc-standard for gold trees of any kind.

Nederhof 2019, *Calculating the Optimal Step of Arc-Standard Parsing*, shows that cubic time is
enough; the tables here are others. The words of the buffer form trees as in Eisner's algorithm:

    SPAN[h, x]  least number of wrong heads among h's dependents on one side up to x and all below
    ARC[h, d]   the same for h with d as its last dependent, and without what is beyond d

The nodes of the stack wait until all that is to the right of them has been joined to the top. With
the nodes s_0 = 0, s_1 ... below s there are

    STACKED[s, j]  the least number of wrong heads to come if all between s and the front j hangs
                   from s. Then s takes a tree from the buffer as its next dependent (JOINED); or it
                   becomes a dependent of some s_e, or of a word in the buffer, after it has taken
                   all nodes above s_e, or above the one that is then next to that word.
    JOINED[s, g]   the same if g is the next dependent of s and has all its own ones on its left;
                   with the wrong head of g, if s is one.
    SHIFTED[s, g]  the same if g, from the buffer, is next to s on the stack and all between them
                   hangs from g. So this is the value after SHIFT.
"""

import cython

from dodona.systems.actions.arc_standard import LEFT, RIGHT, SHIFT
from dodona.systems.exact import ExactOracle
from dodona.systems.limits import SHORT_INFINITE

SPAN = 0
# The same with rows and columns changed, for `least`.
TURNED_SPAN = 1
ARC = 2
TURNED_ARC = 3
STACKED = 4
JOINED = 5
SHIFTED = 6
# One row only.
SPARE = 7


@cython.cclass
class ExactArcStandard(ExactOracle):
    """A word gets its head when it is next to it on the stack and has all its own dependents."""

    tables = 7

    def prepare(self, gold):
        n: cython.int = gold.n
        i: cython.int
        size: cython.int
        ExactOracle.prepare(self, gold)
        for i in range(1, n + 1):
            self.set_span(i, i, 0)
        for size in range(1, n):
            for i in range(1, n + 1 - size):
                self.join(gold, i, i + size)

    def set_span(self, head, end, value):
        self.cells[self.cell(SPAN, head) + end] = value
        self.cells[self.cell(TURNED_SPAN, end) + head] = value

    def join(self, gold, i, j):
        """The four spans over the words i ... j, given all shorter ones."""
        joined: cython.int = self.least(self.cell(SPAN, i), self.cell(SPAN, j) + 1, i, j)
        self.cells[self.cell(ARC, i) + j] = joined + gold.is_wrong(j, i)
        self.cells[self.cell(ARC, j) + i] = joined + gold.is_wrong(i, j)
        self.cells[self.cell(TURNED_ARC, i) + j] = joined + gold.is_wrong(i, j)
        self.set_span(j, i, self.least(self.cell(TURNED_SPAN, i), self.cell(ARC, j), i, j))
        self.set_span(i, j, self.least(self.cell(ARC, i), self.cell(TURNED_SPAN, j), i + 1, j + 1))

    def make_row(self, depth, state, gold):
        self.fill_stacked(depth, depth, state, gold)
        self.fill_shifted(depth, state, gold)

    def fill_stacked(self, depth, row, state, gold):
        """STACKED and JOINED for the node at a depth, written to a row.

        In the row of its own depth the node has all others below it; in another row it has taken
        the one next to it.
        """
        s: cython.int = self.row_of[depth]
        end: cython.int = gold.n + 1
        highest: cython.int = depth - 1 if row == depth else depth - 2
        j: cython.int
        best: cython.int
        stacked: cython.Py_ssize_t = self.cell(STACKED, row)
        joined: cython.Py_ssize_t = self.cell(JOINED, row)
        nearest: cython.Py_ssize_t = self.cell(SPARE, 0)
        self.fill_under_buffer(depth, highest, state, gold)
        for j in range(end, max(state.front, 1) - 1, -1):
            best = self.under_stack(depth, highest, j, gold) if depth > 0 else SHORT_INFINITE
            if depth == 0 and j == end:
                best = 0
            if j < end:
                self.cells[joined + j] = gold.is_wrong(j, s) + self.least(
                    self.cell(SPAN, j) - 1, stacked, j + 1, end + 1
                )
                self.cells[nearest + j] = min(self.cells[nearest + j], self.cells[joined + j])
                best = min(best, self.least(self.cell(TURNED_SPAN, j), nearest, j, end))
            self.cells[stacked + j] = best

    def fill_under_buffer(self, depth, highest, state, gold):
        """The wrong heads to come if s becomes a dependent of g, for all g in the buffer.

        s takes all nodes above some s_e, which is then next to g.
        """
        s: cython.int = self.row_of[depth]
        e: cython.int
        g: cython.int
        taken: cython.int
        nearest: cython.Py_ssize_t = self.cell(SPARE, 0)
        shifted: cython.Py_ssize_t
        for g in range(max(state.front, 1), gold.n + 1):
            self.cells[nearest + g] = SHORT_INFINITE
        taken = depth - 1 > highest and gold.is_wrong(self.row_of[depth - 1], s)
        for e in range(highest, -1, -1):
            shifted = self.cell(SHIFTED, e)
            for g in range(max(state.front, 1), gold.n + 1):
                self.cells[nearest + g] = min(
                    self.cells[nearest + g],
                    self.cells[shifted + g] + taken + gold.is_wrong(s, g),
                )
            taken += gold.is_wrong(self.row_of[e], s)

    def under_stack(self, depth, highest, j, gold):
        """The wrong heads to come if s becomes a dependent of a node below it, s_e."""
        s: cython.int = self.row_of[depth]
        e: cython.int
        best: cython.int = SHORT_INFINITE
        taken: cython.int = depth - 1 > highest and gold.is_wrong(self.row_of[depth - 1], s)
        for e in range(highest, -1, -1):
            best = min(
                best,
                self.cells[self.cell(STACKED, e) + j] + taken + gold.is_wrong(s, self.row_of[e]),
            )
            taken += gold.is_wrong(self.row_of[e], s)
        return best

    def fill_shifted(self, depth, state, gold):
        """The word g becomes a dependent of s, or takes s, or gets a head that comes after it."""
        s: cython.int = self.row_of[depth]
        g: cython.int
        best: cython.int
        shifted: cython.Py_ssize_t = self.cell(SHIFTED, depth)
        below: cython.Py_ssize_t = self.cell(SHIFTED, depth - 1)
        for g in range(gold.n, max(state.front, 1) - 1, -1):
            best = self.least(self.cell(TURNED_ARC, g), shifted, g + 1, gold.n + 1)
            best = min(best, self.cells[self.cell(JOINED, depth) + g])
            if depth > 0:
                best = min(best, self.cells[below + g] + gold.is_wrong(s, g))
            self.cells[shifted + g] = best

    def loss_ahead(self, state, gold):
        top: cython.int = self.update_rows(state, gold)
        return self.cells[self.cell(STACKED, top) + max(state.front, 1)]

    def fill_costs(self, state, gold):
        """SHIFT: b is on top. LEFT: s0 has taken s1. RIGHT: s1 is on top and has taken s0."""
        front: cython.int = state.front
        before: cython.int = self.loss_ahead(state, gold)
        top: cython.int = self.top_depth(state)
        spare: cython.int = cython.cast(cython.int, self.width) - 1
        s0: cython.int
        gold.costs[SHIFT] = 0
        if 0 < front <= gold.n:
            gold.costs[SHIFT] = self.cells[self.cell(SHIFTED, top) + front] - before
        if top > 0:
            s0 = self.row_of[top]
            gold.costs[RIGHT] = (
                self.cells[self.cell(STACKED, top - 1) + front]
                + gold.is_wrong(s0, self.row_of[top - 1])
                - before
            )
        if top > 1:
            self.fill_stacked(top, spare, state, gold)
            gold.costs[LEFT] = self.cells[self.cell(STACKED, spare) + front] - before
