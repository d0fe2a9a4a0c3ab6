"""2-planar parsing with a static and a dynamic oracle.

Fernández-González & Gómez-Rodríguez 2018, *A Dynamic Oracle for Linear-Time 2-Planar Dependency
Parsing*: what counts are gold arcs out of reach and cycles. The configurations ⟨Σ0, Σ1, j|B, A⟩,
with i on top of the active stack Σ0, are those of `TwoPlanarStacks`.

The loss here is exact, whichever planes arcs are made on. A gold arc can still be made on a plane
if its words will meet there: the left one is on this plane's stack, or in the buffer. Gold arcs can
all be made if each is on a plane where it crosses no other that is still to come, and they close no
cycle with each other and A; `Planes` finds how many must be given up. Arcs that were made hinder no
others but by what has left a stack. Words without a head hang from the root, and such arcs cross no
others.
"""

from array import array
from collections.abc import Sequence

import cython

from dodona.systems.actions.two_planar import LEFT, REDUCE, RIGHT, ROOT, SHIFT, SWITCH, SWITCHED
from dodona.systems.gold import Gold
from dodona.systems.planes import Planes
from dodona.systems.state import State
from dodona.systems.two_planar_stacks import TwoPlanarStacks
from dodona.treebank.incomplete import complete
from dodona.treebank.trees import is_projective

BOTH = 3


@cython.cclass
class TwoPlanar(TwoPlanarStacks):
    """SHIFT, REDUCE, LEFT, RIGHT and SWITCH; complete for all trees whose arcs, without those from
    the root, are on two planes.

    A word gets one head only, and no arc closes a cycle. The costs are exact for all trees and
    parts of trees (with ``single_root``, those with one root at most) for which the search of
    `Planes` comes to its end.
    """

    name = "two-planar"
    limited = True

    def __init__(self, root_last: bool = False, single_root: bool = False) -> None:
        super().__init__(root_last, single_root)
        self.count_end = True
        self.planes = Planes(0)
        self.reserve(100)

    def reserve(self, n: int) -> None:
        if self.planes.capacity < n:
            self.planes = Planes(n)
            self.next = State(n)
            self.stacks = array("i", bytes(4 * (n + 1)))
            self.loses = array("i", bytes(4 * (n + 1)))
            self.gained = array("i", bytes(4 * (n + 1)))

    def derives(self, heads: Sequence[int]) -> bool:
        heads = complete(heads)
        if is_projective(heads):
            return True
        self.reserve(len(heads) - 1)
        return self.lost_ahead(State(len(heads) - 1), Gold(heads), BOTH, 0) == 0

    # The dynamic oracle.

    def count_loss(self, state, gold):
        """The fewest gold arcs that no end of the configuration has."""
        if state.mode & SWITCHED and state.front <= state.n:
            return self.loss_after_switch(state, gold)
        return self.loss_with(state, gold, BOTH)

    def loss_after_switch(self, state, gold):
        """The loss where the next transition is not SWITCH.

        To make arcs on the plane that was just left, something must be done on the other before; it
        costs nothing if j needs no such arcs. Else the loss is the least of those that follow.
        """
        action: cython.int
        dependent: cython.int
        mask: cython.ulonglong = self.valid(state)
        least: cython.int = self.loss_with(state, gold, BOTH)
        loss: cython.int = self.loss_with(state, gold, 1 << self.active(state))
        for action in range(REDUCE, RIGHT + 1):
            if loss > least and mask >> action & 1:
                dependent = self.arc_dependent(state, action)
                self.next.copy_from(state)
                self.perform(self.next, action, gold.labels[dependent] if dependent > 0 else -1)
                loss = min(loss, self.loss_with(self.next, gold, BOTH))
        return loss

    def loss_with(self, state, gold, at_front):
        """The loss where j can get arcs on these planes, without regard to the last transition."""
        lost: cython.int = self.lost_ahead(state, gold, at_front, 0)
        if self.single_root and self.count_end:
            lost += self.change_by_single_root(state, gold, at_front, lost)
        return lost + self.wrong_arcs(state, gold)

    def lost_ahead(self, state, gold, at_front, root):
        """How many gold arcs to words without a head get lost.

        ``root`` is the word that is to be the single root, 0 for none: it gets no head, and its
        dependents get theirs at the end.
        """
        d: cython.int
        lost: cython.int = 0
        self.find_reachable(state, gold, at_front, root)
        for d in range(1, state.n + 1):
            lost += self.loses[d]
        if gold.projective:
            return lost + self.count_cycles(state, gold)
        self.count_cycles(state, gold)
        return lost + self.planes.least_lost(state.n)

    def find_reachable(self, state, gold, at_front, root):
        """Fill ``planes`` with the gold arcs that are individually reachable, and ``loses`` with 1
        for the words whose gold arcs are not.
        """
        d: cython.int
        head: cython.int
        self.find_stacks(state)
        for d in range(1, state.n + 1):
            head = gold.heads[d]
            self.planes.allowed[d] = 0
            self.loses[d] = 0
            if state.heads[d] >= 0 or head < 0:
                continue
            if head == 0:
                self.loses[d] = root > 0 and d != root
            elif d == root:
                self.loses[d] = 1
            elif head != root:
                self.planes.left[d] = min(head, d)
                self.planes.right[d] = max(head, d)
                self.planes.allowed[d] = self.planes_of(state, head, d, at_front)
                self.loses[d] = self.planes.allowed[d] == 0

    def find_stacks(self, state):
        """Note in ``stacks`` on which of them each word is, or will be."""
        k: cython.int
        for k in range(1, state.n + 1):
            self.stacks[k] = BOTH if k >= state.front else 0
        for k in range(state.stack_size):
            self.stacks[state.stack[k]] |= 1
        for k in range(state.second_size):
            self.stacks[state.second[k]] |= 2

    def planes_of(self, state, head, dependent, at_front):
        """The planes on which an arc can still be made."""
        planes: cython.int = self.stacks[min(head, dependent)]
        right: cython.int = max(head, dependent)
        if right < state.front or planes == 0 or self.is_above(state, dependent, head):
            return 0
        return planes & at_front if right == state.front else planes

    def above(self, state, gold, top):
        """The top of the tree that takes the tree under ``top`` by a reachable gold arc, or -1.

        This is A ∪ I(c, t_G) with each tree of A drawn together into one point.
        """
        if self.planes.allowed[top] == 0:
            return -1
        top = gold.heads[top]
        while state.heads[top] > 0:
            top = state.heads[top]
        return top

    def is_done(self, state, gold, i):
        """Whether no gold arc between i and a word of the buffer is among those in reach."""
        k: cython.Py_ssize_t
        if self.planes.allowed[i] and gold.heads[i] >= state.front:
            return False
        for k in range(gold.first_dependent[i], gold.first_dependent[i + 1]):
            if gold.dependents[k] >= state.front and self.planes.allowed[gold.dependents[k]]:
                return False
        return True

    def count_cycles(self, state, gold):
        """The cycles of A ∪ I(c, t_G), whose arcs in I are marked in ``planes``.

        Walks up from each top and notes in ``visited`` who came by first; a walk that meets itself
        has found a new cycle.
        """
        d: cython.int
        top: cython.int
        cycles: cython.int = 0
        visited = gold.work
        for d in range(1, state.n + 1):
            visited[d] = 0
            self.planes.cycle[d] = 0
        for d in range(1, state.n + 1):
            top = d if state.heads[d] < 0 else -1
            while top > 0 and visited[top] == 0:
                visited[top] = d
                top = self.above(state, gold, top)
            if top > 0 and visited[top] == d:
                cycles += 1
                self.planes.cycle_size[cycles] = self.mark_cycle(state, gold, top, cycles)
        return cycles

    def mark_cycle(self, state, gold, top, number):
        """Give the arcs of a cycle its number; returns how many there are."""
        size: cython.int = 0
        while self.planes.cycle[top] == 0:
            self.planes.cycle[top] = number
            size += 1
            top = self.above(state, gold, top)
        return size

    def change_by_single_root(self, state, gold, at_front, lost):
        """What a single root adds to what is lost, which can be below 0.

        The word r that the root takes in the end takes all that are left without a head. So gold
        arcs from r to such words need no plane. The gold head of r is lost, unless it is the root,
        and so is the gold arc from the root to another word. The best r counts; while there are
        words to read, one of them always changes nothing.
        """
        d: cython.int
        r: cython.int
        root: cython.int = gold.root()
        rootless: cython.bint = root > 0 and state.heads[root] < 0
        bound: cython.int
        least: cython.int = 0
        for d in range(1, state.n + 1):
            self.gained[d] = 0
        for d in range(1, state.n + 1):
            if state.heads[d] < 0 < gold.heads[d] and (self.loses[d] or not gold.projective):
                self.gained[gold.heads[d]] += 1
        if state.front > state.n:
            return self.change_at_end(state, gold, state.partner, self.gained)
        for r in range(1, state.n + 1):
            bound = (rootless and r != root) - self.gained[r]
            if state.heads[r] < 0 and bound < least and least > -lost:
                least = min(least, self.lost_ahead(state, gold, at_front, r) - lost)
        return least

    def fill_costs(self, state, gold):
        """Costs: differences of losses, where they are not known to be 0."""
        action: cython.int
        before: cython.int = -1
        mask: cython.ulonglong = self.valid(state)
        costless: cython.ulonglong = self.costless(state, gold)
        for action in range(SWITCH + 1):
            gold.costs[action] = 0
            if (mask & ~costless) >> action & 1:
                if before < 0:
                    before = self.count_loss(state, gold)
                gold.costs[action] = self.loss_after(state, gold, action) - before

    def loss_after(self, state, gold, action):
        dependent: cython.int = self.arc_dependent(state, action)
        gold.scratch.copy_from(state)
        self.perform(gold.scratch, action, gold.labels[dependent] if dependent > 0 else -1)
        return self.count_loss(gold.scratch, gold)

    def costless(self, state, gold):
        """Actions that leave all as it was for the arcs in reach: REDUCE where i is done, SHIFT and
        SWITCH where nothing can be made with j; and gold arcs, but where a single root counts.
        """
        actions: cython.ulonglong = 0
        i: cython.int = self.word(state, self.active(state), 0)
        if state.front > state.n:
            return 0
        self.find_reachable(state, gold, BOTH, 0)
        if i > 0 and self.is_done(state, gold, i):
            actions |= 1 << REDUCE
        if not self.needs_left(state, gold):
            actions |= (1 << SHIFT) | (1 << SWITCH)
        if i > 0 and not (self.single_root and self.count_end):
            if gold.heads[i] == state.front:
                actions |= 1 << LEFT
            if gold.heads[state.front] == i:
                actions |= 1 << RIGHT
        return actions

    def needs_left(self, state, gold):
        """Whether some gold arc between j and a word to its left is among those in reach."""
        k: cython.Py_ssize_t
        j: cython.int = state.front
        if self.planes.allowed[j] and gold.heads[j] < j:
            return True
        for k in range(gold.first_dependent[j], gold.first_dependent[j + 1]):
            if gold.dependents[k] < j and self.planes.allowed[gold.dependents[k]]:
                return True
        return False

    def prefer(self, state, gold):
        """REDUCE is taught before SHIFT where i is done: the stacks keep what is still of use.
        Where some heads are not known, neither is that.

        With a single root, many arcs can be made at the end too. They are not put off till then.
        """
        mask: cython.ulonglong = self.valid(state)
        if state.front > state.n:
            return
        if self.single_root:
            self.count_end = False
            self.add_plain_costs(state, gold, mask)
            self.count_end = True
        if gold.complete and mask >> REDUCE & 1 and gold.costs[REDUCE] <= gold.costs[SHIFT]:
            gold.costs[SHIFT] += self.costless(state, gold) >> REDUCE & 1

    def add_plain_costs(self, state, gold, mask):
        """Let transitions of least cost be told apart by what they cost if there may be several
        roots.
        """
        action: cython.int
        is_best: cython.bint
        before: cython.int = -1
        least: cython.int = state.n
        costless: cython.ulonglong = self.costless(state, gold)
        for action in range(SWITCH + 1):
            if mask >> action & 1:
                least = min(least, gold.costs[action])
        for action in range(SWITCH + 1):
            is_best = gold.costs[action] == least
            gold.costs[action] *= state.n + 1
            if is_best and (mask & ~costless) >> action & 1:
                if before < 0:
                    before = self.count_loss(state, gold)
                gold.costs[action] += self.loss_after(state, gold, action) - before

    # The oracles on gold paths.

    def static_action(self, state, gold):
        """The canonical order: make an arc as soon as its words are in focus; take away what is
        done (REDUCE); read on (SHIFT) if j needs no arc to words further left; stay with the active
        stack (REDUCE) as long as arcs must be made there, or all can; else SWITCH.

        For other trees than 2-planar ones it derives as much as can be.
        """
        action: cython.int
        i: cython.int = self.word(state, self.active(state), 0)
        j: cython.int = state.front
        if j > state.n:
            return self.static_action_at_end(state, gold)
        if i > 0 and gold.heads[i] == j and self.may_link(state, j, i):
            return LEFT
        if i > 0 and gold.heads[j] == i and self.may_link(state, i, j):
            return RIGHT
        if self.costless(state, gold) >> REDUCE & 1:
            return REDUCE
        self.count_end = False
        action = self.way_on(state, gold)
        self.count_end = True
        return action

    def way_on(self, state, gold):
        """SHIFT, REDUCE or SWITCH, by the losses where j can get no arcs, or on one plane only."""
        here: cython.int = 1 << self.active(state)
        loss: cython.int = self.loss_with(state, gold, BOTH)
        if self.loss_with(state, gold, 0) == loss:
            return SHIFT
        if self.loss_with(state, gold, here) == loss:
            return REDUCE
        return REDUCE if self.loss_with(state, gold, BOTH - here) > loss else SWITCH

    def static_action_at_end(self, state, gold):
        mask: cython.ulonglong = self.valid(state)
        if mask >> ROOT & 1:
            return REDUCE if mask >> REDUCE & 1 and gold.heads[state.partner] != 0 else ROOT
        return LEFT if mask >> LEFT & 1 else RIGHT
