"""Covington's non-projective parsing with a static and a dynamic oracle.

Gómez-Rodríguez & Fernández-González 2015, *An Efficient Dynamic Oracle for Unrestricted
Non-Projective Parsing*: the system is that of Figure 1, the dynamic oracle that of Theorem 1. In
configurations ⟨λ1|i, λ2, j|B, A⟩ the focus words are i and j. All lists are stretches of the
sentence: λ1 is 1 ... i, λ2 is i+1 ... j-1 and j|B is j ... n.

Words without a head hang from the root. A gold arc 0 → y is therefore there as long as y has no
head, and lost once it has one; line 6 of Algorithm 1 must not be applied to such arcs.

For training and parsing the root stands at the end of the buffer. Once it is the front, one word
without a head after the other comes into focus and gets its arc from the root (ROOT), so that the
labels of these arcs are predicted too.
"""

import cython

from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import CovingtonConfiguration

SHIFT = 0
NO_ARC = 1
LEFT = 2
RIGHT = 3
ROOT = 4


@cython.cclass
class Covington(TransitionSystem):
    """SHIFT, NO-ARC, LEFT and RIGHT over all pairs of words; complete for all trees.

    ``state.left`` is i and ``state.front`` is j. ``state.component`` holds disjoint sets, the trees
    built so far: component[d] is the word at the top of d's tree.

    With ``root_last`` there is also ROOT, for words without a head at the end, from right to left.
    With ``single_root`` too, only one of them gets an arc from the root. From left to right, the
    first is the candidate r; the next one, w, takes r as its dependent (LEFT) and is the new
    candidate, or becomes a dependent of r (RIGHT). ``state.unshifted`` is w.
    """

    name = "covington"
    focus_names = ("L0", "L1", "R0", "R1", "R2", "CL", "CR", "LH")
    projective = False
    root_only = frozenset({"ROOT"})
    templates = "covington-extended"

    @property
    def actions(self):
        names = ("SHIFT", "NO-ARC", "LEFT", "RIGHT")
        return (*names, "ROOT") if self.root_last else names

    @property
    def directions(self):
        directions: tuple = (0, 0, -1, 1, -1)
        return directions[: len(self.actions)]

    @property
    def root_action(self):
        return "ROOT"

    def start(self, state, n):
        state.reset(n)

    def valid(self, state):
        """The preconditions of Figure 1.

        SHIFT:  j is a word.
        NO-ARC: i and j are words.
        LEFT:   i and j are words, i has no head and no path leads from i to j.
        RIGHT:  i and j are words, j has no head and no path leads from j to i.
        ROOT:   the buffer holds only the root; i is a word without a head.
        """
        mask: cython.ulonglong = 0
        i: cython.int = state.left
        j: cython.int = state.front
        if j > state.n:
            if not self.root_last or i == 0:
                return 0
            return 1 << ROOT if state.unshifted < 0 else (1 << LEFT) | (1 << RIGHT)
        mask |= 1 << SHIFT
        if i > 0:
            mask |= 1 << NO_ARC
            if self.may_link(state, j, i):
                mask |= 1 << LEFT
            if self.may_link(state, i, j):
                mask |= 1 << RIGHT
        return mask

    def may_link(self, state, head, dependent):
        """Single head and acyclicity: a dependent is the top of a tree that the head is not in."""
        return state.heads[dependent] < 0 and state.component[head] != dependent

    def perform(self, state, action, label):
        """Effects.

        SHIFT:   ⟨λ1, λ2, j|B, A⟩   ⇒ ⟨λ1·λ2|j, [], B, A⟩
        NO-ARC:  ⟨λ1|i, λ2, B, A⟩   ⇒ ⟨λ1, i|λ2, B, A⟩
        LEFT_l:  ⟨λ1|i, λ2, j|B, A⟩ ⇒ ⟨λ1, i|λ2, j|B, A ∪ {(j, l, i)}⟩
        RIGHT_l: ⟨λ1|i, λ2, j|B, A⟩ ⇒ ⟨λ1, i|λ2, j|B, A ∪ {(i, l, j)}⟩
        ROOT_l:  ⟨λ1|i, λ2, [0], A⟩ ⇒ ⟨λ1, i|λ2, [0], A ∪ {(0, l, i)}⟩
        """
        i: cython.int = state.left
        if state.front > state.n:
            self.perform_at_end(state, action, label)
        elif action == SHIFT:
            state.left = state.front
            state.front += 1
            if state.front > state.n and self.root_last:
                self.bring_in_headless(state)
        else:
            state.left -= 1
            if action == LEFT:
                self.link(state, state.front, i, label)
            elif action == RIGHT:
                self.link(state, i, state.front, label)

    def perform_at_end(self, state, action, label):
        """ROOT, and the choice between two words without a head where there is one root."""
        i: cython.int = state.left
        w: cython.int = state.unshifted
        if action == ROOT:
            state.attach(0, i, label)
            state.left = 0 if self.single_root else self.headless_before(state, i)
            return
        if action == LEFT:
            self.link(state, w, i, label)
            state.left = w
        else:
            self.link(state, i, w, label)
        state.unshifted = self.headless_after(state, w)

    def bring_in_headless(self, state):
        """The words have been read: bring the first word for ROOT into focus."""
        if self.single_root:
            state.left = self.headless_after(state, 0)
            state.unshifted = self.headless_after(state, state.left)
        else:
            state.left = self.headless_before(state, state.n + 1)

    def headless_before(self, state, word):
        """The last word before this one that has no head, or 0."""
        word -= 1
        while word > 0 and state.heads[word] >= 0:
            word -= 1
        return word

    def headless_after(self, state, word):
        """The first word after this one that has no head, or -1."""
        word += 1
        while word <= state.n and state.heads[word] >= 0:
            word += 1
        return word if word <= state.n else -1

    def link(self, state, head, dependent, label):
        """Add an arc; the dependent's tree becomes part of the head's."""
        d: cython.int
        top: cython.int = state.component[head]
        state.attach(head, dependent, label)
        for d in range(1, min(state.front, state.n) + 1):
            if state.component[d] == dependent:
                state.component[d] = top

    def arc_head(self, state, action):
        if action == LEFT:
            return state.front if state.front <= state.n else state.unshifted
        if action == RIGHT:
            return state.left
        return 0 if action == ROOT else -1

    def arc_dependent(self, state, action):
        if action in (LEFT, ROOT):
            return state.left
        if action == RIGHT:
            return state.front if state.front <= state.n else state.unshifted
        return -1

    def look(self, state):
        """The focus words and their neighbours; CL and CR are the first and the last word between
        them whose head is not in [L0, R0]; LH is the last word before L0 that has no head. At the
        end R0 is the root, or the second headless word.
        """
        i: cython.int = state.left
        j: cython.int = state.front
        k: cython.int
        if j > state.n:
            j = state.unshifted
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

    # The dynamic oracle.

    def is_reachable(self, state, gold, y):
        """Whether the gold arc to a word without a head is individually reachable.

        The pair of its words is still to come, and they are not in the same tree.
        """
        x: cython.int = gold.heads[y]
        right: cython.int = max(x, y)
        if x == 0:
            return True
        if state.component[x] == y or state.front > right:
            return False
        return state.front < right or min(x, y) <= state.left

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
        """
        i: cython.int = state.left
        j: cython.int = state.front
        k: cython.Py_ssize_t
        head: cython.int
        lost: cython.int = 0
        on_cycle: cython.bint = False
        if j > state.n:
            gold.costs[LEFT] = 0
            gold.costs[RIGHT] = 0
            gold.costs[ROOT] = 0
            return
        head = gold.heads[j]
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
        gold.costs[SHIFT] = lost - on_cycle
        if i == 0:
            return
        gold.costs[NO_ARC] = 0
        if self.is_pending(state, gold, j, i):
            gold.costs[NO_ARC] = not self.leads_to(state, gold, i, i)
        elif self.is_pending(state, gold, i, j):
            gold.costs[NO_ARC] = not self.leads_to(state, gold, j, j)
        if self.may_link(state, j, i):
            gold.costs[LEFT] = self.link_cost(state, gold, j, i)
        if self.may_link(state, i, j):
            gold.costs[RIGHT] = self.link_cost(state, gold, i, j)

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
        """
        if gold.costs[SHIFT] <= gold.costs[NO_ARC]:
            gold.costs[NO_ARC] = gold.costs[SHIFT] + 1

    def count_loss(self, state, gold):
        """Theorem 1: |U(c, t_G)| + n_c(A ∪ I(c, t_G)), in linear time.

        Walks up from each top and notes in ``visited`` who came by first; a walk that meets itself
        has found a new cycle. (The array is the stack of a spare state: there is no stack here.)
        """
        d: cython.int
        top: cython.int
        visited = gold.scratch.stack
        loss: cython.int = self.wrong_arcs(state, gold)
        for d in range(1, state.n + 1):
            visited[d] = 0
        for d in range(1, state.n + 1):
            if state.heads[d] >= 0:
                continue
            loss += not self.is_reachable(state, gold, d)
            top = d
            while top >= 0 and visited[top] == 0:
                visited[top] = d
                top = self.above(state, gold, top)
            loss += top >= 0 and visited[top] == d
        return loss

    # The oracles on gold paths.

    def pending_to_the_left(self, state, gold):
        """Whether j has a gold arc to or from a word of λ1|i."""
        j: cython.int = state.front
        first: cython.int = gold.first_dependent[j]
        if gold.heads[j] > 0 and gold.heads[j] <= state.left:
            return True
        return first < gold.first_dependent[j + 1] and gold.dependents[first] <= state.left

    def fill_partial_costs(self, state, gold):
        """LEFT and RIGHT must make gold arcs, NO-ARC and SHIFT must not pass by any."""
        i: cython.int = state.left
        j: cython.int = state.front
        if j > state.n:
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
        i: cython.int = state.left
        j: cython.int = state.front
        if j > state.n:
            return ROOT
        if i > 0 and gold.heads[i] == j:
            return LEFT
        if i > 0 and gold.heads[j] == i:
            return RIGHT
        return NO_ARC if self.pending_to_the_left(state, gold) else SHIFT

    def buffer_nodes(self, state):
        nodes = list(range(state.front, state.n + 1))
        return [*nodes, 0] if self.root_last else nodes

    def _view(self, state, label_names):
        return CovingtonConfiguration(
            state, label_names, self.buffer_nodes(state), self.is_final(state)
        )
