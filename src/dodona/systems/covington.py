"""Covington's non-projective parsing with a static and a dynamic oracle.

Gómez-Rodríguez & Fernández-González 2015, *An Efficient Dynamic Oracle for Unrestricted
Non-Projective Parsing*: the dynamic oracle is that of Theorem 1. The configurations
⟨λ1|i, λ2, j|B, A⟩, with the focus words i and j, are those of `CovingtonLists`.

Words without a head hang from the root. A gold arc 0 → y is therefore there as long as y has no
head, and lost once it has one; line 6 of Algorithm 1 must not be applied to such arcs.
"""

import cython

from dodona.systems.actions.covington import LEFT, NO_ARC, RIGHT, ROOT, SHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.covington_lists import CovingtonLists


@cython.cclass
class Covington(CovingtonLists):
    """SHIFT, NO-ARC, LEFT and RIGHT over all pairs of words; complete for all trees.

    A word gets one head only, and no arc closes a cycle. ``state.component`` holds disjoint sets,
    the trees built so far: component[d] is the word at the top of d's tree. With ``single_root``
    the costs are exact for gold trees with one root. Where not all gold arcs are known, what is
    said of them holds for those that are.
    """

    name = "covington"

    def may_link(self, state, head, dependent):
        """Single head and acyclicity: a dependent is the top of a tree that the head is not in."""
        return state.heads[dependent] < 0 and state.component[head] != dependent

    def link(self, state, head, dependent, label):
        """Add an arc; the dependent's tree becomes part of the head's."""
        d: cython.int
        top: cython.int = state.component[head]
        state.attach(head, dependent, label)
        for d in range(1, min(state.front, state.n) + 1):
            if state.component[d] == dependent:
                state.component[d] = top

    # The dynamic oracle.

    def is_reachable(self, state, gold, y):
        """Whether there is a gold arc to a word without a head, and individually reachable.

        The pair of its words is still to come, and they are not in the same tree.
        """
        x: cython.int = gold.heads[y]
        right: cython.int = max(x, y)
        if x <= 0:
            return x == 0
        if state.component[x] == y or state.front > right:
            return False
        return state.front < right or min(x, y) <= state.partner

    def above(self, state, gold, top):
        """The top of the tree that would take the tree under ``top`` by a reachable gold arc.

        This is A ∪ I(c, t_G) with each tree of A drawn together into one point; it has the same
        cycles. Where there is no such arc, or it comes from the root, it is -1.
        """
        if gold.heads[top] == 0 or not self.is_reachable(state, gold, top):
            return -1
        return state.component[gold.heads[top]]

    def leads_to(self, state, gold, top, goal):
        """Whether one or more reachable gold arcs lead from one top up to another."""
        _: cython.int
        for _ in range(state.n):
            top = self.above(state, gold, top)
            if top < 0 or top == goal:
                return top == goal
        return False

    def is_pending(self, state, gold, head, dependent):
        """Whether an arc of the focus words is gold, and still possible."""
        return (
            gold.heads[dependent] == head
            and state.heads[dependent] < 0
            and self.is_reachable(state, gold, dependent)
        )

    def fill_costs(self, state, gold):
        """Costs: the change of |U(c, t_G)| + n_c(A ∪ I(c, t_G)), found without counting it anew.

        Where an arc of I leaves it, |U| grows by 1, and the cycle that it was on is gone. No two
        cycles share a word.

        NO-ARC: loses the gold arc between i and j.
        SHIFT:  loses the gold arcs between j and λ1|i; only one cycle goes through j.
        LEFT:   i loses its gold arc, if that is another one. Where gold arcs lead from the top of
                j's tree up to i, the new arc closes a cycle, or such an arc becomes unreachable.
        RIGHT:  likewise with i and j exchanged.
        ROOT:   costs nothing; the word has no head.

        With a single root they are differences of losses.
        """
        if self.single_root:
            TransitionSystem.fill_costs(self, state, gold)
        else:
            self.fill_plain_costs(state, gold)

    def fill_plain_costs(self, state, gold):
        """Costs where there may be several roots."""
        i: cython.int = state.partner
        j: cython.int = state.front
        if j > state.n:
            self.fill_costs_at_end(gold)
            return
        gold.costs[SHIFT] = self.shift_cost(state, gold)
        if i == 0:
            return
        gold.costs[NO_ARC] = self.pass_cost(state, gold)
        if self.may_link(state, j, i):
            gold.costs[LEFT] = self.link_cost(state, gold, j, i)
        if self.may_link(state, i, j):
            gold.costs[RIGHT] = self.link_cost(state, gold, i, j)

    def fill_costs_at_end(self, gold):
        gold.costs[LEFT] = 0
        gold.costs[RIGHT] = 0
        gold.costs[ROOT] = 0

    def shift_cost(self, state, gold):
        """The cost of SHIFT: of passing by all words of λ1|i."""
        i: cython.int = state.partner
        j: cython.int = state.front
        k: cython.Py_ssize_t
        head: cython.int = gold.heads[j]
        lost: cython.int = 0
        on_cycle: cython.bint = False
        if head > 0 and head <= i and self.is_pending(state, gold, head, j):
            lost += 1
            on_cycle = self.leads_to(state, gold, j, j)
        for k in range(gold.first_dependent[j], gold.first_dependent[j + 1]):
            if gold.dependents[k] > i:
                break
            if self.is_pending(state, gold, j, gold.dependents[k]):
                lost += 1
                on_cycle = on_cycle or self.leads_to(
                    state, gold, gold.dependents[k], gold.dependents[k]
                )
        return lost - on_cycle

    def pass_cost(self, state, gold):
        """The cost of NO-ARC: of passing by i."""
        i: cython.int = state.partner
        j: cython.int = state.front
        if self.is_pending(state, gold, j, i):
            return not self.leads_to(state, gold, i, i)
        if self.is_pending(state, gold, i, j):
            return not self.leads_to(state, gold, j, j)
        return 0

    def link_cost(self, state, gold, head, dependent):
        """The cost of LEFT (head j, dependent i) or RIGHT (head i, dependent j)."""
        cost: cython.int = self.leads_to(state, gold, state.component[head], dependent)
        cost -= self.leads_to(state, gold, dependent, dependent)
        if gold.heads[dependent] != head:
            cost += self.is_reachable(state, gold, dependent)
        return cost

    def prefer(self, state, gold):
        """Where SHIFT costs no more than NO-ARC, only SHIFT is taught: there is no need to go on to
        the left. Derivations are then half as long or less; the model must know from LH and the
        focus words whether there is something to the left that still needs an arc.

        With a single root, many arcs can be made at the end too. They are not put off till then.
        """
        action: cython.int
        costs: cython.int[64] = [0] * 64
        mask: cython.ulonglong
        if self.single_root and state.front <= state.n:
            mask = self.valid(state)
            for action in range(len(gold.costs)):
                costs[action] = gold.costs[action]
            self.fill_plain_costs(state, gold)
            for action in range(len(gold.costs)):
                if mask >> action & 1:
                    gold.costs[action] += costs[action] * (state.n + 1)
        if (
            gold.costs[SHIFT] <= gold.costs[NO_ARC]
            and state.front <= state.n
            and not self.may_miss(state, gold)
        ):
            gold.costs[NO_ARC] = gold.costs[SHIFT] + 1

    def may_miss(self, state, gold):
        """Whether SHIFT may pass by an arc that is not known."""
        word: cython.int = state.partner
        if gold.complete:
            return False
        if gold.heads[state.front] < 0 and state.heads[state.front] < 0:
            return True
        while word > 0 and (gold.heads[word] >= 0 or state.heads[word] >= 0):
            word -= 1
        return word > 0

    def count_loss(self, state, gold):
        """Theorem 1: |U(c, t_G)| + n_c(A ∪ I(c, t_G)), in linear time.

        Walks up from each top and notes in ``visited`` who came by first; a walk that meets itself
        has found a new cycle.
        """
        d: cython.int
        top: cython.int
        visited = gold.work
        loss: cython.int = self.wrong_arcs(state, gold)
        for d in range(1, state.n + 1):
            visited[d] = 0
        for d in range(1, state.n + 1):
            if state.heads[d] >= 0:
                continue
            loss += gold.heads[d] >= 0 and not self.is_reachable(state, gold, d)
            top = d
            while top >= 0 and visited[top] == 0:
                visited[top] = d
                top = self.above(state, gold, top)
            loss += top >= 0 and visited[top] == d
        return loss + self.change_by_single_root(state, gold) if self.single_root else loss

    def change_by_single_root(self, state, gold):
        """What a single root adds to the loss, which can be below 0.

        The word r that the root takes in the end takes all that are left without a head. So gold
        arcs from r to such words are in reach although their words will not come into focus any
        more. The gold head of r is lost, unless it is the root, and so is the gold arc from the
        root to another word; but where r is on a cycle, it breaks it. The best r counts. While
        there are words to read, one of them always changes nothing, or is that of the gold tree.
        """
        d: cython.int
        r: cython.int
        root: cython.int = gold.root()
        rootless: cython.bint = root > 0 and state.heads[root] < 0
        gained = gold.work
        change: cython.int
        least: cython.int = 0
        for d in range(1, state.n + 1):
            gained[d] = 0
        for d in range(1, state.n + 1):
            if state.heads[d] < 0 <= gold.heads[d] and not self.is_reachable(state, gold, d):
                gained[gold.heads[d]] += 1
        if state.front > state.n:
            return self.change_at_end(state, gold, state.partner, gained)
        if rootless:
            least = -gained[root]
        for r in range(1, state.n + 1):
            if gained[r] == 0 or state.heads[r] >= 0 or r == root:
                continue
            change = rootless - gained[r]
            if self.is_reachable(state, gold, r) and not self.leads_to(state, gold, r, r):
                change += 1
            least = min(least, change)
        return least

    # The oracles on gold paths.

    def pending_to_the_left(self, state, gold):
        """Whether j has a gold arc to or from a word of λ1|i."""
        j: cython.int = state.front
        first: cython.int = gold.first_dependent[j]
        if gold.heads[j] > 0 and gold.heads[j] <= state.partner:
            return True
        return first < gold.first_dependent[j + 1] and gold.dependents[first] <= state.partner

    def fill_nondet_costs(self, state, gold):
        """LEFT and RIGHT must make gold arcs, NO-ARC and SHIFT must not pass by any.

        With a single root some can be made at the end too, and where not all gold arcs are known
        others may be made, so costs decide.
        """
        i: cython.int = state.partner
        j: cython.int = state.front
        if self.single_root or j > state.n or not gold.complete:
            self.fill_costs(state, gold)
            return
        gold.costs[SHIFT] = self.pending_to_the_left(state, gold)
        if i > 0:
            gold.costs[LEFT] = gold.heads[i] != j
            gold.costs[RIGHT] = gold.heads[j] != i
            gold.costs[NO_ARC] = gold.heads[i] == j or gold.heads[j] == i

    def static_action(self, state, gold):
        """The canonical order: make an arc as soon as its words are in focus, read on (SHIFT) as
        soon as j has no gold arc to words further left, else pass on to the next pair (NO-ARC).
        """
        i: cython.int = state.partner
        j: cython.int = state.front
        if j > state.n:
            return ROOT
        if i > 0 and gold.heads[i] == j:
            return LEFT
        if i > 0 and gold.heads[j] == i:
            return RIGHT
        return NO_ARC if self.pending_to_the_left(state, gold) else SHIFT
