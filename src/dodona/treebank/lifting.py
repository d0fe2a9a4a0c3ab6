"""Lifting words until a tree is projective, and putting them back.

Nivre & Nilsson 2005, *Pseudo-Projective Dependency Parsing*: an arc that is not projective is
lifted to the head of its head, the shortest one first, as often as it takes. What tells the way
back is for `dodona.treebank.pseudo` to write into labels.
"""

from array import array
from collections.abc import Sequence

import cython

from dodona.treebank.descent import Descent, descent_of

NOT_LIFTED = -1
ANY_LABEL = -2


def lift(heads: Sequence[int]) -> tuple[list[int], list[int], list[bool]]:
    """Heads that are projective, the former heads of lifted words (-1: of others), and the paths.

    A word is on a path if some word was lifted away from it.
    """
    tree: Descent = descent_of(heads)
    origin = [NOT_LIFTED] * len(heads)
    on_path = [False] * len(heads)
    while True:
        word: cython.int = _shortest_crossing(tree)
        if word < 0:
            return list(tree.heads), origin, on_path
        head: cython.int = tree.heads[word]
        if origin[word] == NOT_LIFTED:
            origin[word] = head
        on_path[head] = True
        tree.heads[word] = tree.heads[head]
        tree.walk()


@cython.cfunc
@cython.exceptval(check=False)
def _shortest_crossing(tree: Descent) -> cython.int:
    """The dependent of the shortest arc that is not projective, the leftmost of several, or -1."""
    word: cython.int
    best: cython.int = -1
    tree.find_crossing()
    for word in range(1, tree.n + 1):
        if tree.crossing[word] and (best < 0 or _length(tree, word) < _length(tree, best)):
            best = word
    return best


@cython.cfunc
@cython.exceptval(check=False)
def _length(tree: Descent, word: cython.int) -> cython.int:
    return abs(tree.heads[word] - word)


@cython.cclass
class Lowering:
    """Puts lifted words back, as their labels tell.

    For each label, by its number: ``plain`` is the label without what it encodes, ``lifted`` tells
    whether it is that of a lifted word, ``head`` is the plain label of the head that the word came
    from (None if the encoding does not tell it), ``on_path`` tells whether words were lifted away
    from it. With ``follow_paths`` the search for a head keeps to words on paths.
    """

    def __init__(
        self,
        plain: Sequence[int],
        lifted: Sequence[bool],
        head: Sequence[int | None],
        on_path: Sequence[bool],
        follow_paths: bool,
    ) -> None:
        self.plain = array("i", plain)
        self.wanted = array("i", [ANY_LABEL if label is None else label for label in head])
        for i in range(len(self.wanted)):
            if not lifted[i]:
                self.wanted[i] = NOT_LIFTED
        self.on_path = array("i", [int(marked) for marked in on_path])
        self.follow_paths = follow_paths

    def lower(
        self,
        heads: cython.int[::1],
        labels: cython.int[::1],
        lengths: cython.int[::1],
        move: cython.bint = True,
    ) -> None:
        """Put the words of sentences of these lengths back, and make their labels plain.

        Heads and labels stand one after the other and are changed in place. Without ``move`` only
        the labels are changed. Several threads can do this at once.
        """
        i: cython.Py_ssize_t
        word: cython.Py_ssize_t
        first: cython.Py_ssize_t = 0
        lifted: cython.bint
        tree: LiftedTree = LiftedTree(max(lengths, default=0))
        with cython.nogil:
            for i in range(lengths.shape[0]):
                lifted = False
                for word in range(first, first + lengths[i]):
                    lifted = lifted or self.wanted[labels[word]] != NOT_LIFTED
                if lifted and move:
                    self.lower_sentence(tree, heads, labels, first, lengths[i])
                for word in range(first, first + lengths[i]):
                    labels[word] = self.plain[labels[word]]
                first += lengths[i]

    def lower_sentence(self, tree, heads, labels, first, n):
        """Put the words of one sentence back, in ``tree`` and then in ``heads``."""
        word: cython.Py_ssize_t
        label: cython.int
        tree.n = n
        tree.follow_paths = self.follow_paths
        for word in range(1, n + 1):
            label = labels[first + word - 1]
            tree.heads[word] = heads[first + word - 1]
            tree.labels[word] = self.plain[label]
            tree.wanted[word] = self.wanted[label]
            tree.on_path[word] = self.on_path[label] or not self.follow_paths
        tree.lower()
        for word in range(1, n + 1):
            heads[first + word - 1] = tree.heads[word]


@cython.cclass
class LiftedTree(Descent):
    """One tree with what its labels encode; `lower` puts its lifted words back."""

    def __init__(self, capacity: int) -> None:
        Descent.__init__(self, capacity)
        zeros = bytes(4 * (capacity + 1))
        self.labels = array("i", zeros)
        self.wanted = array("i", zeros)
        self.on_path = array("i", zeros)
        self.queue = array("i", zeros)

    def lower(self):
        """Top-down, from left to right: once for heads across other words, then for any."""
        word: cython.int
        head: cython.int
        attempt: cython.int
        depth: cython.int
        deepest: cython.int
        self.walk()
        for attempt in range(2):
            depth = 1
            deepest = 1
            while depth <= deepest:
                for word in range(1, self.n + 1):
                    if self.wanted[word] == NOT_LIFTED:
                        continue
                    deepest = max(deepest, self.depths[word])
                    if self.depths[word] == depth:
                        head = self.find_head(word, attempt == 0)
                        if head >= 0:
                            self.heads[word] = head
                            self.wanted[word] = NOT_LIFTED
                            self.walk()
                depth += 1

    def find_head(self, word, crossing):
        """Breadth-first search below the head of a lifted word for the one it came from, or -1.

        With ``crossing`` only arcs that are not projective will do, since others are never lifted.
        The first word with the right label is taken; where there are paths, the first at the end
        of one, if possible.
        """
        node: cython.int
        size: cython.int
        read: cython.int = 0
        second_choice: cython.int = -1
        count: cython.int = self.enqueue(self.heads[word], word, 0)
        if crossing:  # what descends from the word goes where it goes
            self.reach_right(word, word)
            self.reach_left(word, word)
        while read < count:
            node = self.queue[read]
            read += 1
            size = count
            count = self.enqueue(node, word, count)
            if self.wanted[word] != ANY_LABEL and self.wanted[word] != self.labels[node]:
                continue
            if crossing and self.reach[node] == word:
                continue
            if not self.follow_paths or count == size:
                return node
            if second_choice < 0 and self.wanted[word] != ANY_LABEL:
                second_choice = node
        return second_choice

    def enqueue(self, head, word, count):
        """Add the dependents of a head to the queue, those closest to the lifted word first."""
        first: cython.int = self.starts[head]
        end: cython.int = self.starts[head + 1]
        right: cython.int = first
        left: cython.int
        node: cython.int
        while right < end and self.dependents[right] < word:
            right += 1
        left = right - 1
        if right < end and self.dependents[right] == word:
            right += 1
        while left >= first or right < end:
            if right == end or (
                left >= first and word - self.dependents[left] <= self.dependents[right] - word
            ):
                node = self.dependents[left]
                left -= 1
            else:
                node = self.dependents[right]
                right += 1
            if self.on_path[node]:
                self.queue[count] = node
                count += 1
        return count
