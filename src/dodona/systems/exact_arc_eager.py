"""Exact costs of arc-eager and arc-hybrid for gold trees of any kind.

Places are the nodes 0 ... n and n + 1, the end of the buffer. The root is at place n + 1 if it
stands last, else at 0; the other of the two is no node. Words that arc-eager leaves on the stack
at the end count as taken from it there: with a head that costs nothing more, without one it costs
their gold arc, as if they got a wrong head.

BETWEEN[i, j] is the least number of wrong heads among the words between i, on top of the stack, and
j, the front of the buffer, once all of them have been pushed and taken away again:

    BETWEEN[i, i + 1] = 0
    BETWEEN[i, j] = min over k of BETWEEN[i, k] + BETWEEN[k, j] + wrong(i, k, j)

In both systems k gets i or j as its head, so wrong(i, k, j) is 0 if its gold head is one of them or
not known, else 1. AHEAD[t, j] is the least number of wrong heads to come once the stack has been
cut down to s and the t nodes below it, and j is the front of the buffer. Either s leaves the stack,
or j is pushed on it and taken away again when k is the front:

    AHEAD[t, j] = min(leave(s, j) + AHEAD[t - 1, j],
                      min over k of BETWEEN[j, k] + wrong(s, j, k) + AHEAD[t, k])

With a single root, that takes no word above another one (here in BETWEEN and when j is pushed; the
rest is in `exact_unshift`).
"""

import cython

from dodona.systems.actions.arc_eager import LEFT, REDUCE, RIGHT, SHIFT
from dodona.systems.actions.arc_hybrid import LEFT as HYBRID_LEFT
from dodona.systems.actions.arc_hybrid import RIGHT as HYBRID_RIGHT
from dodona.systems.exact import ExactOracle
from dodona.systems.limits import SHORT_INFINITE

BETWEEN = 0
# The same with rows and columns changed, for `least`.
TURNED = 1
AHEAD = 2


@cython.cclass
class ExactArcHybrid(ExactOracle):
    """A word leaves the stack with the node below it or the front of the buffer as its head."""

    tables = 3

    def prepare(self, gold):
        n: cython.Py_ssize_t = gold.n
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        size: cython.Py_ssize_t
        ExactOracle.prepare(self, gold)
        for i in range(1, n + 1):
            self.goal[i] = n + 1 if self.root_last and gold.heads[i] == 0 else gold.heads[i]
        for i in range(n + 1):
            self.set_between(i, i + 1, 0)
        for size in range(2, n + 2):
            for i in range(n + 2 - size):
                j = i + size
                self.set_between(i, j, self.between(gold, i, j))

    def set_between(self, i, j, value):
        self.cells[self.cell(BETWEEN, i) + j] = value
        self.cells[self.cell(TURNED, j) + i] = value

    def between(self, gold, i, j):
        """Any k is a way; only those whose gold head is i or j, or not known, are better than their
        least sum.
        """
        best: cython.int = 1 + self.least(self.cell(BETWEEN, i), self.cell(TURNED, j), i + 1, j)
        if not gold.complete:
            best = min(best, self.between_some(gold, 0, gold.first_dependent[0], i, j))
        if i > 0 or not self.root_last:
            best = min(best, self.between_dependents(gold, i, i, j))
        if j <= gold.n:
            best = min(best, self.between_dependents(gold, j, i, j))
        elif self.root_last and not self.single_root:
            best = min(best, self.between_dependents(gold, 0, i, j))
        return best

    def between_dependents(self, gold, head, i, j):
        """The least sum for those k that are gold dependents of a node."""
        return self.between_some(
            gold, gold.first_dependent[head], gold.first_dependent[head + 1], i, j
        )

    def between_some(self, gold, first, last, i, j):
        """The least sum for those k that stand in a stretch of ``gold.dependents``."""
        m: cython.Py_ssize_t
        k: cython.int
        best: cython.int = 2 * self.width
        for m in range(first, last):
            k = gold.dependents[m]
            if i < k < j:
                best = min(
                    best,
                    self.cells[self.cell(BETWEEN, i) + k] + self.cells[self.cell(BETWEEN, k) + j],
                )
        return best

    def make_row(self, depth, state, gold):
        j: cython.int
        best: cython.int
        end: cython.int = gold.n + 1
        at_end: cython.int = SHORT_INFINITE if depth > 0 else 0
        row: cython.Py_ssize_t = self.cell(AHEAD, depth)
        for j in range(end, state.front - 1, -1):
            best = self.push(row, self.row_of[depth], j, end) if j < end else at_end
            if depth > 0:
                best = min(best, self.leave(depth, j, end))
            self.cells[row + j] = best

    def push(self, row, node, j, end):
        """The wrong heads to come if j is pushed on a node (0: on nothing, if the root is last) and
        taken away again; ``row`` has those after that.
        """
        goal: cython.int = self.goal[j]
        ways: cython.Py_ssize_t = self.cell(BETWEEN, j)
        best: cython.int = self.least(ways, row, j + 1, end + 1)
        if goal == node or goal < 0:
            return best
        if goal > j and not (self.single_root and goal == end and node > 0):
            return min(best + 1, self.cells[ways + goal] + self.cells[row + goal])
        return best + 1

    def leave(self, depth, j, end):
        """The wrong heads to come if the node at a depth leaves the stack in front of j."""
        node: cython.int = self.row_of[depth]
        wrong: cython.bint = self.is_wrong(node, self.row_of[depth - 1]) and self.goal[node] != j
        return wrong + self.cells[self.cell(AHEAD, depth - 1) + j]

    def loss_ahead(self, state, gold):
        top: cython.int = self.update_rows(state, gold)
        return self.cells[self.cell(AHEAD, top) + state.front]

    def fill_costs(self, state, gold):
        """SHIFT: b is pushed. LEFT, RIGHT: s0 leaves the stack with b or s1 as its head."""
        front: cython.int = state.front
        before: cython.int = self.loss_ahead(state, gold)
        top: cython.int = self.top_depth(state)
        s: cython.int
        after: cython.int
        if front <= gold.n:
            gold.costs[SHIFT] = (
                self.push(self.cell(AHEAD, top), self.row_of[top], front, gold.n + 1) - before
            )
        if top > 0:
            s = self.row_of[top]
            after = self.cells[self.cell(AHEAD, top - 1) + front] - before
            gold.costs[HYBRID_LEFT] = after + self.is_wrong(s, front)
            gold.costs[HYBRID_RIGHT] = after + self.is_wrong(s, self.row_of[top - 1])


@cython.cclass
class ExactArcEager(ExactArcHybrid):
    """A word with a head leaves the stack freely, one without gets the front of the buffer."""

    def leave(self, depth, j, end):
        wrong: cython.bint = not self.has_head[depth] and self.is_wrong(self.row_of[depth], j)
        return wrong + self.cells[self.cell(AHEAD, depth - 1) + j]

    def fill_costs(self, state, gold):
        """SHIFT: b is pushed and gets its head in the buffer. RIGHT: it gets s, and leaves freely.

        LEFT: s leaves the stack with b as its head. REDUCE: it leaves freely.
        """
        front: cython.int = state.front
        end: cython.int = gold.n + 1
        before: cython.int = self.loss_ahead(state, gold)
        top: cython.int = self.top_depth(state)
        s: cython.int = self.row_of[top]
        goal: cython.int
        after: cython.int
        ways: cython.Py_ssize_t
        row: cython.Py_ssize_t = self.cell(AHEAD, top)
        if front < end:
            goal = self.goal[front]
            ways = self.cell(BETWEEN, front)
            after = self.least(ways, row, front + 1, end + 1)
            gold.costs[RIGHT] = after + self.is_wrong(front, s) - before
            gold.costs[SHIFT] = after + (goal >= 0) - before
            if goal > front:
                after = self.cells[ways + goal] + self.cells[row + goal]
                gold.costs[SHIFT] = min(gold.costs[SHIFT], after - before)
        if top > 0:
            after = self.cells[self.cell(AHEAD, top - 1) + front]
            gold.costs[LEFT] = after + self.is_wrong(s, front) - before
            gold.costs[REDUCE] = after - before
