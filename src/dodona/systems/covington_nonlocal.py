"""Covington's parsing with non-local transitions, with a static and a dynamic oracle.

Fernández-González & Gómez-Rodríguez 2018, *Non-Projective Dependency Parsing with Non-Local
Transitions*: arcs are made with any word of λ1 at once, in place of passing on to it word by word.
The configurations ⟨λ1|ik|...|i1, λ2, j|B, A⟩ are those of Covington's algorithm.

LEFT_k and RIGHT_k do what `Covington` does by k - 1 times NO-ARC and then LEFT or RIGHT; NO-ARC
before SHIFT changes nothing. So the same gold arcs are in reach, and the loss is that of
`Covington`.
"""

from types import MappingProxyType

import cython

from dodona.systems.actions.covington import LEFT, NO_ARC, RIGHT, ROOT, SHIFT
from dodona.systems.covington import Covington
from dodona.systems.covington_lists import CovingtonLists

FURTHEST = 30
_FURTHER = tuple(f"{side}_{k}" for k in range(2, FURTHEST + 1) for side in ("LEFT", "RIGHT"))


@cython.cclass
class CovingtonNonlocal(Covington):
    """SHIFT, LEFT_k and RIGHT_k over a word and those to the left of it; complete for all trees.

    The number k goes up to 30, since there can be 64 actions. NO-ARC is there for lists with more
    words, and only then legal; it passes by 30 of them. All other derivations have at most 2n
    transitions. What happens at the end, with the root last, is told in `CovingtonLists`;
    LEFT_1, RIGHT_1 and ROOT have the numbers of LEFT, RIGHT and ROOT there, and LEFT_2, RIGHT_2,
    LEFT_3, ... follow.
    """

    name = "covington-nonlocal"
    actions = ("SHIFT", "NO-ARC", "LEFT_1", "RIGHT_1", "ROOT", *_FURTHER)
    directions = (0, 0, -1, 1, -1, *(-1, 1) * (FURTHEST - 1))
    varying_length = False
    scored_as = MappingProxyType(
        dict(zip(_FURTHER, ("LEFT_1", "RIGHT_1") * (FURTHEST - 1), strict=True))
    )

    def passed(self, state, action):
        """How many words of λ1 an action passes by before it does what its `local` one does."""
        if action > ROOT:
            return (action - ROOT + 1) // 2
        return FURTHEST - 1 if action == NO_ARC and state.front <= state.n else 0

    def leftward(self, k):
        """LEFT_k; RIGHT_k is the next action."""
        return LEFT if k == 1 else ROOT + 2 * k - 3

    def local(self, action):
        """LEFT or RIGHT for LEFT_k or RIGHT_k; others are their own."""
        if action <= ROOT:
            return action
        return LEFT if (action - ROOT) & 1 else RIGHT

    def valid(self, state):
        """Preconditions; at the end they are those of Covington's algorithm.

        SHIFT:   j is a word.
        LEFT_k:  ik and j are words, ik has no head, and there is no path from ik to j.
        RIGHT_k: ik and j are words, j has no head, and there is no path from j to ik.
        NO-ARC:  j is a word, and λ1 has so many words that k does not reach all.
        """
        mask: cython.ulonglong = 1 << SHIFT
        pair: cython.ulonglong
        k: cython.int
        i: cython.int = state.partner
        j: cython.int = state.front
        if j > state.n:
            return CovingtonLists.valid(self, state)
        if i > FURTHEST:
            mask |= 1 << NO_ARC
        for k in range(1, min(i, FURTHEST) + 1):
            pair = self.may_link(state, j, i) | self.may_link(state, i, j) << 1
            mask |= pair << self.leftward(k)
            i -= 1
        return mask

    def perform(self, state, action, label):
        """Effects.

        SHIFT:     ⟨λ1, λ2, j|B, A⟩           ⇒ ⟨λ1·λ2|j, [], B, A⟩
        LEFT_k,l:  ⟨λ1|ik|...|i1, λ2, j|B, A⟩ ⇒ ⟨λ1, ik|...|i1|λ2, j|B, A ∪ {(j, l, ik)}⟩
        RIGHT_k,l: ⟨λ1|ik|...|i1, λ2, j|B, A⟩ ⇒ ⟨λ1, ik|...|i1|λ2, j|B, A ∪ {(ik, l, j)}⟩
        NO-ARC:    ⟨λ1|ik|...|i1, λ2, B, A⟩   ⇒ ⟨λ1, ik|...|i1|λ2, B, A⟩, for the largest k
        """
        state.partner -= self.passed(state, action)
        CovingtonLists.perform(self, state, self.local(action), label)

    def arc_head(self, state, action):
        if self.local(action) == RIGHT and state.front <= state.n:
            return state.partner - self.passed(state, action)
        return CovingtonLists.arc_head(self, state, self.local(action))

    def arc_dependent(self, state, action):
        if self.local(action) == LEFT and state.front <= state.n:
            return state.partner - self.passed(state, action)
        return CovingtonLists.arc_dependent(self, state, self.local(action))

    def look_at(self, state, action):
        """The lists as they are once ik is the left focus word."""
        i: cython.int = state.partner
        state.partner = i - self.passed(state, action)
        self.look(state)
        state.partner = i

    def fill_plain_costs(self, state, gold):
        """Costs where there may be several roots: those of passing by words, and of the arc."""
        action: cython.int
        i: cython.int = state.partner
        j: cython.int = state.front
        k: cython.int
        cost: cython.int = 0
        if j > state.n:
            self.fill_costs_at_end(gold)
            return
        gold.costs[SHIFT] = self.shift_cost(state, gold)
        for k in range(1, min(i, FURTHEST) + 1):
            action = self.leftward(k)
            if self.may_link(state, j, state.partner):
                gold.costs[action] = cost + self.link_cost(state, gold, j, state.partner)
            if self.may_link(state, state.partner, j):
                gold.costs[action + 1] = cost + self.link_cost(state, gold, state.partner, j)
            cost += self.pass_cost(state, gold)
            state.partner -= 1
        gold.costs[NO_ARC] = cost
        state.partner = i

    def nearest(self, state, gold):
        """The k of the nearest word of λ1 with a gold arc to or from j; 0 if there is none."""
        i: cython.int = state.partner
        j: cython.int = state.front
        if j > state.n:
            return 0
        while i > 0 and gold.heads[i] != j and gold.heads[j] != i:
            i -= 1
        return state.partner - i + 1 if i > 0 else 0

    def fill_nondet_costs(self, state, gold):
        """LEFT_k and RIGHT_k must make gold arcs, and no transition may pass by any.

        With a single root some can be made at the end too, so costs decide.
        """
        action: cython.int
        k: cython.int = self.nearest(state, gold)
        mask: cython.ulonglong = self.valid(state)
        if self.single_root or state.front > state.n:
            self.fill_costs(state, gold)
            return
        for action in range(len(gold.costs)):
            if mask >> action & 1:
                gold.costs[action] = 1
        gold.costs[self.static_action(state, gold)] = 0
        if k == 0:
            gold.costs[NO_ARC] = 0

    def static_action(self, state, gold):
        """LEFT_k or RIGHT_k for the nearest word with a gold arc to or from j, else SHIFT."""
        k: cython.int = self.nearest(state, gold)
        if state.front > state.n:
            return ROOT
        if k == 0:
            return SHIFT
        if k > FURTHEST:
            return NO_ARC
        return self.leftward(k) + (gold.heads[state.front] == state.partner - k + 1)
