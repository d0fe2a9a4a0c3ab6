"""Lifting words until a tree is projective, and putting them back.

Nivre & Nilsson 2005, *Pseudo-Projective Dependency Parsing*: an arc that is not projective is
lifted to the head of its head, the shortest one first, as often as it takes. What tells the way
back is for `dodona.treebank.pseudo` to write into labels.
"""

from array import array
from collections.abc import Sequence

import cython

from dodona.treebank.trees import check_tree

NOT_LIFTED = -1
ANY_LABEL = -2


def lift(heads: Sequence[int]) -> tuple[list[int], list[int], list[bool]]:
    """Heads that are projective, the former heads of lifted words (-1: of others), and the paths.

    A word is on a path if some word was lifted away from it.
    """
    check_tree(heads)
    n: cython.int = len(heads) - 1
    lifted: cython.int[::1] = array("i", heads)
    origin = [NOT_LIFTED] * (n + 1)
    on_path = [False] * (n + 1)
    while True:
        word: cython.int = _shortest_crossing(lifted, n)
        if word < 0:
            return list(lifted), origin, on_path
        head: cython.int = lifted[word]
        if origin[word] == NOT_LIFTED:
            origin[word] = head
        on_path[head] = True
        lifted[word] = lifted[head]


@cython.cfunc
@cython.exceptval(check=False)
def _shortest_crossing(heads: cython.int[::1], n: cython.int) -> cython.int:
    """The dependent of the shortest arc that is not projective, the leftmost of several, or -1."""
    word: cython.int
    best: cython.int = -1
    for word in range(1, n + 1):
        if best >= 0 and abs(heads[word] - word) >= abs(heads[best] - best):
            continue
        if not _is_projective_arc(heads, heads[word], word):
            best = word
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_projective_arc(heads: cython.int[::1], head: cython.int, word: cython.int) -> cython.bint:
    """Whether the head is above all words between it and its dependent."""
    between: cython.int
    above: cython.int
    for between in range(min(head, word) + 1, max(head, word)):
        above = between
        while above > 0 and above != head:
            above = heads[above]
        if above != head:
            return False
    return True


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
class LiftedTree:
    """One tree with what its labels encode; `lower` puts its lifted words back."""

    def __init__(self, capacity: int) -> None:
        zeros = bytes(4 * (capacity + 1))
        self.heads = array("i", zeros)
        self.labels = array("i", zeros)
        self.wanted = array("i", zeros)
        self.on_path = array("i", zeros)
        self.queue = array("i", zeros)
        self.heads[0] = -1

    def lower(self):
        """Top-down, from left to right: once for heads across other words, then for any."""
        word: cython.int
        head: cython.int
        attempt: cython.int
        depth: cython.int
        deepest: cython.int
        for attempt in range(2):
            depth = 1
            deepest = 1
            while depth <= deepest:
                for word in range(1, self.n + 1):
                    if self.wanted[word] == NOT_LIFTED:
                        continue
                    deepest = max(deepest, self.depth(word))
                    if self.depth(word) == depth:
                        head = self.find_head(word, attempt == 0)
                        if head >= 0:
                            self.heads[word] = head
                            self.wanted[word] = NOT_LIFTED
                depth += 1

    def depth(self, word):
        """How many arcs there are between the root and a word."""
        count: cython.int = 0
        while word > 0:
            word = self.heads[word]
            count += 1
        return count

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
        while read < count:
            node = self.queue[read]
            read += 1
            size = count
            count = self.enqueue(node, word, count)
            if self.wanted[word] != ANY_LABEL and self.wanted[word] != self.labels[node]:
                continue
            if crossing and not self.would_cross(node, word):
                continue
            if not self.follow_paths or count == size:
                return node
            if second_choice < 0 and self.wanted[word] != ANY_LABEL:
                second_choice = node
        return second_choice

    def enqueue(self, head, word, count):
        """Add the dependents of a head to the queue, those closest to the lifted word first."""
        distance: cython.int
        for distance in range(1, self.n):
            if word > distance and self.is_candidate(word - distance, head):
                self.queue[count] = word - distance
                count += 1
            if word + distance <= self.n and self.is_candidate(word + distance, head):
                self.queue[count] = word + distance
                count += 1
        return count

    def is_candidate(self, word, head):
        return self.heads[word] == head and self.on_path[word]

    def would_cross(self, head, word):
        """Whether an arc from this head would not be projective."""
        old: cython.int = self.heads[word]
        self.heads[word] = head
        crosses: cython.bint = not _is_projective_arc(self.heads, head, word)
        self.heads[word] = old
        return crosses
