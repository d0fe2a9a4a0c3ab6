"""Counting the cycles of a graph in which each word has at most two heads.

Johnson 1975, *Finding all the elementary circuits of a directed graph*.
"""

from array import array

import cython

NOWHERE = -1
UNUSED = -2


@cython.cclass
class CycleCounter:
    """Counts the cycles of A ∪ I, over words 1 ... n.

    ``built[d]`` is the head of d in A and ``planned[d]`` another head that I gives it, 0 for none;
    ``is_gold[d]`` tells whether the arc in A is gold. The arrays are made once, for sentences of up
    to ``capacity`` words; counting allocates nothing.

    Walks go from dependents to heads, from a word s back to s through words after s. A word that
    did not lead back to s stays blocked until one of its heads is free again; it waits in the list
    of each. Its cells in these lists are 2d and 2d + 1.
    """

    def __init__(self, capacity: int) -> None:
        zeros = bytes(4 * (capacity + 1))
        self.capacity = capacity
        self.built = array("i", zeros)
        self.planned = array("i", zeros)
        self.is_gold = array("i", zeros)
        self.dependents = array("i", zeros)
        self.walk = array("i", zeros)
        self.ways = array("i", zeros)
        self.leads_back = array("i", zeros)
        self.blocked = array("i", zeros)
        self.waiting = array("i", zeros)
        self.next_waiting = array("i", zeros + zeros)
        self.agenda = array("i", zeros)

    def count(self, n, limit, problematic_only):
        """The number of elementary cycles (or only of problematic ones).

        If there are more than ``limit`` cycles in all, it stops there and returns ``limit``.
        """
        s: cython.int
        self.n = n
        self.found = 0
        self.problematic = 0
        if not self.prune():
            return 0
        for s in range(1, n + 1):
            if self.dependents[s] > 0:
                self.search(s, limit)
                if self.found > limit:
                    return limit
        return self.problematic if problematic_only else self.found

    def prune(self):
        """Take out words without dependents, again and again; without cycles no word is left."""
        d: cython.int
        i: cython.int
        size: cython.int = 0
        for d in range(self.n + 1):
            self.dependents[d] = 0
        for d in range(1, self.n + 1):
            self.dependents[self.built[d]] += 1
            self.dependents[self.planned[d]] += 1
        for d in range(1, self.n + 1):
            if self.dependents[d] == 0:
                self.agenda[size] = d
                size += 1
        i = 0
        while i < size:
            size = self.drop_dependent(self.built[self.agenda[i]], size)
            size = self.drop_dependent(self.planned[self.agenda[i]], size)
            i += 1
        return size < self.n

    def drop_dependent(self, head, size):
        if head > 0:
            self.dependents[head] -= 1
            if self.dependents[head] == 0:
                self.agenda[size] = head
                size += 1
        return size

    def search(self, s, limit):
        """Find the cycles through s and words after s, until more than ``limit`` are found."""
        depth: cython.int = 0
        d: cython.int
        head: cython.int
        for d in range(s, self.n + 1):
            self.blocked[d] = 0
            self.waiting[d] = NOWHERE
            self.next_waiting[2 * d] = UNUSED
            self.next_waiting[2 * d + 1] = UNUSED
        self.enter(s, depth)
        while depth >= 0:
            d = self.walk[depth]
            if self.ways[depth] == 2:
                self.leave(s, d, self.leads_back[depth])
                depth -= 1
                if depth >= 0:
                    self.leads_back[depth] |= self.leads_back[depth + 1]
                continue
            head = self.built[d] if self.ways[depth] == 0 else self.planned[d]
            self.ways[depth] += 1
            if head == s:
                self.leads_back[depth] = 1
                self.found += 1
                self.problematic += self.is_problematic(depth + 1)
                if self.found > limit:
                    return
            elif head > s and not self.blocked[head]:
                depth += 1
                self.enter(head, depth)

    def enter(self, word, depth):
        self.walk[depth] = word
        self.ways[depth] = 0
        self.leads_back[depth] = 0
        self.blocked[word] = 1

    def leave(self, s, word, leads_back):
        """Unblock a word that led back to s; let others wait for their heads."""
        if leads_back:
            self.unblock(word)
            return
        self.wait_for(s, self.built[word], 2 * word)
        self.wait_for(s, self.planned[word], 2 * word + 1)

    def wait_for(self, s, head, cell):
        if head >= s and self.next_waiting[cell] == UNUSED:
            self.next_waiting[cell] = self.waiting[head]
            self.waiting[head] = cell

    def unblock(self, word):
        """Unblock a word, those that wait for it, those that wait for these, and so on."""
        size: cython.int = 1
        cell: cython.int
        following: cython.int
        self.agenda[0] = word
        self.blocked[word] = 0
        while size > 0:
            size -= 1
            word = self.agenda[size]
            cell = self.waiting[word]
            self.waiting[word] = NOWHERE
            while cell != NOWHERE:
                following = self.next_waiting[cell]
                self.next_waiting[cell] = UNUSED
                if self.blocked[cell >> 1]:
                    self.blocked[cell >> 1] = 0
                    self.agenda[size] = cell >> 1
                    size += 1
                cell = following

    def is_problematic(self, length):
        """Whether closing the cycle on the walk would remove a gold arc.

        The arc x → y that closes it is the last one to be built: the one with the rightmost word,
        and among those the one that reaches furthest left. What it removes is the arc z → x.
        """
        k: cython.int
        x: cython.int
        left: cython.int
        right: cython.int
        last: cython.int = -1
        last_left: cython.int = 0
        last_right: cython.int = 0
        for k in range(length):
            if self.ways[k] < 2:
                continue
            x = self.walk[k + 1 if k + 1 < length else 0]
            left = min(x, self.walk[k])
            right = max(x, self.walk[k])
            if right > last_right or (right == last_right and left < last_left):
                last = k
                last_left = left
                last_right = right
        k = last + 1 if last + 1 < length else 0
        return self.ways[k] == 2 or self.is_gold[self.walk[k]] != 0
