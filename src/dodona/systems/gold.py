"""A gold tree in the form that oracles read, and the room where they write their costs."""

from array import array
from collections.abc import Sequence

import cython

from dodona.systems.state import State
from dodona.treebank.trees import is_projective

if not cython.compiled:
    MAX_ACTIONS = 64


@cython.final
@cython.cclass
class Gold:
    """The gold heads and labels of words 1 ... n.

    `TreeError` if they are no tree; ``projective`` tells whether it is a projective one, ``exact``
    asks for the true costs of one that is not. The dependents of h are
    ``dependents[first_dependent[h]:first_dependent[h + 1]]``, in order. A label of -1 means that
    any label is right. ``costs`` is where an oracle leaves the cost of each action; ``scratch`` is
    a state that it may try transitions on, ``work`` a number for each node to count with.
    """

    def __init__(
        self,
        heads: Sequence[int],
        labels: Sequence[int] | None = None,
        *,
        exact: bool = False,
    ) -> None:
        self.projective = is_projective(heads)
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
        self._list_dependents()

    def is_leaf(self, node):
        """Whether a node has no gold dependents."""
        return self.first_dependent[node] == self.first_dependent[node + 1]

    def _list_dependents(self) -> None:
        n: cython.int = self.n
        starts = array("i", [0] * (n + 2))
        for d in range(1, n + 1):
            starts[self.heads[d] + 1] += 1
        for h in range(n + 1):
            starts[h + 1] += starts[h]
        self.first_dependent = array("i", starts)
        for d in range(1, n + 1):
            self.dependents[starts[self.heads[d]]] = d
            starts[self.heads[d]] += 1
