"""Who descends from whom in a tree, and which arcs are not projective: linear in the words.

How far a node reaches to one side over nothing but its own descendants is told by its neighbours:
if the next one descends from it, so does all that this one reaches over, and the next to look at is
where that ends. Two nodes reach over places that lie apart or one within the other, so that no
place is passed twice.
"""

from array import array
from collections.abc import Sequence

import cython

from dodona.treebank.trees import check_tree

NOBODY = -1


def nonprojective_arcs(heads: Sequence[int]) -> list[bool]:
    """Of each node's arc whether a word between its ends does not descend from its head.

    ``heads[d]`` is the head of word d, ``heads[0]`` is -1; the root has no arc.
    """
    tree: Descent = descent_of(heads)
    tree.find_crossing()
    return [bool(tree.crossing[node]) for node in range(len(heads))]


def descent_of(heads: Sequence[int]) -> Descent:
    """The descent in a tree; `TreeError` if it is none."""
    check_tree(heads)
    tree: Descent = Descent(len(heads) - 1)
    tree.heads = array("i", heads)
    tree.walk()
    return tree


@cython.cclass
class Descent:
    """A tree of n words, at most ``capacity``; when its ``heads`` have changed, `walk` is due.

    The dependents of h are ``dependents[starts[h]:starts[h + 1]]``, from left to right. In the
    order of ``came`` a node is followed by all that descends from it; with it these are ``sizes``.
    """

    def __init__(self, capacity: int) -> None:
        zeros = bytes(4 * (capacity + 2))
        self.n = capacity
        self.heads = array("i", zeros)
        self.dependents = array("i", zeros)
        self.starts = array("i", zeros)
        self.order = array("i", zeros)
        self.came = array("i", zeros)
        self.sizes = array("i", zeros)
        self.depths = array("i", zeros)
        self.reach = array("i", zeros)
        self.crossing = array("i", zeros)
        self.heads[0] = -1

    def walk(self):
        """Find dependents, depths, and who descends from whom."""
        i: cython.int
        node: cython.int
        child: cython.int
        place: cython.int
        count: cython.int
        self.group_dependents()
        count = self.put_heads_first()
        for node in range(self.n + 1):
            self.sizes[node] = 1
        for i in range(count - 1, 0, -1):
            node = self.order[i]
            self.sizes[self.heads[node]] += self.sizes[node]
        for i in range(count):
            node = self.order[i]
            place = self.came[node] + 1
            for child in range(self.starts[node], self.starts[node + 1]):
                self.came[self.dependents[child]] = place
                self.depths[self.dependents[child]] = self.depths[node] + 1
                place += self.sizes[self.dependents[child]]

    def group_dependents(self):
        """Sort words by their heads: count them, then fill each head's room from its end."""
        word: cython.int
        for word in range(self.n + 2):
            self.starts[word] = 0
        for word in range(1, self.n + 1):
            self.starts[self.heads[word]] += 1
        for word in range(1, self.n + 2):
            self.starts[word] += self.starts[word - 1]
        for word in range(self.n, 0, -1):
            self.starts[self.heads[word]] -= 1
            self.dependents[self.starts[self.heads[word]]] = word

    def put_heads_first(self):
        """Write an order in which each node comes after its head; returns how many there are."""
        read: cython.int = 0
        child: cython.int
        count: cython.int = 1
        self.order[0] = 0
        while read < count:
            for child in range(self.starts[self.order[read]], self.starts[self.order[read] + 1]):
                self.order[count] = self.dependents[child]
                count += 1
            read += 1
        return count

    def descends(self, node, above):
        """Whether a node is another one or descends from it."""
        return 0 <= self.came[node] - self.came[above] < self.sizes[above]

    def reach_right(self, stop, free):
        """For each node before ``stop``: up to where it reaches over its descendants.

        What descends from ``free`` may stand in between too.
        """
        node: cython.int
        at: cython.int
        for node in range(stop - 1, 0, -1):
            at = node + 1
            while at < stop and self.may_pass(at, node, free):
                at = self.reach[at]
            self.reach[node] = at

    def reach_left(self, stop, free):
        """The same for each node behind ``stop``, to the left."""
        node: cython.int
        at: cython.int
        for node in range(stop + 1, self.n + 1):
            at = node - 1
            while at > stop and self.may_pass(at, node, free):
                at = self.reach[at]
            self.reach[node] = at

    def may_pass(self, at, node, free):
        return self.descends(at, node) or (free != NOBODY and self.descends(at, free))

    def find_crossing(self):
        """Tell of each word whether its arc is not projective."""
        word: cython.int
        head: cython.int
        self.reach_right(self.n + 1, NOBODY)
        for word in range(1, self.n + 1):
            head = self.heads[word]
            self.crossing[word] = 0 < head < word and self.reach[head] < word
        self.reach_left(0, NOBODY)
        for word in range(1, self.n + 1):
            head = self.heads[word]
            if head > word:
                self.crossing[word] = self.reach[head] > word
