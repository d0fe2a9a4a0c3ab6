"""The stacks and transitions of 2-planar parsing, without the oracles.

Gómez-Rodríguez & Nivre 2010, *A Transition-Based Parser for 2-Planar Dependency Structures*.
Configurations are ⟨Σ0, Σ1, B, A⟩ with an active stack Σ0 and an inactive one Σ1; arcs that are made
with words of the same stack do not cross. What happens once the root is the front is told in
`RootAtEnd`.
"""

import cython

from dodona.systems.actions.two_planar import (
    LEFT,
    REDUCE,
    RIGHT,
    ROOT,
    SECOND,
    SHIFT,
    SWITCH,
    SWITCHED,
)
from dodona.systems.configuration import TwoPlanarConfiguration
from dodona.systems.root_at_end import RootAtEnd


@cython.cclass
class TwoPlanarStacks(RootAtEnd):
    """SHIFT, REDUCE, LEFT, RIGHT and SWITCH with two stacks of words.

    A plane is 0 for ``state.stack`` and 1 for ``state.second``. SWITCH is not made twice in a row,
    nor where the inactive stack is empty. With ``root_last`` there is ROOT too; with
    ``single_root``, REDUCE is the PASS of `RootAtEnd`.
    """

    actions = ("SHIFT", "REDUCE", "LEFT", "RIGHT", "ROOT", "SWITCH")
    directions = (0, 0, -1, 1, -1, 0)
    focus_names = ("S0", "S1", "S2", "N0", "N1", "N2", "O0", "O1")
    varying_length = True

    def active(self, state):
        """The plane of the active stack."""
        return state.mode & SECOND

    def size(self, state, plane):
        """How many words the stack of a plane has."""
        return state.second_size if plane else state.stack_size

    def word(self, state, plane, below):
        """The word of a plane's stack that has so many others above it, or -1."""
        place: cython.int = self.size(state, plane) - 1 - below
        if place < 0:
            return -1
        return state.second[place] if plane else state.stack[place]

    def start(self, state, n):
        state.reset(n)

    def valid(self, state):
        """Preconditions; at the end they are those of `RootAtEnd`.

        SHIFT:  j is a word.
        REDUCE: the active stack has a word i.
        LEFT:   i has no head, and there is no path from i to j.
        RIGHT:  j has no head, and there is no path from j to i.
        SWITCH: the inactive stack has a word, and the last transition was not SWITCH.
        """
        mask: cython.ulonglong = 1 << SHIFT
        plane: cython.int = self.active(state)
        i: cython.int = self.word(state, plane, 0)
        j: cython.int = state.front
        if j > state.n:
            return self.valid_at_end(state) if self.root_last and state.partner > 0 else 0
        if i >= 0:
            mask |= 1 << REDUCE
            if self.may_link(state, j, i):
                mask |= 1 << LEFT
            if self.may_link(state, i, j):
                mask |= 1 << RIGHT
        if self.size(state, 1 - plane) > 0 and not state.mode & SWITCHED:
            mask |= 1 << SWITCH
        return mask

    def may_link(self, state, head, dependent):
        """Single head and acyclicity."""
        return state.heads[dependent] < 0 and not self.is_above(state, dependent, head)

    def is_above(self, state, word, other):
        """Whether a path of zero or more arcs leads from a word down to another."""
        while other > 0 and other != word:
            other = state.heads[other]
        return other == word

    def perform(self, state, action, label):
        """Effects.

        SHIFT:   ⟨Σ0, Σ1, j|B, A⟩   ⇒ ⟨Σ0|j, Σ1|j, B, A⟩
        REDUCE:  ⟨Σ0|i, Σ1, B, A⟩   ⇒ ⟨Σ0, Σ1, B, A⟩
        LEFT_l:  ⟨Σ0|i, Σ1, j|B, A⟩ ⇒ ⟨Σ0|i, Σ1, j|B, A ∪ {(j, l, i)}⟩
        RIGHT_l: ⟨Σ0|i, Σ1, j|B, A⟩ ⇒ ⟨Σ0|i, Σ1, j|B, A ∪ {(i, l, j)}⟩
        SWITCH:  ⟨Σ0, Σ1, B, A⟩     ⇒ ⟨Σ1, Σ0, B, A⟩
        """
        plane: cython.int = self.active(state)
        if state.front > state.n:
            self.perform_at_end(state, action, label)
            return
        if action == SWITCH:
            state.mode = (1 - plane) | SWITCHED
            return
        state.mode = plane
        if action == SHIFT:
            state.push(state.front)
            state.push_second(state.front)
            state.front += 1
            if state.front > state.n and self.root_last:
                self.bring_in_headless(state)
        elif action == LEFT:
            self.link(state, state.front, self.word(state, plane, 0), label)
        elif action == RIGHT:
            self.link(state, self.word(state, plane, 0), state.front, label)
        elif plane:
            state.pop_second()
        else:
            state.pop()

    def arc_head(self, state, action):
        if state.front > state.n:
            return self.arc_head_at_end(state, action)
        if action == LEFT:
            return state.front
        return self.word(state, self.active(state), 0) if action == RIGHT else -1

    def arc_dependent(self, state, action):
        if state.front > state.n:
            return state.partner if action in (LEFT, RIGHT, ROOT) else -1
        if action == RIGHT:
            return state.front
        return self.word(state, self.active(state), 0) if action == LEFT else -1

    def look(self, state):
        """The tops of the active stack (S) and of the inactive one (O), and the front.

        At the end S0 is the word in focus and N0 the root; once it has taken r, they are that word
        and r in their order.
        """
        k: cython.int
        plane: cython.int = self.active(state)
        i: cython.int = state.partner
        for k in range(8):
            state.focus[k] = -1
        if state.front > state.n:
            if i > 0:
                state.focus[0] = min(i, state.stand_in) if state.stand_in >= 0 else i
            state.focus[3] = max(i, state.stand_in) if state.stand_in >= 0 else 0
            return
        for k in range(3):
            state.focus[k] = self.word(state, plane, k)
            state.focus[3 + k] = state.front + k if state.front + k <= state.n else -1
        state.focus[6] = self.word(state, 1 - plane, 0)
        state.focus[7] = self.word(state, 1 - plane, 1)

    def buffer_nodes(self, state):
        nodes = list(range(state.front, state.n + 1))
        return [*nodes, 0] if self.root_last else nodes

    def _view(self, state, label_names):
        buffer = self.buffer_nodes(state)
        return TwoPlanarConfiguration(state, label_names, buffer, self.is_final(state))
