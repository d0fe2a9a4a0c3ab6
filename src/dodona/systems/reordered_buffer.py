"""What systems with SWAP share: a buffer to which words of the stack go back.

Words that went back are on the second stack of the state, the first of them on its top. The buffer
is made of these, of the words from ``state.front`` on and, with ``root_last``, of the root.

The oracles are static for SWAP: it is made when two words meet that stand in one order in the
sentence and in the other in the projective order of the gold tree (``gold.order``), and never else.
So a word of the stack *returns* to the buffer sooner or later, if it lives so long, when a word of
the buffer must come before it.
"""

import cython

from dodona.systems.actions.swap import SHIFT, SWAP
from dodona.systems.base import TransitionSystem


@cython.cclass
class ReorderedBuffer(TransitionSystem):
    """Where nodes are, and where they have to go."""

    actions = ("SHIFT", "LEFT", "RIGHT", "SWAP")
    directions = (0, -1, 1, 0)
    projective = False
    varying_length = True
    reorders = True

    def ahead(self, state, k):
        """The node at place k of the buffer, whose front has place 0; -1 past its end."""
        node: cython.int
        if k < state.second_size:
            return state.second[state.second_size - 1 - k]
        node = state.front + k - state.second_size
        if node <= state.n:
            return node
        return 0 if self.root_last and node == state.n + 1 else -1

    def buffer_nodes(self, state):
        size = state.second_size + state.n + 1 - state.front + self.root_last
        return [self.ahead(state, k) for k in range(size)]

    def take_front(self, state):
        """Remove the front of the buffer."""
        if state.second_size > 0:
            return state.pop_second()
        state.front += 1
        return state.front - 1

    def below(self, state):
        """The node below the top of the stack, or -1."""
        return state.stack[state.stack_size - 2] if state.stack_size > 1 else -1

    def look_ahead(self, state, places):
        """Write three nodes of the stack and some of the buffer to ``state.focus``."""
        i: cython.int
        for i in range(3):
            state.focus[i] = state.stack[state.stack_size - 1 - i] if state.stack_size > i else -1
        for i in range(places):
            state.focus[3 + i] = self.ahead(state, i)

    def is_built(self, state, gold, node):
        """Whether a node has all its gold dependents that can still be had."""
        k: cython.Py_ssize_t
        for k in range(gold.first_dependent[node], gold.first_dependent[node + 1]):
            if state.heads[gold.dependents[k]] < 0:
                return False
        return True

    def must_change(self, gold, first, second):
        """Whether two nodes, of which the second follows, are words that SWAP has to exchange."""
        return 0 < first < second and gold.order[first] > gold.order[second]

    def returns(self, state, gold, word):
        """Whether some word of the buffer has to come before a word of the stack."""
        k: cython.int = 0
        other: cython.int = self.ahead(state, 0)
        if gold.projective:
            return False
        while other >= 0 and not self.must_change(gold, word, other):
            k += 1
            other = self.ahead(state, k) if other > 0 else -1
        return other >= 0

    def is_explored(self, state, gold, action):
        """Not where SWAP is at stake: the costs would not be exact any more."""
        return action != SWAP and gold.costs[SWAP] > 0

    def set_static_costs(self, gold, mask, swap):
        """Let SWAP be the only transition that costs nothing, or let it not be one."""
        action: cython.int
        gold.costs[SWAP] = not swap
        if swap:
            for action in range(SHIFT, SWAP):
                if mask >> action & 1:
                    gold.costs[action] = max(1, gold.costs[action])
