"""The loss of Attardi's configurations by a search through all of them.

The stack holds words in their order, after the root, so a configuration is the place of the front
and the set of the words before it that are still on the stack; what lies ahead depends on nothing
else. For n words there are 2^(n+1) such configurations, and a table has the loss of each.
"""

from array import array

import cython

from dodona.systems.limits import MOST_WORDS


@cython.final
@cython.cclass
class SubsetLoss:
    """The table of one gold tree after another, of up to ``MOST_WORDS`` words.

    A configuration with the front b has the number whose lowest b bits are 1 for b itself and for
    each word on the stack: bit d - 1 is for word d.
    """

    def __init__(self, single_root: bool) -> None:
        self.single_root = single_root
        self.capacity = -1
        self.n = -1

    def reserve(self, n: int) -> None:
        """Make room for sentences of up to n words, as far as they are short enough."""
        n = min(n, MOST_WORDS)
        if n > self.capacity:
            self.capacity = n
            self.table = array("b", bytes(2 << n))
            self.heads = array("i", [-1] * (n + 1))
            self.n = -1

    def arcs_lost(self, state, gold):
        """The least number of wrong arcs to come."""
        i: cython.int
        configuration: cython.int
        if gold.n > MOST_WORDS:
            return 0
        if not self.is_of(gold):
            self.fill(gold)
        configuration = 1 << max(state.front - 1, 0)
        for i in range(1, state.stack_size):
            configuration |= 1 << (state.stack[i] - 1)
        return self.table[configuration]

    def is_of(self, gold):
        """Whether the table is that of a gold tree."""
        d: cython.int = 0
        same: cython.bint = self.n == gold.n
        while same and d < gold.n:
            d += 1
            same = self.heads[d] == gold.heads[d]
        return same

    def fill(self, gold):
        """Fill the table, from the last configurations to the first."""
        d: cython.int
        stack: cython.int
        front: cython.int
        self.n = gold.n
        for d in range(1, gold.n + 1):
            self.heads[d] = gold.heads[d]
        for front in range(gold.n + 1, 0, -1):
            for stack in range(1 << (front - 1)):
                self.table[stack | 1 << (front - 1)] = self.least(stack, front)

    def least(self, stack, front):
        """The least loss of what any transition leads to."""
        b: cython.int = 1 << (front - 1)
        is_last: cython.bint = front > self.n
        best: cython.int = self.n
        s0: cython.int
        s1: cython.int
        s2: cython.int
        if stack == 0 and is_last:
            return 0
        if not is_last:
            best = self.table[stack | b | b << 1]
        if stack == 0:
            return best
        s0 = self.next_below(stack, front)
        s1 = self.next_below(stack, s0)
        if s1 > 0:
            best = min(best, self.after_arc(stack | b, s0, s1))
        if s1 > 0 or is_last or not self.single_root:
            best = min(best, self.after_arc(stack | b, s1, s0))
        if s1 > 0:
            s2 = self.next_below(stack, s1)
            if s2 > 0:
                best = min(best, self.after_arc(stack | b, s0, s2))
            if s2 > 0 or not self.single_root:
                best = min(best, self.after_arc(stack | b, s2, s0))
        return best

    def next_below(self, stack, node):
        """The next node of the stack below one that is not the root."""
        node -= 1
        while node > 0 and not stack >> (node - 1) & 1:
            node -= 1
        return node

    def after_arc(self, configuration, head, dependent):
        """The loss of an arc, and of what is left when the dependent has gone."""
        wrong: cython.int = self.heads[dependent] >= 0 and self.heads[dependent] != head
        return wrong + self.table[configuration & ~(1 << (dependent - 1))]
