"""The loss of arc-standard configurations in linear time, for projective gold trees.

Nederhof 2019, *Calculating the Optimal Step in Shift-Reduce Dependency Parsing: From Cubic to
Linear Time*, shows that there is such a loss. This one is worked out from the same observations
and counts gold arcs rather than wrong ones.

From a configuration on, the top of the stack is joined with one node after the other, those below
it and those of the buffer, until the root of the tree is the root. So there is a *way* of nodes
that are at the top of that tree one after the other: each takes some nodes next to the tree as its
dependents, on both sides, until the next one takes it. On the stack the way leads down. Since gold
arcs do not cross, this is all that matters of it:

- Gold arcs within the buffer can be made before. What is left of the buffer are words whose gold
  head is on the stack; that node takes them if the way leads over it.
- A node of the stack is *claimed* if its gold head is in the buffer. The way can lead over this
  claimant and on over its gold ancestors in the buffer, its *chain*; they take all nodes that they
  claim and come to. From the last of the chain the way goes back to the next node of the stack, or
  to the gold head of the last, however far down that is. It can also go back from another one of
  the chain, which loses its gold head then.
- Once a claimant has been on the way, nodes further down that it claims are out of its reach. So a
  node of the stack has up to three values: with all of the chain to come (FRESH), when the claimant
  of the next claimed node has been USED, and when all of its chain is GONE.

A node of the stack is worth no less than one further down, which can take it at once. So a node
need only be left at once, or after one of its gold dependents, or for its gold head or claimant.
"""

from array import array

import cython

from dodona.systems.actions.arc_standard import LEFT, RIGHT, SHIFT

FRESH = 0
USED = 1
GONE = 2


@cython.cclass
class LinearLoss:
    """Counts the wrong arcs to come; `reserve` room for the words of a sentence first.

    Nodes of the stack are named by their places from the bottom, where the root has place 0. Of
    the node at a place there are: its gold dependents to the left (``first_kid`` is the closest
    and ``next_kid`` leads to the others), its gold head to the left (``parent``, or -1), how many
    gold dependents are in the buffer (``rights``), its claimant and the last word of the chain, as
    words (or 0), and the gold head of that one (``chain_head``, or -1). ``below`` is the closest
    claimed node from here on down, ``above`` the closest one above (or 0).
    """

    def __init__(self) -> None:
        self.capacity = 0
        self.reserve(1)

    def reserve(self, n: int) -> None:
        """Make room for sentences of up to n words."""
        if n > self.capacity:
            zeros = bytes(4 * (n + 2))
            self.capacity = n
            self.words = array("i", zeros)
            self.place = array("i", zeros)
            self.first_kid = array("i", zeros)
            self.next_kid = array("i", zeros)
            self.parent = array("i", zeros)
            self.rights = array("i", zeros)
            self.claimant = array("i", zeros)
            self.chain = array("i", zeros)
            self.chain_head = array("i", zeros)
            self.below = array("i", zeros)
            self.above = array("i", zeros)
            self.fresh = array("i", zeros)
            self.used = array("i", zeros)
            self.gone = array("i", zeros)
            self.claimed = array("i", zeros)

    def arcs_lost(self, state, gold, action):
        """The least number of wrong arcs to come after an action (-1: as it is)."""
        i: cython.int
        d: cython.int
        front: cython.int = state.front + (action == SHIFT)
        lost: cython.int = self.list_stack(state, action) - 1
        if self.size == 0:
            return 0
        for i in range(max(front, 1), state.n + 1):
            lost += gold.heads[i] < front
        self.list_relatives(front, gold)
        self.list_claims(front, gold)
        self.fresh[0] = self.rights[0]
        for i in range(1, self.size):
            d = self.above[i]
            if self.claimant[i] > 0:
                self.claimed[i] = 1 + self.after_claim(i, i, gold)
            self.fresh[i] = self.gain(i, FRESH, gold)
            if d > 0 and self.claimant[self.below[i]] == self.claimant[d]:
                self.used[i] = self.gain(i, USED, gold)
            if d > 0 and self.words[i] > gold.heads[self.chain[d]]:
                self.gone[i] = self.gain(i, GONE, gold)
        return lost - self.fresh[self.size - 1]

    def list_stack(self, state, action):
        """Write the stack as it is after an action; return its size."""
        i: cython.int
        self.size = 0
        for i in range(state.stack_size):
            if action == LEFT and i == state.stack_size - 2:
                continue
            if action == RIGHT and i == state.stack_size - 1:
                continue
            self.append(state.stack[i])
        if action == SHIFT:
            self.append(state.front)
        return self.size

    def append(self, word):
        self.words[self.size] = word
        self.place[word] = self.size
        self.size += 1

    def place_of(self, word):
        """The place of a word on the stack, or -1."""
        i: cython.int = self.place[word]
        return i if i < self.size and self.words[i] == word else -1

    def list_relatives(self, front, gold):
        """Gold arcs between nodes of the stack, and from them to the buffer."""
        i: cython.int
        k: cython.int
        head: cython.int
        for i in range(self.size):
            self.first_kid[i] = 0
            self.parent[i] = -1
            self.rights[i] = 0
            k = gold.first_dependent[self.words[i] + 1] - 1
            while k >= gold.first_dependent[self.words[i]] and gold.dependents[k] >= front:
                self.rights[i] += 1
                k -= 1
        for i in range(1, self.size):
            if gold.heads[self.words[i]] < front:
                head = self.place_of(gold.heads[self.words[i]])
                if head > i:
                    self.next_kid[i] = self.first_kid[head]
                    self.first_kid[head] = i
                else:
                    self.parent[i] = head

    def list_claims(self, front, gold):
        """Claimants and chains; claimants of nodes further down are further up in the buffer."""
        i: cython.int
        d: cython.int = 0
        last: cython.int = 0
        self.claimant[0] = 0
        for i in range(self.size - 1, 0, -1):
            self.above[i] = d
            self.claimant[i] = 0
            if gold.heads[self.words[i]] >= front:
                d = i
                self.claimant[i] = gold.heads[self.words[i]]
                if self.claimant[i] > last:
                    last = self.claimant[i]
                    while gold.heads[last] >= front:
                        last = gold.heads[last]
                self.chain[i] = last
                self.chain_head[i] = self.place_of(gold.heads[last])
        d = 0
        self.below[0] = 0
        for i in range(1, self.size):
            if self.claimant[i] > 0:
                d = i
            self.below[i] = d

    def gain(self, i, status, gold):
        """The most gold arcs to come once the node i is on the way, but for those in the buffer."""
        kid: cython.int = self.first_kid[i]
        count: cython.int = 0
        is_claimed: cython.bint = status == FRESH and self.claimant[i] > 0
        best: cython.int = self.after(i, i - 1, status, gold)
        if is_claimed:
            best = max(best, self.claimed[i])
        while kid > 0:
            count += 1
            best = max(best, count + self.after(i, kid - 1, status, gold))
            if is_claimed:
                best = max(best, count + 1 + self.after_claim(i, kid, gold))
            kid = self.next_kid[kid]
        if self.parent[i] >= 0:
            best = max(best, count + 1 + self.after(i, self.parent[i], status, gold))
        return self.rights[i] + best

    def after(self, i, x, status, gold):
        """The gain of going on from i to the node x further down."""
        d: cython.int
        if status == USED:
            d = self.below[x]
            if d > 0 and self.claimant[d] == self.claimant[self.below[i]]:
                return self.used[x]
        elif status == GONE:
            d = self.above[i]
            if x == self.chain_head[d]:
                return self.fresh[x] - 1
            return self.after_chain(d, x, gold)
        return self.fresh[x]

    def after_chain(self, d, x, gold):
        """The gain of going from the last of d's chain to a node x below d."""
        return self.gone[x] if self.words[x] > gold.heads[self.chain[d]] else self.fresh[x]

    def after_claim(self, d, taken, gold):
        """The gain once d has been taken by its claimant and all down to another node is joined."""
        x: cython.int = taken - 1
        next_claimed: cython.int = self.below[d - 1]
        best: cython.int = self.after_chain(d, x, gold)
        if next_claimed == 0 or self.chain[next_claimed] != self.chain[d]:
            if self.chain_head[d] >= 0:
                best = max(best, self.fresh[self.chain_head[d]])
            return best
        best = max(best, self.claimed[next_claimed])
        if self.claimant[next_claimed] == self.claimant[d]:
            return max(best, self.used[x] - 1)
        return max(best, self.fresh[x] - 1)
