"""Arc-standard parsing with a static, a nondeterministic and a dynamic oracle.

Goldberg, Sartorio & Satta 2014, *A Tabular Method for Dynamic Oracles in Transition-Based Parsing*:
the system is that of section 2, the dynamic oracle that of section 4. In configurations
(σ|s1|s0, b|β, A) the two topmost nodes of the stack are s1 and s0, and b is the front of the
buffer. The first configuration is ([], [0 ... n], ∅), the last ([0], [], A); the root is never a
dependent.
"""

from collections.abc import Sequence

import cython

from dodona.systems.actions.arc_standard import LEFT, RIGHT, SHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import Configuration
from dodona.systems.limits import INFINITE
from dodona.systems.linear_loss import LinearLoss
from dodona.systems.state import State
from dodona.systems.tabular_loss import TabularLoss


@cython.cclass
class ArcStandard(TransitionSystem):
    """SHIFT, LEFT and RIGHT over a stack and a buffer; complete for projective trees.

    With ``single_root`` the root takes its dependent when nothing else is left.

    ``loss`` says how the oracle counts; the costs are the same, and exact, for projective gold
    trees. For others, and for parts of trees, they are always those of the table, which is exact
    for parts of projective trees too.

    linear   in linear time, see `LinearLoss`
    tabular  by the table of the paper, see `TabularLoss`
    """

    name = "arc-standard"
    actions = ("SHIFT", "LEFT", "RIGHT")
    directions = (0, -1, 1)
    focus_names = ("S0", "S1", "S2", "N0", "N1", "N2")
    parsing_root = "first"

    losses = ("linear", "tabular")

    def __init__(
        self, root_last: bool = False, single_root: bool = False, loss: str = "linear"
    ) -> None:
        super().__init__(root_last, single_root)
        self.is_linear = loss == "linear"
        self.linear = LinearLoss()
        self.table = TabularLoss()

    def reserve(self, n: int) -> None:
        self.linear.reserve(n)
        self.table.reserve(n)

    def start(self, state, n):
        state.reset(n)
        state.front = 0

    def valid(self, state):
        """Preconditions.

        SHIFT: there is a b.
        LEFT:  there is an s1, and it is not the root.
        RIGHT: there is an s1; with a single root, if s1 is the root, there is no b.
        """
        mask: cython.ulonglong = 0
        if state.front <= state.n:
            mask |= 1 << SHIFT
        if state.stack_size > 1:
            if state.stack_size > 2:
                mask |= 1 << LEFT
            if state.stack_size > 2 or self.root_may_take(state):
                mask |= 1 << RIGHT
        return mask

    def root_may_take(self, state):
        """Whether the root may take a dependent: a single one when nothing else is left."""
        return not self.single_root or state.front > state.n

    def perform(self, state, action, label):
        """Effects (Figure 1).

        SHIFT:   (σ, b|β, A)     ⇒ (σ|b, β, A)
        LEFT_l:  (σ|s1|s0, β, A) ⇒ (σ|s0, β, A ∪ {(s0, l, s1)})
        RIGHT_l: (σ|s1|s0, β, A) ⇒ (σ|s1, β, A ∪ {(s1, l, s0)})
        """
        top: cython.int
        if action == SHIFT:
            state.push(state.front)
            state.front += 1
            return
        top = state.pop()
        if action == LEFT:
            state.attach(top, state.pop(), label)
            state.push(top)
        else:
            state.attach(state.top(), top, label)

    def second(self, state):
        """The second topmost node of the stack, or -1."""
        return state.stack[state.stack_size - 2] if state.stack_size > 1 else -1

    def arc_head(self, state, action):
        if action == LEFT:
            return state.top()
        return self.second(state) if action == RIGHT else -1

    def arc_dependent(self, state, action):
        if action == LEFT:
            return self.second(state)
        return state.top() if action == RIGHT else -1

    def look(self, state):
        i: cython.int
        for i in range(3):
            state.focus[i] = state.stack[state.stack_size - 1 - i] if state.stack_size > i else -1
            state.focus[3 + i] = state.front + i if state.front + i <= state.n else -1

    def fill_costs(self, state, gold):
        """Costs: the loss after each transition, less that of the best one, which costs nothing.

        SHIFT: the wrong arcs to come from (σ|s1|s0|b, β).
        LEFT:  those from (σ|s0, b|β), and s0 → s1 if it is wrong.
        RIGHT: those from (σ|s1, b|β), and s1 → s0 if it is wrong.
        """
        s0: cython.int = state.top()
        s1: cython.int = self.second(state)
        least: cython.int = INFINITE
        mask: cython.ulonglong = self.valid(state)
        action: cython.int
        for action in range(3):
            if mask >> action & 1:
                gold.costs[action] = self.arcs_lost(state, gold, action)
                if action == LEFT:
                    gold.costs[action] += gold.is_wrong(s1, s0)
                elif action == RIGHT:
                    gold.costs[action] += gold.is_wrong(s0, s1)
                least = min(least, gold.costs[action])
        for action in range(3):
            gold.costs[action] -= least

    def count_loss(self, state, gold):
        return self.wrong_arcs(state, gold) + self.arcs_lost(state, gold, -1)

    def arcs_lost(self, state, gold, action):
        """The least number of wrong arcs to come after an action (-1: as it is)."""
        if self.is_linear and gold.projective and gold.complete:
            return self.linear.arcs_lost(state, gold, action)
        return self.table.arcs_lost(state, gold, action)

    def stacks(self, c: Configuration, heads: Sequence[int]) -> tuple[int, int]:
        """The sizes of the stack and of the right stack (section 4.2) of a configuration."""
        gold, _ = self._gold(c, heads, None)
        state: State = c.state
        left: cython.int = self.table.list_stack(state, -1)
        right: cython.int = self.table.list_right_stack(state, gold, -1, left)
        return left, right

    def ends_before_buffer(self, state, gold, node):
        """Whether no gold dependent of a node is in the buffer."""
        end: cython.int = gold.first_dependent[node + 1]
        return end == gold.first_dependent[node] or gold.dependents[end - 1] < state.front

    def fill_nondet_costs(self, state, gold):
        """While the gold tree can be reached (and all of it is known, else costs decide):

        SHIFT: s0 has gold dependents in the buffer, or its gold head is there and s1 is not its
               gold dependent.
        LEFT:  s0 → s1 is a gold arc.
        RIGHT: s1 → s0 is a gold arc, and s0 has no gold dependents in the buffer.
        """
        s0: cython.int = state.top()
        s1: cython.int = self.second(state)
        takes_s1: cython.bint
        complete: cython.bint
        if not gold.complete:
            self.fill_costs(state, gold)
            return
        gold.costs[SHIFT] = gold.costs[LEFT] = gold.costs[RIGHT] = 0
        if s1 < 0:
            return
        takes_s1 = s1 > 0 and gold.heads[s1] == s0
        complete = self.ends_before_buffer(state, gold, s0)
        gold.costs[SHIFT] = complete and (takes_s1 or gold.heads[s0] < state.front)
        gold.costs[LEFT] = not takes_s1
        gold.costs[RIGHT] = not (complete and gold.heads[s0] == s1)

    def static_action(self, state, gold):
        """LEFT or RIGHT as soon as it makes a gold arc and takes no node from its dependents."""
        s0: cython.int = state.top()
        s1: cython.int = self.second(state)
        if s1 > 0 and gold.heads[s1] == s0:
            return LEFT
        if s1 >= 0 and gold.heads[s0] == s1 and self.ends_before_buffer(state, gold, s0):
            return RIGHT
        return SHIFT
