"""The lists and transitions of Covington's non-projective parsing, without the oracles.

Gómez-Rodríguez & Fernández-González 2015, *An Efficient Dynamic Oracle for Unrestricted
Non-Projective Parsing*, Figure 1. In configurations ⟨λ1|i, λ2, j|B, A⟩ the focus words are i and j.
All lists are stretches of the sentence: λ1 is 1 ... i, λ2 is i+1 ... j-1 and j|B is j ... n.

For training and parsing the root stands at the end of the buffer. Once it is the front, one word
without a head after the other comes into focus and gets its arc from the root (ROOT), so that the
labels of these arcs are predicted too.
"""

import cython

from dodona.systems.actions.covington import LEFT, NO_ARC, RIGHT, ROOT, SHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import CovingtonConfiguration


@cython.cclass
class CovingtonLists(TransitionSystem):
    """SHIFT, NO-ARC, LEFT and RIGHT over all pairs of words.

    ``state.partner`` is i and ``state.front`` is j. A system says by `may_link` which arcs are
    allowed and by `link` how they are made.

    With ``root_last`` there is also ROOT, for words without a head at the end, from right to left.
    With ``single_root`` too, only one of them gets an arc from the root: from left to right, ROOT
    takes i or NO-ARC passes on to the next one. The word r that was taken (``state.stand_in``)
    then takes the others (LEFT, RIGHT).
    """

    focus_names = ("L0", "L1", "R0", "R1", "R2", "CL", "CR", "LH")
    projective = False
    root_only = frozenset({"ROOT"})
    varying_length = True

    @property
    def actions(self):
        names = ("SHIFT", "NO-ARC", "LEFT", "RIGHT")
        return (*names, "ROOT") if self.root_last else names

    @property
    def directions(self):
        directions: tuple = (0, 0, -1, 1, -1)
        return directions[: len(self.actions)]

    @property
    def root_actions(self):
        return ("ROOT",)

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

    def valid_at_end(self, state):
        """The legal actions where the root is the front."""
        if state.stand_in >= 0:
            return 1 << (LEFT if state.partner < state.stand_in else RIGHT)
        if self.single_root and self.headless_after(state, state.partner) > 0:
            return (1 << ROOT) | (1 << NO_ARC)
        return 1 << ROOT

    def may_link(self, state, head, dependent):
        """Whether an arc between the focus words is allowed."""
        return False

    def link(self, state, head, dependent, label):
        """Add an arc that is allowed."""

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

    def perform_at_end(self, state, action, label):
        """Effects where the root is the front; with a single root, r takes all but itself."""
        i: cython.int = state.partner
        if action == NO_ARC:
            state.partner = self.headless_after(state, i)
        elif action == ROOT:
            state.attach(0, i, label)
            if self.single_root:
                state.stand_in = i
                state.partner = self.headless_after(state, 0)
            else:
                state.partner = self.headless_before(state, i)
        else:
            self.link(state, state.stand_in, i, label)
            state.partner = self.headless_after(state, i)

    def bring_in_headless(self, state):
        """The words have been read: bring the first word for ROOT into focus."""
        if self.single_root:
            state.partner = self.headless_after(state, 0)
        else:
            state.partner = self.headless_before(state, state.n + 1)

    def headless_before(self, state, word):
        """The last word before this one that has no head, or 0."""
        word -= 1
        while word > 0 and state.heads[word] >= 0:
            word -= 1
        return word

    def headless_after(self, state, word):
        """The first word after this one that has no head, or 0."""
        word += 1
        while word <= state.n and state.heads[word] >= 0:
            word += 1
        return word if word <= state.n else 0

    def arc_head(self, state, action):
        if action == ROOT:
            return 0
        if action not in (LEFT, RIGHT):
            return -1
        if state.front > state.n:
            return state.stand_in
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
