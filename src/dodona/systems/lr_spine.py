"""LR-spine parsing with a static, a nondeterministic and a dynamic oracle.

Goldberg, Sartorio & Satta 2014, *A Tabular Method for Dynamic Oracles in Transition-Based Parsing*,
section 6; the system is that of Sartorio, Satta & Nivre 2013. Configurations are those of
arc-standard. A node on the stack stands for its tree. The left spine of a tree goes from its root
down by the leftmost child on the left, the right spine by the rightmost child on the right; both
can be read off the arcs. Any node of a spine may take a dependent.

The costs are exact for projective gold trees and parts of them, as long as no spine is longer than
the k that there are; see `SpineTable`.
"""

from collections.abc import Sequence
from types import MappingProxyType

import cython

from dodona.systems.actions.arc_standard import SHIFT
from dodona.systems.arc_standard import ArcStandard
from dodona.systems.configuration import Configuration, SpineConfiguration
from dodona.systems.limits import INFINITE
from dodona.systems.spine_table import SpineTable

DEEPEST = 31
_LEFTS = tuple(f"LEFT_{k}" for k in range(1, DEEPEST + 1))
_RIGHTS = tuple(f"RIGHT_{k}" for k in range(1, DEEPEST + 1))


@cython.cclass
class LRSpine(ArcStandard):
    """SHIFT, LEFT_k and RIGHT_k over a stack of trees and a buffer; complete for projective trees.

    The number k goes up to 31, since there can be 64 actions; nodes further down a spine take no
    dependents. The static oracle does without them: it leaves a tree on the stack as long as it
    has a node too far down that waits for dependents. With ``single_root`` the root takes its
    dependent when nothing else is left.
    """

    name = "lr-spine"
    actions = ("SHIFT", *_LEFTS, *_RIGHTS)
    directions = (0, *(-1,) * DEEPEST, *(1,) * DEEPEST)
    losses = ()
    scored_as = MappingProxyType(
        dict.fromkeys(_LEFTS[1:], _LEFTS[0]) | dict.fromkeys(_RIGHTS[1:], _RIGHTS[0])
    )

    def __init__(self, root_last: bool = False, single_root: bool = False) -> None:
        super().__init__(root_last, single_root, "tabular")
        self.table = SpineTable()

    def valid(self, state):
        """Preconditions.

        SHIFT:   there is a b.
        LEFT_k:  the left spine of s0 has k nodes; s1 is a word.
        RIGHT_k: the right spine of s1 has k nodes; with a single root, if s1 is the root, there is
                 no b.
        """
        mask: cython.ulonglong = state.front <= state.n
        bit: cython.ulonglong = 1
        k: cython.int
        node: cython.int
        if state.stack_size > 2:
            node = state.top()
            for k in range(1, DEEPEST + 1):
                if node < 0:
                    break
                mask |= bit << k
                node = state.left1[node]
        if state.stack_size > 2 or (state.stack_size > 1 and self.root_may_take(state)):
            node = self.second(state)
            for k in range(DEEPEST + 1, 2 * DEEPEST + 1):
                if node < 0:
                    break
                mask |= bit << k
                node = state.right1[node]
        return mask

    def perform(self, state, action, label):
        """Effects.

        SHIFT:     (σ, b|β, A)     ⇒ (σ|b, β, A)
        LEFT_k,l:  (σ|s1|s0, β, A) ⇒ (σ|s0, β, A ∪ {(h, l, s1)}), h the k-th of s0's left spine
        RIGHT_k,l: (σ|s1|s0, β, A) ⇒ (σ|s1, β, A ∪ {(h, l, s0)}), h the k-th of s1's right spine
        """
        head: cython.int = self.arc_head(state, action)
        top: cython.int
        if action == SHIFT:
            state.push(state.front)
            state.front += 1
            return
        top = state.pop()
        if action <= DEEPEST:
            state.attach(head, state.pop(), label)
            state.push(top)
        else:
            state.attach(head, top, label)

    def arc_head(self, state, action):
        _: cython.int
        node: cython.int = -1
        if action > DEEPEST:
            node = self.second(state)
            for _ in range(DEEPEST + 1, action):
                node = state.right1[node]
        elif action > SHIFT:
            node = state.top()
            for _ in range(1, action):
                node = state.left1[node]
        return node

    def arc_dependent(self, state, action):
        if action > DEEPEST:
            return state.top()
        return self.second(state) if action > SHIFT else -1

    def look_at(self, state, action):
        """The node that would take the dependent stands in the place of s0 or s1."""
        self.look(state)
        state.focus[action > DEEPEST] = self.arc_head(state, action)

    def fill_costs(self, state, gold):
        """Costs: the loss after each transition, less that of the best one, which costs nothing.

        LEFT_k and LEFT_k+1 keep the same gold arcs in reach, but for the arc that they make, if
        the node k + 1 has no gold dependents in σ; likewise RIGHT_k if it has none in the buffer.
        """
        action: cython.int
        loss: cython.int = 0
        node: cython.int = -1
        dependent: cython.int
        least: cython.int = INFINITE
        mask: cython.ulonglong = self.valid(state)
        for action in range(2 * DEEPEST, -1, -1):
            if not mask >> action & 1:
                node = -1
                continue
            if (
                action in (SHIFT, DEEPEST)
                or node < 0
                or self.waits(state, gold, node, action > DEEPEST)
            ):
                gold.scratch.copy_from(state)
                self.perform(gold.scratch, action, -1)
                loss = self.arcs_lost(gold.scratch, gold, -1)
            node = self.arc_head(state, action)
            dependent = self.arc_dependent(state, action)
            gold.costs[action] = loss + (dependent >= 0 and gold.is_wrong(dependent, node))
            least = min(least, gold.costs[action])
        for action in range(2 * DEEPEST + 1):
            gold.costs[action] -= least

    def _view(self, state, label_names):
        return SpineConfiguration(
            state, label_names, self.buffer_nodes(state), self.is_final(state)
        )

    def table_sizes(self, c: Configuration, heads: Sequence[int]) -> list[int]:
        """The most entries in a T[i, j], for i + j - 1 = 1, 2, ... as the paper counts them."""
        left, right = self.stacks(c, heads)
        gold, _ = self._gold(c, heads, None)
        table: SpineTable = self.table
        table.arcs_lost(c.state, gold, -1)
        return list(table.largest[1 : left + right + 1])

    def waits(self, state, gold, node, in_buffer):
        """Whether a node has gold dependents in the buffer, or on the stack below s1."""
        k: cython.int
        d: cython.int
        if in_buffer:
            return not self.ends_before_buffer(state, gold, node)
        for k in range(gold.first_dependent[node], gold.first_dependent[node + 1]):
            d = gold.dependents[k]
            if d >= self.second(state):
                return False
            if state.heads[d] < 0:
                return True
        return False

    def fill_nondet_costs(self, state, gold):
        """While the gold tree can be reached (and all of it is known, else costs decide):

        SHIFT:   a node of s0's right spine has gold dependents in the buffer, or s0 its gold head.
        LEFT_k:  it makes a gold arc.
        RIGHT_k: it makes a gold arc.
        """
        action: cython.int
        dependent: cython.int
        mask: cython.ulonglong = self.valid(state)
        if not gold.complete:
            self.fill_costs(state, gold)
            return
        for action in range(1, 2 * DEEPEST + 1):
            if mask >> action & 1:
                dependent = self.arc_dependent(state, action)
                gold.costs[action] = gold.heads[dependent] != self.arc_head(state, action)
        gold.costs[SHIFT] = 0
        if state.stack_size > 1 and gold.heads[state.top()] < state.front:
            gold.costs[SHIFT] = not self.waits_below(state, gold, state.top(), 1)

    def waits_below(self, state, gold, node, k):
        """Whether the k-th node of a tree's right spine, or one below, has dependents to come."""
        while node >= 0:
            if k <= 1 and not self.ends_before_buffer(state, gold, node):
                return True
            node = state.right1[node]
            k -= 1
        return False

    def static_action(self, state, gold):
        """LEFT_k or RIGHT_k as soon as it makes a gold arc.

        RIGHT_k waits if it would put a node that has gold dependents in the buffer too far down.
        """
        action: cython.int
        dependent: cython.int
        mask: cython.ulonglong = self.valid(state)
        for action in range(1, 2 * DEEPEST + 1):
            if mask >> action & 1:
                dependent = self.arc_dependent(state, action)
                if gold.heads[dependent] != self.arc_head(state, action):
                    continue
                if action <= DEEPEST or not self.waits_below(
                    state, gold, dependent, 2 * DEEPEST + 1 - action
                ):
                    return action
        return SHIFT
