"""Attardi's non-projective parsing with a static, a nondeterministic and a dynamic oracle.

Attardi 2006, *Experiments with a Multilanguage Non-Projective Dependency Parser*, with degree 2
and on the stack alone, as in Gómez-Rodríguez, Sartorio & Satta 2014, *A Polynomial-Time Dynamic
Oracle for Non-Projective Dependency Parsing*: arc-standard parsing with two more transitions, whose
arcs pass over a tree. In configurations (σ|s2|s1|s0, b|β, A) the topmost nodes of the stack are s2,
s1 and s0, and b is the front of the buffer. The first configuration is ([], [0 ... n], ∅), the last
([0], [], A); the root is never a dependent.

*The static oracle* makes a gold arc as soon as the dependent has all its own dependents, and
derives every tree that the system can derive. For such a dependent takes part in nothing more but
this arc: every other transition makes an arc of s0, and without a tree below s0 the partners of
later arcs are as close as before, or closer.

*The dynamic oracle* is not the paper's, in polynomial time, but finds the loss by a search over
all configurations: exact for all gold trees and parts of trees, and for short sentences only.
"""

from collections.abc import Sequence

import cython

from dodona.systems.base import TransitionSystem
from dodona.systems.gold import Gold
from dodona.systems.limits import MOST_WORDS
from dodona.systems.state import State
from dodona.systems.subset_loss import SubsetLoss
from dodona.treebank.incomplete import complete
from dodona.treebank.trees import is_projective

SHIFT = 0
LEFT = 1
RIGHT = 2
LEFT_2 = 3
RIGHT_2 = 4


@cython.cclass
class Attardi(TransitionSystem):
    """SHIFT, LEFT, RIGHT, LEFT-2 and RIGHT-2 over a stack and a buffer; linear time.

    It derives all projective trees, and those whose crossing arcs can be had over one tree at a
    time. With ``single_root`` the root takes its dependent when nothing else is left.
    """

    name = "attardi"
    actions = ("SHIFT", "LEFT", "RIGHT", "LEFT-2", "RIGHT-2")
    directions = (0, -1, 1, -1, 1)
    focus_names = ("S0", "S1", "S2", "S3", "N0", "N1", "N2")
    parsing_root = "first"
    projective = False
    limited = True
    most_words = MOST_WORDS

    def __init__(self, root_last: bool = False, single_root: bool = False) -> None:
        super().__init__(root_last, single_root)
        self.search = SubsetLoss(single_root)

    @property
    def root_actions(self):
        return ("RIGHT",) if self.single_root else ("RIGHT", "RIGHT-2")

    def reserve(self, n: int) -> None:
        self.search.reserve(n)

    def start(self, state, n):
        state.reset(n)
        state.front = 0

    def valid(self, state):
        """Preconditions.

        SHIFT:   there is a b.
        LEFT:    there is an s1, and it is not the root.
        RIGHT:   there is an s1; with a single root, if s1 is the root, there is no b.
        LEFT-2:  there is an s2, and it is not the root.
        RIGHT-2: there is an s2; with a single root it is not the root.
        """
        mask: cython.ulonglong = 0
        size: cython.int = state.stack_size
        if state.front <= state.n:
            mask |= 1 << SHIFT
        if size > 2:
            mask |= 1 << LEFT
        if size > 2 or (size == 2 and (not self.single_root or state.front > state.n)):
            mask |= 1 << RIGHT
        if size > 3:
            mask |= 1 << LEFT_2
        if size > 3 or (size == 3 and not self.single_root):
            mask |= 1 << RIGHT_2
        return mask

    def perform(self, state, action, label):
        """Effects.

        SHIFT:     (σ, b|β, A)        ⇒ (σ|b, β, A)
        LEFT_l:    (σ|s1|s0, β, A)    ⇒ (σ|s0, β, A ∪ {(s0, l, s1)})
        RIGHT_l:   (σ|s1|s0, β, A)    ⇒ (σ|s1, β, A ∪ {(s1, l, s0)})
        LEFT-2_l:  (σ|s2|s1|s0, β, A) ⇒ (σ|s1|s0, β, A ∪ {(s0, l, s2)})
        RIGHT-2_l: (σ|s2|s1|s0, β, A) ⇒ (σ|s2|s1, β, A ∪ {(s2, l, s0)})
        """
        top: cython.int
        between: cython.int = -1
        if action == SHIFT:
            state.push(state.front)
            state.front += 1
            return
        state.attach(self.arc_head(state, action), self.arc_dependent(state, action), label)
        top = state.pop()
        if action in (RIGHT, RIGHT_2):
            return
        if action == LEFT_2:
            between = state.pop()
        state.pop()
        if action == LEFT_2:
            state.push(between)
        state.push(top)

    def node(self, state, i):
        """The node s_i of the stack, or -1."""
        return state.stack[state.stack_size - 1 - i] if state.stack_size > i else -1

    def arc_head(self, state, action):
        if action in (LEFT, LEFT_2):
            return state.top()
        return -1 if action == SHIFT else self.node(state, 1 if action == RIGHT else 2)

    def arc_dependent(self, state, action):
        if action in (RIGHT, RIGHT_2):
            return state.top()
        return -1 if action == SHIFT else self.node(state, 1 if action == LEFT else 2)

    def look(self, state):
        i: cython.int
        for i in range(4):
            state.focus[i] = self.node(state, i)
        for i in range(3):
            state.focus[4 + i] = state.front + i if state.front + i <= state.n else -1

    def count_loss(self, state, gold):
        return self.wrong_arcs(state, gold) + self.search.arcs_lost(state, gold)

    def is_gold(self, state, gold, action):
        """Whether a legal action makes a gold arc to a node that has all its gold dependents.

        On the way to a gold tree all arcs are gold, so that it is enough to count them.
        """
        d: cython.int = self.arc_dependent(state, action)
        wanted: cython.int
        if d < 0 or gold.heads[d] != self.arc_head(state, action):
            return False
        wanted = gold.first_dependent[d + 1] - gold.first_dependent[d]
        return state.left_count[d] + state.right_count[d] == wanted

    def static_action(self, state, gold):
        """The gold arc that can be made, else SHIFT; -1 where the gold tree is out of reach."""
        action: cython.int
        mask: cython.ulonglong = self.valid(state)
        for action in range(LEFT, RIGHT_2 + 1):
            if mask >> action & 1 and self.is_gold(state, gold, action):
                return action
        return SHIFT if mask & 1 else -1

    def fill_nondet_costs(self, state, gold):
        """While the gold tree can be reached (and all of it is known, else costs decide):

        SHIFT:  the static oracle goes on from there to the gold tree.
        Others: they make a gold arc, and the dependent has all its gold dependents.
        """
        action: cython.int
        mask: cython.ulonglong = self.valid(state)
        if not gold.complete:
            self.fill_costs(state, gold)
            return
        for action in range(LEFT, RIGHT_2 + 1):
            if mask >> action & 1:
                gold.costs[action] = not self.is_gold(state, gold, action)
        if mask & 1:
            gold.scratch.copy_from(state)
            self.perform(gold.scratch, SHIFT, -1)
            gold.costs[SHIFT] = not self.arrives(gold.scratch, gold)

    def arrives(self, state, gold):
        """Whether the static oracle finds a way to the gold tree; it changes the state."""
        action: cython.int
        while not self.is_final(state):
            action = self.static_action(state, gold)
            if action < 0:
                return False
            self.perform(state, action, -1)
        return True

    def derives(self, heads: Sequence[int]) -> bool:
        heads = complete(heads)
        if is_projective(heads):
            return True
        gold = Gold(heads)
        state = State(gold.n)
        self.start(state, gold.n)
        return bool(self.arrives(state, gold))
