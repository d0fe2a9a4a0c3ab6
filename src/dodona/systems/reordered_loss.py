"""The loss of arc-standard configurations some words of which are still to be reordered.

It is that of the table of Goldberg, Sartorio & Satta 2014 (`TabularLoss`) for the configuration in
which all SWAPs that are due have been made: on the stack those of its words that need not go back,
in the buffer all others that have no head, in the projective order. If s0 goes back, the first word
in this order is already on the stack: it must be pushed before s0 can go.
"""

from array import array

import cython

from dodona.systems.tabular_loss import TabularLoss


@cython.cclass
class ReorderedLoss(TabularLoss):
    """Counts the wrong arcs to come, as soon as ``stays`` says which nodes stay on the stack.

    ``pushed`` is the word of the buffer that is there too, or -1. There are only configurations as
    they are (action -1).
    """

    def reserve(self, n: int) -> None:
        if n > self.capacity:
            self.stays = array("i", bytes(4 * (n + 2)))
        TabularLoss.reserve(self, n)

    def list_stack(self, state, action):
        i: cython.int
        size: cython.int = 0
        if self.pushed > 0:
            self.nodes[0] = self.pushed
            size = 1
        for i in range(state.stack_size - 1, -1, -1):
            if self.stays[state.stack[i]]:
                self.nodes[size] = state.stack[i]
                size += 1
        return size

    def list_right_stack(self, state, gold, action, left):
        i: cython.int
        node: cython.int
        head: cython.int
        size: cython.int = left
        for node in range(1, state.n + 1):
            gold.work[gold.order[node]] = node
            self.wanted[node] = 0
        for i in range(left):
            if gold.heads[self.nodes[i]] >= 0:
                self.wanted[gold.heads[self.nodes[i]]] = 1
        for i in range(1, state.n + 1):
            node = gold.work[i]
            head = gold.heads[node]
            if not self.is_ahead(state, node):
                continue
            if not self.is_ahead(state, head) or self.wanted[node]:
                if head >= 0:
                    self.wanted[head] = 1
                self.nodes[size] = node
                size += 1
        return size - left

    def is_ahead(self, state, node):
        """Whether a word is in the buffer, or returns to it."""
        if node <= 0 or node == self.pushed:
            return False
        return state.heads[node] < 0 and not self.stays[node]
