"""Exact losses for gold trees of any kind, by dynamic programming over the trees still reachable.

Costs that count gold arcs one by one are exact if the arcs still in reach can be had together. In a
tree that is not projective arcs cross, and a projective system can build one of two only. Here the
least number of wrong heads still to come is found by tables instead (Kuhlmann, Gómez-Rodríguez &
Satta 2011; Nederhof 2019): cubic in the length of a sentence, for all of its configurations
together.

What lies ahead depends on the buffer and on one node of the stack after the other: for each node
there is a row of values, made when the node is first met and used until the stack changes there.
"""

from array import array
from collections.abc import Sequence
from typing import ClassVar

import cython

from dodona.errors import TransitionError
from dodona.systems.gold import Gold
from dodona.systems.limits import SHORT_INFINITE
from dodona.systems.state import State

LONGEST = 2000


@cython.cclass
class ExactOracle:
    """The tables of one sentence after another.

    All of them lie in ``cells``, so that `least` can go through any two; there are ``tables``
    squares and one row more. ``goal`` is the place of each word's gold head, -1 if it is not known.
    A sentence of no more than n words begins with `prepare`; then the
    configurations of one derivation are asked for in their order.
    """

    tables: ClassVar[int] = 0

    def __init__(self, root_last: bool, single_root: bool, n: int) -> None:
        self.root_last = root_last
        self.single_root = single_root
        self.cells = array("h", bytes(2 * (self.tables * (n + 2) + 1) * (n + 2)))
        self.row_of = array("i", bytes(4 * (n + 2)))
        self.has_head = array("i", bytes(4 * (n + 2)))
        self.made_at = array("i", bytes(4 * (n + 2)))
        self.goal = array("i", bytes(4 * (n + 2)))

    def along(self, derivation: Sequence[State], gold: Gold) -> list[list[int]]:
        """The costs of all actions in the configurations of one derivation, in their order."""
        state: State
        if gold.n + 2 > len(self.goal):
            raise TransitionError(f"there is room for {len(self.goal) - 2} words, not for {gold.n}")
        self.prepare(gold)
        result = []
        for state in derivation:
            self.fill_costs(state, gold)
            result.append(list(gold.costs))
        return result

    def prepare(self, gold):
        """Make the tables of a sentence."""
        self.width = gold.n + 2
        self.rows = 0

    def make_row(self, depth, state, gold):
        """Make the row of values of the node at a depth of the stack, given all rows below it."""

    def fill_costs(self, state, gold):
        """Write the cost of each legal action, given the right label, to ``gold.costs``."""

    def loss_ahead(self, state, gold):
        """How many words that have no head yet get a wrong one at least."""
        return 0

    def is_wrong(self, node, place):
        """Whether the gold head of a word is known, and at another place."""
        return self.goal[node] >= 0 and self.goal[node] != place

    def node_at(self, state, depth):
        """The node at a depth of the stack; the lowest is 0, also where the root is elsewhere."""
        if self.root_last:
            return state.stack[depth - 1] if depth > 0 else 0
        return state.stack[depth] if depth > 0 else 0

    def top_depth(self, state):
        """The depth of the top of the stack."""
        return state.stack_size if self.root_last else max(state.stack_size - 1, 0)

    def update_rows(self, state, gold):
        """Make the rows of those nodes that are new on the stack; returns the depth of its top."""
        depth: cython.int = 0
        node: cython.int
        top: cython.int = self.top_depth(state)
        while depth < self.rows and depth <= top:
            node = self.node_at(state, depth)
            if self.row_of[depth] != node or self.has_head[depth] != (state.heads[node] >= 0):
                break
            if self.made_at[depth] > state.front:
                break
            depth += 1
        while depth <= top:
            node = self.node_at(state, depth)
            self.row_of[depth] = node
            self.has_head[depth] = state.heads[node] >= 0
            self.made_at[depth] = state.front
            self.make_row(depth, state, gold)
            depth += 1
        self.rows = top + 1
        return top

    def cell(self, table, row):
        """Where a row of a table begins."""
        return (table * self.width + row) * self.width

    def least(self, one, other, first, last):
        """The least sum of two cells at the same place, from ``first`` up to before ``last``."""
        k: cython.Py_ssize_t
        total: cython.short
        best: cython.short = SHORT_INFINITE
        for k in range(first, last):
            total = self.cells[one + k] + self.cells[other + k]
            if total < best:
                best = total
        return best
