"""What arc-eager and arc-hybrid parsing share: a stack in the order of the sentence.

Each word of the stack comes before the one above it, and all of them before the buffer. The root is
at the bottom of the stack, or, with ``root_last``, at the end of the buffer.
"""

import cython

from dodona.systems.base import TransitionSystem


@cython.cclass
class OrderedStack(TransitionSystem):
    """Where nodes are; the front of the buffer can be a word that went back (UNSHIFT)."""

    focus_names = ("S0", "S1", "S2", "N0", "N1", "N2", "N3")

    def look(self, state):
        i: cython.int
        node: cython.int
        shift: cython.int = 0 if state.stand_in < 0 else 1
        for i in range(3):
            state.focus[i] = state.stack[state.stack_size - 1 - i] if state.stack_size > i else -1
        state.focus[3] = state.stand_in
        for i in range(shift, 4):
            node = state.front + i - shift
            if node > state.n:
                node = 0 if self.root_last and node == state.n + 1 else -1
            state.focus[3 + i] = node

    def in_buffer(self, state, node):
        return node >= state.front or (self.root_last and node == 0)

    def on_stack(self, state, node):
        return self.place_on_stack(state, node) >= 0

    def place_on_stack(self, state, node):
        """The place of a node on the stack, or -1."""
        i: cython.int = state.stack_size - 1
        while i >= 0 and state.stack[i] > node:
            i -= 1
        return i if i >= 0 and state.stack[i] == node else -1

    def dependents_in_buffer(self, state, gold, node):
        k: cython.Py_ssize_t
        count: cython.int = 0
        for k in range(gold.first_dependent[node], gold.first_dependent[node + 1]):
            count += gold.dependents[k] >= state.front
        return count
