"""A gold tree in the form that oracles read, and the room where they write their costs."""

from array import array
from collections.abc import Sequence

import cython

from dodona.systems.state import State
from dodona.treebank.incomplete import is_complete, is_part_of_projective
from dodona.treebank.reordering import projective_components, projective_order

if not cython.compiled:
    MAX_ACTIONS = 64


@cython.final
@cython.cclass
class Gold:
    """The gold heads and labels of words 1 ... n.

    A head of -1 is not known: any head is right. ``complete`` tells whether all are known.
    `TreeError` if the known ones are part of no tree; ``projective`` tells whether they are part of
    a projective one, ``exact`` asks for the true costs of those that are not. The dependents of h
    are ``dependents[first_dependent[h]:first_dependent[h + 1]]``, in order; the words before
    those of node 0 have no known head. A label of -1 means that any label is right. ``costs`` is
    where an oracle leaves the cost of each action; ``scratch`` is a state that it may try
    transitions on, ``work`` a number for each node to count with.

    If asked for, ``order`` is the place of each node in the projective order, ``component`` the
    topmost node of its maximal projective component; else they are empty.
    """

    def __init__(
        self,
        heads: Sequence[int],
        labels: Sequence[int] | None = None,
        *,
        exact: bool = False,
        ordered: bool = False,
    ) -> None:
        self.projective = is_part_of_projective(heads)
        self.complete = is_complete(heads)
        self.exact = exact
        n: cython.int = len(heads) - 1
        self.n = n
        self.heads = array("i", heads)
        self.labels = array("i", labels if labels is not None else [-1] * (n + 1))
        self.costs = array("i", [0] * MAX_ACTIONS)
        self.scratch = State(n)
        self.work = array("i", [0] * (n + 2))
        self.first_dependent = array("i", [0] * (n + 2))
        self.dependents = array("i", [0] * (n + 1))
        self.order = array("i", projective_order(heads) if ordered else [])
        self.component = array("i", projective_components(heads) if ordered else [])
        self._list_dependents()

    def is_leaf(self, node):
        """Whether it is known that a node has no gold dependents."""
        return self.complete and self.first_dependent[node] == self.first_dependent[node + 1]

    def is_wrong(self, dependent, head):
        """Whether the gold head of a word is known, and another one."""
        return self.heads[dependent] >= 0 and self.heads[dependent] != head

    def root(self):
        """The first word that is known to hang from the root, or -1."""
        first: cython.int = self.first_dependent[0]
        return self.dependents[first] if first < self.first_dependent[1] else -1

    def _list_dependents(self) -> None:
        n: cython.int = self.n
        place: cython.int
        starts = array("i", [0] * (n + 3))
        for d in range(1, n + 1):
            starts[self.heads[d] + 2] += 1
        for h in range(n + 2):
            starts[h + 1] += starts[h]
        self.first_dependent = array("i", starts[1:])
        for d in range(1, n + 1):
            place = starts[self.heads[d] + 1]
            self.dependents[place] = d
            starts[self.heads[d] + 1] += 1
