"""Arc-standard parsing with SWAP, for all trees, with two static oracles and a static-dynamic one.

Nivre 2009, *Non-Projective Dependency Parsing in Expected Linear Time*, and, for the lazy oracle,
Nivre, Kuhlmann & Hall 2009, *An Improved Oracle for Dependency Parsing with Online Reordering*. In
configurations (σ|s1|s0, b|β, A) the two topmost nodes of the stack are s1 and s0, and b is the
front of the buffer. The first configuration is ([], [0 ... n], ∅), the last ([0], [], A).

The dynamic costs follow de Lhoneux, Stymne & Nivre 2017: the oracle is static for SWAP. Where it is
due all else costs something, and elsewhere it does itself. As long as SWAP is made so, transitions
that cost nothing keep the gold tree, and no others. In sentences of up to four words the other
costs are then the definition's; in longer ones they are too high at times, since a word can take
another one off the stack before it goes back (see `ReorderedLoss`). After another SWAP, or none
where one was due, they only come close.
"""

import cython

from dodona.systems.actions.swap import LEFT, RIGHT, SHIFT, SWAP
from dodona.systems.reordered_buffer import ReorderedBuffer
from dodona.systems.reordered_loss import ReorderedLoss


@cython.cclass
class ArcStandardSwap(ReorderedBuffer):
    """SHIFT, LEFT, RIGHT and SWAP over a stack and a buffer; complete for all trees.

    Two words are exchanged at most once, so a derivation over n words has less than (n + 1)²
    transitions; it ends in a tree. With ``single_root`` the root takes its dependent when nothing
    else is left. The static oracle makes SWAP at once (eager).
    """

    name = "arc-standard-swap"
    focus_names = ("S0", "S1", "S2", "N0", "N1", "N2")
    parsing_root = "first"

    def __init__(self, root_last: bool = False, single_root: bool = False) -> None:
        super().__init__(root_last, single_root)
        self.table = ReorderedLoss()

    def reserve(self, n: int) -> None:
        self.table.reserve(n)

    def start(self, state, n):
        state.reset(n)
        state.front = 0

    def valid(self, state):
        """Preconditions.

        SHIFT: there is a b.
        LEFT:  there is an s1, and it is not the root.
        RIGHT: there is an s1; with a single root, if s1 is the root, there is no b.
        SWAP:  s1 is a word, and it is before s0 in the sentence.
        """
        mask: cython.ulonglong = 0
        s1: cython.int = self.below(state)
        has_buffer: cython.bint = self.ahead(state, 0) >= 0
        if has_buffer:
            mask |= 1 << SHIFT
        if s1 > 0:
            mask |= 1 << LEFT
            mask |= 1 << RIGHT
            if s1 < state.top():
                mask |= 1 << SWAP
        elif s1 == 0 and not (self.single_root and has_buffer):
            mask |= 1 << RIGHT
        return mask

    def perform(self, state, action, label):
        """Effects.

        SHIFT:   (σ, b|β, A)     ⇒ (σ|b, β, A)
        LEFT_l:  (σ|s1|s0, β, A) ⇒ (σ|s0, β, A ∪ {(s0, l, s1)})
        RIGHT_l: (σ|s1|s0, β, A) ⇒ (σ|s1, β, A ∪ {(s1, l, s0)})
        SWAP:    (σ|s1|s0, β, A) ⇒ (σ|s0, s1|β, A)
        """
        s0: cython.int
        if action == SHIFT:
            state.push(self.take_front(state))
            return
        s0 = state.pop()
        if action == RIGHT:
            state.attach(state.top(), s0, label)
            return
        if action == LEFT:
            state.attach(s0, state.pop(), label)
        else:
            state.push_second(state.pop())
        state.push(s0)

    def arc_head(self, state, action):
        if action == LEFT:
            return state.top()
        return self.below(state) if action == RIGHT else -1

    def arc_dependent(self, state, action):
        if action == LEFT:
            return self.below(state)
        return state.top() if action == RIGHT else -1

    def look(self, state):
        self.look_ahead(state, 3)

    def swap_is_due(self, state, gold):
        """Eager: s1 and s0 have to change places."""
        return self.must_change(gold, self.below(state), state.top())

    def fill_costs(self, state, gold):
        """Costs: the loss after each transition, less that before it.

        SWAP costs nothing if it is due, and then all others cost 1 or more.
        """
        action: cython.int
        dependent: cython.int
        before: cython.int = self.arcs_lost(state, gold)
        mask: cython.ulonglong = self.valid(state)
        for action in range(SHIFT, SWAP):
            if mask >> action & 1:
                dependent = self.arc_dependent(state, action)
                gold.scratch.copy_from(state)
                self.perform(gold.scratch, action, -1)
                gold.costs[action] = self.arcs_lost(gold.scratch, gold) - before
                if dependent > 0:
                    gold.costs[action] += gold.is_wrong(dependent, self.arc_head(state, action))
        self.set_static_costs(gold, mask, self.swap_is_due(state, gold))

    def count_loss(self, state, gold):
        return self.wrong_arcs(state, gold) + self.arcs_lost(state, gold)

    def arcs_lost(self, state, gold):
        """The least number of wrong arcs to come."""
        i: cython.int
        word: cython.int
        s0: cython.int = state.top()
        for i in range(state.n + 1):
            self.table.stays[i] = 0
        for i in range(state.stack_size):
            word = state.stack[i]
            self.table.stays[word] = not (
                self.must_change(gold, word, s0) or self.returns(state, gold, word)
            )
        self.table.pushed = -1
        if s0 > 0 and not self.table.stays[s0]:
            self.table.pushed = self.first_ahead(state, gold)
        return self.table.arcs_lost(state, gold, -1)

    def first_ahead(self, state, gold):
        """The word of the buffer that comes first in the projective order."""
        k: cython.int = 1
        first: cython.int = self.ahead(state, 0)
        word: cython.int = first
        while word >= 0:
            if gold.order[word] < gold.order[first]:
                first = word
            word = self.ahead(state, k)
            k += 1
        return first

    def static_action(self, state, gold):
        """LEFT or RIGHT as soon as it makes a gold arc to a node that has its own dependents; else
        SWAP if it is due.
        """
        s0: cython.int = state.top()
        s1: cython.int = self.below(state)
        if s1 > 0 and gold.heads[s1] == s0 and self.is_built(state, gold, s1):
            return LEFT
        if s1 >= 0 and gold.heads[s0] == s1 and self.is_built(state, gold, s0):
            return RIGHT
        return SWAP if self.swap_is_due(state, gold) else SHIFT


@cython.cclass
class ArcStandardSwapLazy(ArcStandardSwap):
    """The same system with the lazy oracle: first it builds what it can without SWAP.

    For parts of trees, whose components are not known, the oracle is the eager one.
    """

    name = "arc-standard-swap-lazy"

    def swap_is_due(self, state, gold):
        """Lazy: and s0 and b are not in the same maximal projective component."""
        b: cython.int = self.ahead(state, 0)
        if not ArcStandardSwap.swap_is_due(self, state, gold):
            return False
        return b < 0 or not gold.complete or gold.component[b] != gold.component[state.top()]
