"""Exact costs of arc-eager and arc-hybrid with a single root, for gold trees of any kind.

The tables are those of `ExactArcHybrid`. A word s without a head has one more way to leave its
place on the stack: UNSHIFT. Only words that are on the stack already need it: others can take the
same words by LEFT before they are pushed.

In arc-hybrid s then takes all words above some s_p and is pushed on that. It may as well do so
right before it leaves:

    leave(s, j) + AHEAD[t - 1, j]  becomes  min over p of taken(s, p) + leave(s, p, j) + AHEAD[p, j]

In arc-eager it takes all words without a head above s_p, and becomes a dependent of s_p; or it
takes all below it, and is alone on the stack. With the front j there are

    UNSHIFTED[t, j]  the least number of wrong heads to come if s, at depth t, has gone back and has
                     a head: j is pushed on s, or s leaves, with all that was above s_p gone
    ALONE[t, j]      the same if it is alone on the stack and has none
"""

import cython

from dodona.systems.actions.arc_eager import LEFT, REDUCE, RIGHT, SHIFT, UNSHIFT
from dodona.systems.actions.arc_hybrid import LEFT as HYBRID_LEFT
from dodona.systems.actions.arc_hybrid import RIGHT as HYBRID_RIGHT
from dodona.systems.actions.arc_hybrid import UNSHIFT as HYBRID_UNSHIFT
from dodona.systems.exact_arc_eager import ExactArcHybrid
from dodona.systems.limits import SHORT_INFINITE

BETWEEN = 0
AHEAD = 2
UNSHIFTED = 3
ALONE = 4


@cython.cclass
class ExactUnshift(ExactArcHybrid):
    """What both systems share: words that UNSHIFT takes, and words that are pushed once more."""

    def wrongly_taken(self, depth, node, p):
        """How many nodes between two depths have no head, and another gold head than this node."""
        i: cython.int
        wrong: cython.int = 0
        for i in range(p + 1, depth):
            wrong += not self.has_head[i] and self.is_wrong(self.row_of[i], node)
        return wrong

    def loss_after_push(self, state, gold, b, head):
        """The wrong heads to come after b, with a head or without one (-1), is on the stack."""
        gold.scratch.copy_from(state)
        if head >= 0:
            gold.scratch.attach(head, b, -1)
        gold.scratch.push(b)
        if state.stand_in >= 0:
            gold.scratch.stand_in = -1
        else:
            gold.scratch.front += 1
        return self.loss_ahead(gold.scratch, gold)

    def loss_after_pop(self, state, gold):
        """The wrong heads to come after the top of the stack is gone."""
        gold.scratch.copy_from(state)
        gold.scratch.pop()
        return self.loss_ahead(gold.scratch, gold)

    def loss_after_unshift(self, state, gold):
        """The wrong heads to come after the top of the stack is back at the front."""
        gold.scratch.copy_from(state)
        gold.scratch.stand_in = gold.scratch.pop()
        gold.scratch.partner = gold.scratch.top()
        return self.loss_ahead(gold.scratch, gold)


@cython.cclass
class ExactArcHybridSingleRoot(ExactUnshift):
    """A word can also take words below it before it leaves the stack.

    ``least_taken`` is 1 while a row is made of a word that has gone back and taken none yet.
    """

    def prepare(self, gold):
        ExactArcHybrid.prepare(self, gold)
        self.least_taken = 0

    def leave(self, depth, j, end):
        p: cython.int
        wrong: cython.bint
        best: cython.int = SHORT_INFINITE
        node: cython.int = self.row_of[depth]
        goal: cython.int = self.goal[node]
        taken: cython.int = self.wrongly_taken(depth, node, depth - 1 - self.least_taken)
        for p in range(depth - 1 - self.least_taken, -1, -1):
            wrong = self.is_wrong(node, self.row_of[p]) and (goal != j or (j == end and p > 0))
            best = min(best, taken + wrong + self.cells[self.cell(AHEAD, p) + j])
            taken += self.is_wrong(self.row_of[p], node)
        return best

    def loss_ahead(self, state, gold):
        if state.stand_in < 0:
            return ExactArcHybrid.loss_ahead(self, state, gold)
        depth: cython.int = self.update_rows(state, gold) + 1
        self.row_of[depth] = state.stand_in
        self.least_taken = state.top() == state.partner
        self.make_row(depth, state, gold)
        self.least_taken = 0
        return self.cells[self.cell(AHEAD, depth) + state.front]

    def fill_costs(self, state, gold):
        """The wrong heads to come after each transition, and the one that it makes, less those
        before it.
        """
        s: cython.int = state.top()
        b: cython.int = state.stand_in if state.stand_in >= 0 else state.front
        before: cython.int = self.loss_ahead(state, gold)
        after: cython.int
        below: cython.int
        if b <= gold.n:
            gold.costs[SHIFT] = self.loss_after_push(state, gold, b, -1) - before
        if s > 0:
            after = self.loss_after_pop(state, gold) - before
            gold.costs[HYBRID_LEFT] = after + self.is_wrong(s, b)
            if state.stack_size > 1 and state.stand_in < 0:
                below = state.stack[state.stack_size - 2]
                gold.costs[HYBRID_RIGHT] = after + self.is_wrong(s, below)
                gold.costs[HYBRID_UNSHIFT] = self.loss_after_unshift(state, gold) - before


@cython.cclass
class ExactArcEagerSingleRoot(ExactUnshift):
    """A word without a head can also go back to the buffer."""

    tables = 5

    def make_row(self, depth, state, gold):
        if depth > 1 and not self.has_head[depth]:
            self.make_unshifted(depth, self.row_of[depth], state, gold)
        ExactArcHybrid.make_row(self, depth, state, gold)

    def make_unshifted(self, depth, node, state, gold):
        """UNSHIFTED and ALONE for a node without a head above all nodes up to a depth."""
        j: cython.int
        end: cython.int = gold.n + 1
        back: cython.Py_ssize_t = self.cell(UNSHIFTED, depth)
        alone: cython.Py_ssize_t = self.cell(ALONE, depth)
        bottom: cython.Py_ssize_t = self.cell(AHEAD, 0)
        taken: cython.int = self.wrongly_taken(depth, node, 0)
        for j in range(end, state.front - 1, -1):
            self.cells[back + j] = self.attach(depth, node, j)
            self.cells[alone + j] = taken + self.is_wrong(node, j) + self.cells[bottom + j]
            if j < end:
                self.cells[back + j] = min(self.cells[back + j], self.push(back, node, j, end))
                self.cells[alone + j] = min(self.cells[alone + j], self.push(alone, node, j, end))

    def attach(self, depth, node, j):
        """The wrong heads to come if a node goes back, gets its head, and has left again at j."""
        p: cython.int
        best: cython.int = SHORT_INFINITE
        for p in range(1, depth):
            best = min(
                best,
                self.wrongly_taken(depth, node, p)
                + self.is_wrong(node, self.row_of[p])
                + self.cells[self.cell(AHEAD, p) + j],
            )
        return best

    def leave(self, depth, j, end):
        if self.has_head[depth]:
            return self.cells[self.cell(AHEAD, depth - 1) + j]
        wrong: cython.bint
        best: cython.int = SHORT_INFINITE
        if depth > 1:
            best = self.after_unshift(depth, j)
        if j < end or depth == 1:
            wrong = self.is_wrong(self.row_of[depth], j)
            best = min(best, wrong + self.cells[self.cell(AHEAD, depth - 1) + j])
        return best

    def after_unshift(self, depth, j):
        return min(
            self.cells[self.cell(UNSHIFTED, depth) + j], self.cells[self.cell(ALONE, depth) + j]
        )

    def loss_ahead(self, state, gold):
        if state.stand_in < 0:
            return ExactArcHybrid.loss_ahead(self, state, gold)
        depth: cython.int = self.update_rows(state, gold) + 1
        self.make_unshifted(depth, state.stand_in, state, gold)
        return self.after_unshift(depth, state.front)

    def fill_costs(self, state, gold):
        """The wrong heads to come after each transition, and the one that it makes, less those
        before it.
        """
        s: cython.int = state.top()
        b: cython.int = state.stand_in if state.stand_in >= 0 else state.front
        before: cython.int = self.loss_ahead(state, gold)
        if b <= gold.n:
            gold.costs[SHIFT] = self.loss_after_push(state, gold, b, -1) - before
            if s > 0:
                gold.costs[RIGHT] = self.loss_after_push(state, gold, b, s) - before
                gold.costs[RIGHT] += self.is_wrong(b, s)
        if s > 0:
            gold.costs[REDUCE] = self.loss_after_pop(state, gold) - before
            gold.costs[LEFT] = gold.costs[REDUCE] + self.is_wrong(s, b)
            if state.stand_in < 0 and state.stack_size > 1:
                gold.costs[UNSHIFT] = self.loss_after_unshift(state, gold) - before
