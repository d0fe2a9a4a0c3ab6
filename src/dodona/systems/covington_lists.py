"""The lists and transitions of Covington's non-projective parsing, without the oracles.

Gómez-Rodríguez & Fernández-González 2015, *An Efficient Dynamic Oracle for Unrestricted
Non-Projective Parsing*, Figure 1. In configurations ⟨λ1|i, λ2, j|B, A⟩ the focus words are i and j.
All lists are stretches of the sentence: λ1 is 1 ... i, λ2 is i+1 ... j-1 and j|B is j ... n.

What happens once the root is the front is told in `RootAtEnd`.
"""

import cython

from dodona.systems.actions.covington import LEFT, NO_ARC, RIGHT, ROOT, SHIFT
from dodona.systems.configuration import CovingtonConfiguration
from dodona.systems.root_at_end import RootAtEnd


@cython.cclass
class CovingtonLists(RootAtEnd):
    """SHIFT, NO-ARC, LEFT and RIGHT over all pairs of words.

    ``state.partner`` is i and ``state.front`` is j. A system says by `may_link` which arcs are
    allowed and by `link` how they are made.

    With ``root_last`` there is also ROOT, for words without a head at the end. With ``single_root``
    too, NO-ARC, LEFT and RIGHT are made there as well.
    """

    focus_names = ("L0", "L1", "R0", "R1", "R2", "CL", "CR", "LH")
    varying_length = True

    @property
    def actions(self):
        names = ("SHIFT", "NO-ARC", "LEFT", "RIGHT")
        return (*names, "ROOT") if self.root_last else names

    @property
    def directions(self):
        directions: tuple = (0, 0, -1, 1, -1)
        return directions[: len(self.actions)]

    def start(self, state, n):
        state.reset(n)

    def valid(self, state):
        """The preconditions of Figure 1.

        SHIFT:  j is a word.
        NO-ARC: i and j are words.
        LEFT:   i and j are words, and j may take i.
        RIGHT:  i and j are words, and i may take j.
        ROOT:   the buffer holds only the root; i is a word without a head.

        With a single root, at the end: NO-ARC if a word without a head follows i; LEFT and RIGHT
        once the root has taken a word.
        """
        mask: cython.ulonglong = 0
        i: cython.int = state.partner
        j: cython.int = state.front
        if j > state.n:
            return self.valid_at_end(state) if self.root_last and i > 0 else 0
        mask |= 1 << SHIFT
        if i > 0:
            mask |= 1 << NO_ARC
            if self.may_link(state, j, i):
                mask |= 1 << LEFT
            if self.may_link(state, i, j):
                mask |= 1 << RIGHT
        return mask

    def may_link(self, state, head, dependent):
        """Whether an arc between the focus words is allowed."""
        return False

    def perform(self, state, action, label):
        """Effects.

        SHIFT:   ⟨λ1, λ2, j|B, A⟩   ⇒ ⟨λ1·λ2|j, [], B, A⟩
        NO-ARC:  ⟨λ1|i, λ2, B, A⟩   ⇒ ⟨λ1, i|λ2, B, A⟩
        LEFT_l:  ⟨λ1|i, λ2, j|B, A⟩ ⇒ ⟨λ1, i|λ2, j|B, A ∪ {(j, l, i)}⟩
        RIGHT_l: ⟨λ1|i, λ2, j|B, A⟩ ⇒ ⟨λ1, i|λ2, j|B, A ∪ {(i, l, j)}⟩
        ROOT_l:  ⟨λ1|i, λ2, [0], A⟩ ⇒ ⟨λ1, i|λ2, [0], A ∪ {(0, l, i)}⟩
        """
        i: cython.int = state.partner
        if state.front > state.n:
            self.perform_at_end(state, action, label)
        elif action == SHIFT:
            state.partner = state.front
            state.front += 1
            if state.front > state.n and self.root_last:
                self.bring_in_headless(state)
        else:
            state.partner -= 1
            if action == LEFT:
                self.link(state, state.front, i, label)
            elif action == RIGHT:
                self.link(state, i, state.front, label)

    def arc_head(self, state, action):
        if state.front > state.n:
            return self.arc_head_at_end(state, action)
        if action not in (LEFT, RIGHT):
            return -1
        return state.front if action == LEFT else state.partner

    def arc_dependent(self, state, action):
        if action == RIGHT and state.front <= state.n:
            return state.front
        return state.partner if action in (LEFT, RIGHT, ROOT) else -1

    def look(self, state):
        """The focus words and their neighbours; CL and CR are the first and the last word between
        them whose head is not in [L0, R0]; LH is the last word before L0 that has no head. At the
        end R0 is the root; once it has taken r, the focus words are i and r in their order.
        """
        i: cython.int = state.partner
        j: cython.int = state.front
        k: cython.int
        if j > state.n:
            j = max(i, state.stand_in) if state.stand_in >= 0 else -1
            i = min(i, state.stand_in) if state.stand_in >= 0 else i
        state.focus[0] = i if i > 0 else -1
        state.focus[1] = i - 1 if i > 1 else -1
        state.focus[5] = -1
        state.focus[6] = -1
        k = self.headless_before(state, i) if i > 0 else 0
        state.focus[7] = k if k > 0 else -1
        if j < 0:
            state.focus[2] = 0
            state.focus[3] = -1
            state.focus[4] = -1
            return
        state.focus[2] = j
        state.focus[3] = j + 1 if j + 1 <= state.n else -1
        state.focus[4] = j + 2 if j + 2 <= state.n else -1
        for k in range(i + 1, j):
            if state.heads[k] < i or state.heads[k] > j:
                state.focus[5] = k
                break
        for k in range(j - 1, i, -1):
            if state.heads[k] < i or state.heads[k] > j:
                state.focus[6] = k
                break

    def buffer_nodes(self, state):
        nodes = list(range(state.front, state.n + 1))
        return [*nodes, 0] if self.root_last else nodes

    def _view(self, state, label_names):
        return CovingtonConfiguration(
            state, label_names, self.buffer_nodes(state), self.is_final(state)
        )
