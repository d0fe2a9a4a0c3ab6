"""LR-spine parsing with a static, a nondeterministic and a dynamic oracle.

Goldberg, Sartorio & Satta 2014, *A Tabular Method for Dynamic Oracles in Transition-Based Parsing*,
section 6; the system is that of Sartorio, Satta & Nivre 2013. Configurations are those of
arc-standard. A node on the stack stands for its tree. The left spine of a tree goes from its root
down by the leftmost child on the left, the right spine by the rightmost child on the right; both
can be read off the arcs. Any node of a spine may take a dependent.

The loss is that of the extended table of section 6.2 with both restrictions of section 6.3, where
"k < i" must read "k > i": what counts are gold dependents in trees still to be joined. So a spine
is kept as the set of trees to come that have their gold head on it. Cutting a spine short below a
gold head never takes away another one, since gold arcs do not cross. The costs are exact for
projective gold trees, as long as no spine is longer than the k that there are.
"""

from array import array
from collections.abc import Sequence

import cython

from dodona.systems.arc_standard import ArcStandard
from dodona.systems.gold import Gold
from dodona.systems.state import State

SHIFT = 0
DEEPEST = 31
INFINITE = 1 << 20
_LEFTS = tuple(f"LEFT_{k}" for k in range(1, DEEPEST + 1))
_RIGHTS = tuple(f"RIGHT_{k}" for k in range(1, DEEPEST + 1))


@cython.cclass
class LRSpine(ArcStandard):
    """SHIFT, LEFT_k and RIGHT_k over a stack of trees and a buffer; complete for projective trees.

    The number k goes up to 31, since there can be 64 actions; nodes further down a spine take no
    dependents. The static oracle does without them: it leaves a tree on the stack as long as it
    has a node too far down that waits for dependents. With ``single_root`` the root takes one
    dependent only.
    """

    name = "lr-spine"
    actions = ("SHIFT", *_LEFTS, *_RIGHTS)
    directions = (0, *(-1,) * DEEPEST, *(1,) * DEEPEST)
    focus_names = (
        *("S0", "S1", "S2", "N0", "N1", "N2"),
        *("S0L2", "S0L3", "S1R2", "S1R3", "S1R4", "S1R5", "S1R6"),
    )
    templates = "lr-spine"
    iterations = 30
    rare_actions = frozenset(_LEFTS[2:] + _RIGHTS[2:])

    @property
    def root_action(self) -> str:
        return "RIGHT_1"

    def reserve(self, n: int) -> None:
        if n > self.capacity:
            super().reserve(n)
            words = n // 64 + 2
            self.place = array("i", bytes(4 * (n + 2)))
            self.goal = array("i", bytes(4 * (n + 2)))
            self.left_of = array("Q", bytes(8 * (n + 2) * words))
            self.right_of = array("Q", bytes(8 * (n + 2) * words))
            self.first = array("i", bytes(4 * (n + 2)))
            self.last = array("i", bytes(4 * (n + 2)))
            self.room = 64 * words
            self.losses = array("i", bytes(4 * self.room))
            self.roots = array("i", bytes(4 * self.room))
            self.lefts = array("Q", bytes(8 * self.room * words))
            self.rights = array("Q", bytes(8 * self.room * words))

    def valid(self, state):
        """Preconditions.

        SHIFT:   there is a b.
        LEFT_k:  the left spine of s0 has k nodes; s1 is a word.
        RIGHT_k: the right spine of s1 has k nodes; with a single root, the k-th is not the root
                 if that has a dependent.
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
        if state.stack_size > 1:
            node = self.second(state)
            for k in range(DEEPEST + 1, 2 * DEEPEST + 1):
                if node < 0:
                    break
                if not (self.single_root and node == 0 and state.right1[0] >= 0):
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

    def look(self, state):
        i: cython.int
        for i in range(3):
            state.focus[i] = state.stack[state.stack_size - 1 - i] if state.stack_size > i else -1
            state.focus[3 + i] = state.front + i if state.front + i <= state.n else -1
        for i in range(6, 8):
            state.focus[i] = state.focus[0 if i == 6 else i - 1]
            if state.focus[i] >= 0:
                state.focus[i] = state.left1[state.focus[i]]
        for i in range(8, 13):
            state.focus[i] = state.focus[1 if i == 8 else i - 1]
            if state.focus[i] >= 0:
                state.focus[i] = state.right1[state.focus[i]]

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
            gold.costs[action] = loss + (dependent >= 0 and gold.heads[dependent] != node)
            least = min(least, gold.costs[action])
        for action in range(2 * DEEPEST + 1):
            gold.costs[action] -= least

    def prefer(self, state, gold):
        """Where several cost nothing, LEFT_k goes before SHIFT and SHIFT before RIGHT_k, as in
        arc-standard. Trees then wait on the stack until they are complete, k is mostly 1, and
        what is learned of one k need not be learned anew for others.
        """
        action: cython.int
        left: cython.bint = False
        mask: cython.ulonglong = self.valid(state)
        for action in range(1, DEEPEST + 1):
            left = left or (mask >> action & 1 and gold.costs[action] == 0)
        if left or (mask & 1 and gold.costs[SHIFT] == 0):
            for action in range(DEEPEST + 1, 2 * DEEPEST + 1):
                gold.costs[action] += 1
        if left:
            gold.costs[SHIFT] += 1

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

    def arcs_lost(self, state, gold, action):
        """Section 6.2: the least number of wrong arcs to come.

        The entry i, j of the table lists trees over the first i nodes of the stack and j of the
        right stack: the root, the loss so far and, as sets, the nodes still to be joined whose
        gold head is on the left spine (from the stack) or on the right one (from the buffer).
        """
        left: cython.int = self.list_stack(state, action)
        right: cython.int = self.list_right_stack(state, gold, action, left)
        i: cython.int
        j: cython.int
        k: cython.int
        begin: cython.int
        least: cython.int = INFINITE
        if left == 0:
            return 0
        self.list_goals(state, gold, left, right)
        self.used = 0
        for i in range(1, left + 1):
            for j in range(right + 1):
                begin = self.used
                if i == 1 and j == 0:
                    self.add_start()
                if i > 1:
                    for k in range(self.first[j], self.last[j]):
                        self.join(k, i - 1, i, j, left, begin)
                if j > 0:
                    for k in range(self.first[j - 1], self.last[j - 1]):
                        self.join(k, left + j - 1, i, j, left, begin)
                self.first[j] = begin
                self.last[j] = self.used
        for k in range(self.first[right], self.last[right]):
            least = min(least, self.losses[k])
        return least

    def list_goals(self, state, gold, left, right):
        """For each node of the stacks: the one in whose tree its gold head can take it, or -1.

        The other way round, ``left_of`` and ``right_of`` are the sets of nodes of the stack and of
        the right stack that have such a place in a tree that is joined before they are.
        """
        size: cython.int = left + right
        word: cython.int
        i: cython.int
        k: cython.int
        bit: cython.ulonglong = 1
        self.words = max(left, right) // 64 + 1
        for i in range(size):
            self.place[self.nodes[i]] = i
            for word in range(self.words):
                self.left_of[i * self.words + word] = 0
                self.right_of[i * self.words + word] = 0
        for i in range(size):
            self.goal[i] = -1
            if self.nodes[i] == 0:
                continue
            k = self.tree_of(state, gold.heads[self.nodes[i]], self.nodes[i], size)
            if k < 0:
                continue
            self.goal[i] = k
            if i < left and (k < i or k >= left):
                self.left_of[k * self.words + i // 64] |= bit << (i % 64)
            elif i >= left and k < i:
                self.right_of[k * self.words + (i - left) // 64] |= bit << ((i - left) % 64)

    def tree_of(self, state, node, dependent, size):
        """The place of the tree with a node on its spine next to a dependent to come, or -1."""
        parent: cython.int = state.heads[node]
        while parent >= 0:
            if (state.left1[parent] if dependent < node else state.right1[parent]) != node:
                return -1
            node = parent
            parent = state.heads[node]
        if node == dependent or self.place[node] >= size or self.nodes[self.place[node]] != node:
            return -1
        return self.place[node]

    def add_start(self):
        """The tree of the top of the stack, which all others are joined with."""
        word: cython.int
        self.losses[0] = 0
        self.roots[0] = 0
        for word in range(self.words):
            self.lefts[word] = self.left_of[word]
            self.rights[word] = self.right_of[word]
        self.used = 1

    def join(self, source, element, i, j, left, begin):
        """Join a tree with the next one on its left or right, as its dependent and as its head.

        Each is the best such transition: the gold one, or else the one that cuts no spine.
        """
        member: cython.ulonglong
        if self.roots[source] != left - 1:
            self.make_room()
            self.losses[self.used] = self.losses[source] + (
                self.goal[self.roots[source]] != element
            )
            self.roots[self.used] = element
            self.merge(source, element, i, j, element < left, True)
            self.keep(begin)
        if element != left - 1:
            self.make_room()
            if element < left:
                member = self.lefts[source * self.words + element // 64] >> (element % 64)
            else:
                member = self.rights[source * self.words + (element - left) // 64] >> (
                    (element - left) % 64
                )
            self.losses[self.used] = self.losses[source] + (member & 1 == 0)
            self.roots[self.used] = self.roots[source]
            self.merge(source, element, i, j, element < left, False)
            self.keep(begin)

    def merge(self, source, element, i, j, on_left, as_head):
        """Write the sets of a joined tree to the next free entry.

        The joined tree's spine on its own side becomes a part of that of the whole; as the head,
        it hides the other's spine on that side, and its spine on the other side counts as well.
        Nodes that have been joined are left out.
        """
        word: cython.int
        to: cython.int = self.used * self.words
        here: cython.int = source * self.words
        there: cython.int = element * self.words
        for word in range(self.words):
            self.lefts[to + word] = 0
            self.rights[to + word] = 0
            if on_left or as_head:
                self.lefts[to + word] |= self.left_of[there + word]
            if not (on_left and as_head):
                self.lefts[to + word] |= self.lefts[here + word]
            if not on_left or as_head:
                self.rights[to + word] |= self.right_of[there + word]
            if on_left or not as_head:
                self.rights[to + word] |= self.rights[here + word]
            self.lefts[to + word] &= _beyond(i - 64 * word)
            self.rights[to + word] &= _beyond(j - 64 * word)

    def keep(self, begin):
        """Keep the next free entry unless another is as good; drop those that it is as good as.

        An entry is as good as another with the same root if its loss is no larger and its sets
        hold all that the other's hold.
        """
        k: cython.int = begin
        while k < self.used:
            if self.roots[k] == self.roots[self.used]:
                if self.is_as_good(k, self.used):
                    return
                if self.is_as_good(self.used, k):
                    self.used -= 1
                    self.move(self.used, k)
                    self.move(self.used + 1, self.used)
                    continue
            k += 1
        self.used += 1

    def is_as_good(self, one, other):
        word: cython.int
        if self.losses[one] > self.losses[other]:
            return False
        for word in range(self.words):
            if self.lefts[other * self.words + word] & ~self.lefts[one * self.words + word]:
                return False
            if self.rights[other * self.words + word] & ~self.rights[one * self.words + word]:
                return False
        return True

    def move(self, source, to):
        word: cython.int
        self.losses[to] = self.losses[source]
        self.roots[to] = self.roots[source]
        for word in range(self.words):
            self.lefts[to * self.words + word] = self.lefts[source * self.words + word]
            self.rights[to * self.words + word] = self.rights[source * self.words + word]

    def make_room(self):
        if self.used >= self.room - 1:
            self.grow()

    def grow(self):
        """Double the room for entries."""
        losses, roots = list(self.losses), list(self.roots)
        lefts, rights = list(self.lefts), list(self.rights)
        self.room = 2 * self.room
        self.losses = array("i", losses + losses)
        self.roots = array("i", roots + roots)
        self.lefts = array("Q", lefts + lefts)
        self.rights = array("Q", rights + rights)

    def fill_partial_costs(self, state, gold):
        """While the gold tree can be reached:

        SHIFT:   a node of s0's right spine has gold dependents in the buffer, or s0 its gold head.
        LEFT_k:  it makes a gold arc.
        RIGHT_k: it makes a gold arc.
        """
        action: cython.int
        dependent: cython.int
        mask: cython.ulonglong = self.valid(state)
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

    def rare_arcs(self, heads: Sequence[int]) -> list:
        """Those of the static oracle."""
        gold = Gold(heads)
        state = State(gold.n)
        result = []
        self.start(state, gold.n)
        while not self.is_final(state):
            action = self.static_action(state, gold)
            if self.actions[action] in self.rare_actions:
                result.append((self.actions[action], self.arc_dependent(state, action)))
            self.perform(state, action, -1)
        return result


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _beyond(count: cython.int) -> cython.ulonglong:
    """All bits of a word but the first ones."""
    every: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
    if count <= 0:
        return every
    return every << count & every if count < 64 else 0
