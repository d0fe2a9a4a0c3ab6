"""Arcs from the root in non-projective systems: made one by one when all words have been read.

For training and parsing the root stands at the end of the buffer. Once it is the front, one word
without a head after the other comes into focus and gets its arc from the root (ROOT), so that the
labels of these arcs are predicted too. With a single root, only one of them gets such an arc: from
left to right, ROOT takes the word in focus or PASS goes on to the next one. The word r that was
taken then takes the others (LEFT, RIGHT).

``state.partner`` is the word in focus, 0 where there is none left, and ``state.stand_in`` is r.
"""

import cython

from dodona.systems.actions.at_end import LEFT, PASS, RIGHT, ROOT
from dodona.systems.base import TransitionSystem


@cython.cclass
class RootAtEnd(TransitionSystem):
    """What systems share in which words without a head hang from the root."""

    projective = False
    root_only = frozenset({"ROOT"})
    headless_hang = True

    @property
    def root_actions(self):
        return ("ROOT",)

    def link(self, state, head, dependent, label):
        """Add an arc that is allowed."""
        state.attach(head, dependent, label)

    def valid_at_end(self, state):
        """The legal actions where the root is the front and a word in focus."""
        if state.stand_in >= 0:
            return 1 << (LEFT if state.partner < state.stand_in else RIGHT)
        if self.single_root and self.headless_after(state, state.partner) > 0:
            return (1 << ROOT) | (1 << PASS)
        return 1 << ROOT

    def perform_at_end(self, state, action, label):
        """Effects where the root is the front; with a single root, r takes all but itself."""
        i: cython.int = state.partner
        if action == PASS:
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

    def arc_head_at_end(self, state, action):
        """The head of the arc that an action adds to the word in focus, or -1."""
        if action == ROOT:
            return 0
        return state.stand_in if action in (LEFT, RIGHT) else -1

    def change_at_end(self, state, gold, first, gained):
        """What a single root adds to the loss where the words are read, and r is known or one of
        those from ``first`` on.

        ``gained`` says how many gold dependents without a head each word has.
        """
        r: cython.int
        root: cython.int = gold.root()
        rootless: cython.bint = root > 0 and state.heads[root] < 0
        least: cython.int = state.n
        if state.stand_in >= 0:
            return rootless - gained[state.stand_in]
        for r in range(first, state.n + 1):
            if state.heads[r] < 0:
                least = min(least, (rootless and r != root) - gained[r])
        return least
