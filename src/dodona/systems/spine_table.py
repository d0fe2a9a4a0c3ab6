"""The loss of LR-spine configurations by a table over two stacks of trees.

Goldberg, Sartorio & Satta 2014, section 6.2, with both restrictions of section 6.3, where "k < i"
must read "k > i": what counts are gold dependents in trees still to be joined. So a spine is kept
as the set of trees to come that have their gold head on it. Cutting a spine short below a gold head
never takes away another one, since gold arcs do not cross.
"""

from array import array

import cython

from dodona.systems.limits import INFINITE
from dodona.systems.tabular_loss import TabularLoss

NOWHERE = -1
ANYWHERE = -2


@cython.cclass
class SpineTable(TabularLoss):
    """Counts the wrong arcs to come; `reserve` room for the words of a sentence first."""

    def reserve(self, n: int) -> None:
        if n > self.capacity:
            TabularLoss.reserve(self, n)
            words = n // 64 + 2
            self.place = array("i", bytes(4 * (n + 2)))
            self.goal = array("i", bytes(4 * (n + 2)))
            self.left_of = array("Q", bytes(8 * (n + 2) * words))
            self.right_of = array("Q", bytes(8 * (n + 2) * words))
            self.first = array("i", bytes(4 * (n + 2)))
            self.last = array("i", bytes(4 * (n + 2)))
            self.largest = array("i", bytes(4 * 2 * (n + 2)))
            self.room = 64 * words
            self.losses = array("i", bytes(4 * self.room))
            self.roots = array("i", bytes(4 * self.room))
            self.lefts = array("Q", bytes(8 * self.room * words))
            self.rights = array("Q", bytes(8 * self.room * words))

    def arcs_lost(self, state, gold, action):
        """Section 6.2: the least number of wrong arcs to come.

        The entry i, j of the table lists trees over the first i nodes of the stack and j of the
        right stack: the root, the loss so far and, as sets, the nodes still to be joined whose
        gold head is on the left spine (from the stack) or on the right one (from the buffer).
        ``largest`` gets the most trees in an entry for each i + j.
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
        for i in range(left + right + 1):
            self.largest[i] = 0
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
                self.largest[i + j] = max(self.largest[i + j], self.used - begin)
        for k in range(self.first[right], self.last[right]):
            least = min(least, self.losses[k])
        return least

    def list_goals(self, state, gold, left, right):
        """For each node of the stacks: the one in whose tree its gold head can take it, or NOWHERE.

        It is ANYWHERE for a node whose gold head is not known.

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
            self.goal[i] = NOWHERE
            if self.nodes[i] > 0 and gold.heads[self.nodes[i]] < 0:
                self.goal[i] = ANYWHERE
            if gold.heads[self.nodes[i]] < 0:
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
                self.goal[self.roots[source]] not in (element, ANYWHERE)
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
            self.losses[self.used] = self.losses[source] + (
                member & 1 == 0 and self.goal[element] != ANYWHERE
            )
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
