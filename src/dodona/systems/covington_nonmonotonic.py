"""Covington's parsing where arcs replace earlier ones, with approximate dynamic oracles.

Fernández-González & Gómez-Rodríguez 2017, *A Full Non-Monotonic Transition System for Unrestricted
Non-Projective Parsing*: the system is that of Figure 2, the losses are those of section 4, and the
exact loss is found by the search of section 5. Configurations are those of `Covington`, as is all
that has to do with the root.
"""

from heapq import heappop, heappush

import cython

from dodona.errors import TransitionError
from dodona.systems.actions.covington import LEFT, NO_ARC, RIGHT, ROOT, SHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import Configuration, GoldHeads, GoldLabels
from dodona.systems.covington import Covington
from dodona.systems.cycles import CycleCounter
from dodona.systems.state import State

UPPER = 0
PC_UPPER = 1
LOWER = 2
EXACT = 3

MOST_CYCLES = 200


@cython.cclass
class CovingtonNonmonotonic(Covington):
    """SHIFT, NO-ARC, LEFT and RIGHT, all of them always legal; complete for all trees.

    ``loss`` says what the oracle counts. U(c, t_G) are the gold arcs that cannot be built any more,
    A those built so far and I(c, t_G) the gold arcs not in U.

    upper     |U| and the elementary cycles of A ∪ I: never less than the true loss
    pc-upper  |U| and those cycles in which cycle-breaking would remove a gold arc: closer
    lower     never more than the true loss; no cycles, and not all of U (see `bound`)
    exact     the true loss, by a search that can take very long: for single configurations

    With more than MOST_CYCLES cycles (or n, if that is more) counting stops: both upper losses are
    then |U| and this number, so that they stay upper bounds, and such configurations differ by |U|
    only. So no sentence can hold up training.
    """

    name = "covington-nonmonotonic"
    losses = ("upper", "pc-upper", "lower", "exact")

    def __init__(
        self, root_last: bool = False, single_root: bool = False, loss: str = "upper"
    ) -> None:
        super().__init__(root_last, single_root)
        self.kind = self.losses.index(loss)
        self.cycles = CycleCounter(100)
        self.count_roots = True
        self.count_end = True

    def may_link(self, state, head, dependent):
        return True

    def link(self, state, head, dependent, label):
        """Add an arc in place of the dependent's earlier one.

        LEFT_l (head j, dependent i):
            A ⇒ (A ∪ {(j, l, i)}) \\ {x → i ∈ A} \\ {k → j ∈ A | i →* k ∈ A}
        RIGHT_l (head i, dependent j):
            A ⇒ (A ∪ {(i, l, j)}) \\ {x → j ∈ A} \\ {k → i ∈ A | j →* k ∈ A}
        """
        if self.is_above(state, dependent, head):
            state.detach(head)
        if state.heads[dependent] >= 0:
            state.detach(dependent)
        state.attach(head, dependent, label)

    def is_above(self, state, word, other):
        """Whether a path leads from a word down to another."""
        while other > 0 and other != word:
            other = state.heads[other]
        return other == word

    # The dynamic oracles.

    def fill_costs(self, state, gold):
        """Costs: the change of the loss, which can be below 0 where the loss is only a bound.

        With a single root, arcs that could still be made in the end count as lost while there are
        words to read: they are not to be put off till then.
        """
        i: cython.int = state.partner
        j: cython.int = state.front
        before: cython.int
        if self.kind == EXACT or j > state.n:
            TransitionSystem.fill_costs(self, state, gold)
            return
        self.count_end = False
        before = self.bound(state, gold, self.kind, i, j, -1, -1, True)
        gold.costs[SHIFT] = self.bound(state, gold, self.kind, j, j + 1, -1, -1, True) - before
        if i > 0:
            gold.costs[NO_ARC] = self.bound(state, gold, self.kind, i - 1, j, -1, -1, True) - before
            gold.costs[LEFT] = self.bound(state, gold, self.kind, i - 1, j, j, i, True) - before
            gold.costs[RIGHT] = self.bound(state, gold, self.kind, i - 1, j, i, j, True) - before
        self.count_end = True

    def prefer(self, state, gold):
        """Of transitions that cost the same, those that make no wrong arc; then as in Covington.

        Most wrong arcs cost nothing, since another one can still take their place. Taught as right,
        they would be made all the time.
        """
        action: cython.int
        i: cython.int = state.partner
        j: cython.int = state.front
        if j > state.n:
            return
        for action in range(ROOT):
            gold.costs[action] *= 3
        gold.costs[LEFT] += 2 * gold.is_wrong(i, j)
        gold.costs[RIGHT] += 2 * gold.is_wrong(j, i)
        if not self.may_miss(state, gold):
            gold.costs[NO_ARC] += gold.costs[SHIFT] <= gold.costs[NO_ARC]

    def fill_nondet_costs(self, state, gold):
        """Wrong arcs that can be repaired keep the gold tree within reach, so costs decide."""
        self.fill_costs(state, gold)

    def bound_of(self, state, gold, kind):
        """The bound of a configuration as it is."""
        return self.bound(state, gold, kind, state.partner, state.front, -1, -1, True)

    def count_loss(self, state, gold):
        if self.kind == EXACT:
            with cython.gil:
                return self.search_loss(state, gold, 0)
        return self.bound_of(state, gold, self.kind)

    def label_cost(self, state, gold, action, label):
        """The right arc with a wrong label is no gold arc, and may be lost to a cycle for free."""
        head: cython.int = self.arc_head(state, action)
        dependent: cython.int = self.arc_dependent(state, action)
        i: cython.int = state.partner - 1
        j: cython.int = state.front
        if TransitionSystem.label_cost(self, state, gold, action, label) == 0:
            return 0
        if self.kind == EXACT:
            with cython.gil:
                return self.search_label_cost(state, gold, action, label)
        if self.kind != PC_UPPER or j > state.n:
            return 1
        return self.bound(state, gold, PC_UPPER, i, j, head, dependent, False) - self.bound(
            state, gold, PC_UPPER, i, j, head, dependent, True
        )

    def bound(self, state, gold, kind, i, j, head, dependent, right_label):
        """A loss with the focus words i and j, after adding an arc (-1: none).

        |U(c, t_G)| counts the gold arcs that are not in A and whose words cannot come into focus
        any more, and the arcs 0 → y to words y that have a head.

        The lower loss leaves most of the latter out. Cycle-breaking can take the head of y away
        again, if y comes into focus; so 0 → y is out of reach for certain only if y has a head and
        will not come into focus any more.

        With a single root, gold arcs of U from one word r can still be made in the end (see
        `Covington.change_by_single_root`). The lower loss leaves out the most that there are from
        one word, the upper ones those from the gold root to words without a head, if it has none.
        """
        d: cython.int
        x: cython.int
        built: cython.int
        planned: cython.int
        is_gold: cython.bint
        loss: cython.int = 0
        cut: cython.int = head if head > 0 and self.is_above(state, dependent, head) else -1
        if state.n > self.cycles.capacity:
            with cython.gil:
                self.cycles = CycleCounter(2 * state.n)
        for d in range(1, state.n + 1):
            x = gold.heads[d]
            planned = 0
            if d == dependent:
                built = head
                is_gold = x == head and right_label
            else:
                built = -1 if d == cut else state.heads[d]
                is_gold = built == x and (gold.labels[d] < 0 or gold.labels[d] == state.labels[d])
            if is_gold or x < 0 or (x == 0 and built < 0):
                pass
            elif x == 0:
                if self.count_roots:
                    loss += kind != LOWER or not self.can_come_into_focus(state.n, i, j, d)
            elif self.can_meet(i, j, x, d):
                planned = x
            else:
                loss += 1
            self.cycles.built[d] = max(built, 0)
            self.cycles.planned[d] = planned
            self.cycles.is_gold[d] = is_gold
        if self.single_root and self.count_end:
            loss += self.change_of_bound(state, gold, kind, j)
        if kind != LOWER:
            loss += self.cycles.count(state.n, max(state.n, MOST_CYCLES), kind == PC_UPPER)
        return loss

    def change_of_bound(self, state, gold, kind, j):
        """What a single root adds to a loss, with what `bound` has written down of the arcs."""
        d: cython.int
        most: cython.int = 0
        root: cython.int = gold.root()
        first: cython.int = state.partner if state.front > state.n else 1
        gained = gold.work
        for d in range(state.n + 1):
            gained[d] = 0
        for d in range(1, state.n + 1):
            if gold.heads[d] < 0 or self.cycles.planned[d] > 0 or self.cycles.is_gold[d]:
                continue
            if self.cycles.built[d] == 0:
                gained[gold.heads[d]] += state.heads[d] != 0
            elif kind == LOWER and j <= state.n:
                gained[gold.heads[d]] += 1
        if j > state.n:
            return self.change_at_end(state, gold, first, gained)
        if kind != LOWER:
            return -gained[root] if root > 0 and self.cycles.built[root] == 0 else 0
        for d in range(1, state.n + 1):
            most = max(most, gained[d])
        return -most

    def can_meet(self, i, j, x, y):
        """Whether two words will be, or are, the focus words, if those are i and j now."""
        right: cython.int = max(x, y)
        return right > j or (right == j and min(x, y) <= i)

    def can_come_into_focus(self, n, i, j, d):
        """Whether a word up to j will be, or is, a focus word together with another one."""
        return j < n or (j == n and i > 0 and (d <= i or d == j))

    def search_loss(self, state, gold, most):
        """The true loss: the best end of all transition sequences, as in section 5.

        Configurations whose lower loss is not below the best upper loss found so far need not be
        looked into, and none if that is the lower loss of the first. Those with a low upper loss
        and few wrong arcs come first. Labels of arcs other than gold arcs do not matter, and gold
        arcs get their gold labels. Returns -1 if ``most`` configurations did not suffice; 0 is no
        limit.
        """
        floor: cython.int = self.bound_of(state, gold, LOWER)
        best: cython.int = self.bound_of(state, gold, PC_UPPER)
        agenda: list = [(best, 0, 0, floor, state.copy())]
        seen: set = set()
        number: cython.int = 0
        while agenda and best > floor:
            _, wrong, _, lower, c = heappop(agenda)
            key = (c.partner, c.front, bytes(c.heads), bytes(c.labels))
            if lower >= best or key in seen:
                continue
            if 0 < most <= len(seen):
                return -1
            seen.add(key)
            for action in self._legal_actions(c):
                after: State = c.copy()
                dependent: cython.int = self.arc_dependent(c, action)
                is_wrong = dependent > 0 and gold.heads[dependent] != self.arc_head(c, action)
                self.perform(after, action, gold.labels[dependent] if dependent > 0 else -1)
                lower = self.bound_of(after, gold, LOWER)
                if lower < best:
                    upper = self.bound_of(after, gold, PC_UPPER)
                    best = min(best, upper)
                    number -= 1
                    heappush(agenda, (upper, wrong + is_wrong, number, lower, after))
        return best

    def search_label_cost(self, state, gold, action, label):
        """How much more the best end lacks with a wrong label on the right arc."""
        right: State = state.copy()
        wrong: State = state.copy()
        self.perform(right, action, gold.labels[self.arc_dependent(state, action)])
        self.perform(wrong, action, label)
        return self.search_loss(wrong, gold, 0) - self.search_loss(right, gold, 0)

    def loss(
        self,
        c: Configuration,
        heads: GoldHeads,
        labels: GoldLabels = None,
        *,
        exact: bool = False,
        loss: str | None = None,
        roots: bool = True,
        most: int = 0,
    ) -> int:
        """The loss of a configuration; ``loss`` chooses another one than the system's own.

        Without ``roots`` gold arcs from the root do not count, only those between words. ``most``
        limits the search for the exact loss; it is -1 if so many configurations did not suffice.
        """
        gold, _ = self._gold(c, heads, labels)
        if loss is not None and loss not in self.losses:
            known = ", ".join(self.losses)
            raise TransitionError(f"{self.name} has no loss {loss!r}; there are {known}")
        if exact:
            loss = "exact"
        kind = self.kind if loss is None else self.losses.index(loss)
        self.count_roots = roots
        try:
            if kind == EXACT:
                return self.search_loss(c.state, gold, most)
            return self.bound_of(c.state, gold, kind)
        finally:
            self.count_roots = True
