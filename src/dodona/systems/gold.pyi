'A gold tree in the form that oracles read, and the room where they write their costs.'
from dodona.systems.state import State
from array import array
from collections.abc import Sequence
from dodona.systems.state import State
from dodona.treebank.incomplete import is_complete, is_part_of_projective
class Gold:
    """The gold heads and labels of words 1 ... n.

    A head of -1 is not known: any head is right. ``complete`` tells whether all are known.
    `TreeError` if the known ones are part of no tree; ``projective`` tells whether they are part of
    a projective one, ``exact`` asks for the true costs of those that are not. The dependents of h
    are ``dependents[first_dependent[h]:first_dependent[h + 1]]``, in order; the words before
    those of node 0 have no known head. A label of -1 means that any label is right. ``costs`` is
    where an oracle leaves the cost of each action; ``scratch`` is a state that it may try
    transitions on, ``work`` a number for each node to count with.
    """

    @property
    def n(self) -> int:
        ...

    @property
    def projective(self) -> bool:
        ...

    @property
    def exact(self) -> bool:
        ...

    @property
    def complete(self) -> bool:
        ...

    @property
    def heads(self) -> memoryview:
        ...

    @property
    def labels(self) -> memoryview:
        ...

    @property
    def first_dependent(self) -> memoryview:
        ...

    @property
    def dependents(self) -> memoryview:
        ...

    @property
    def costs(self) -> memoryview:
        ...

    @property
    def work(self) -> memoryview:
        ...

    @property
    def scratch(self) -> State:
        ...

    def __init__(self, heads: Sequence[int], labels: Sequence[int] | None=None, *, exact: bool=False) -> None:
        ...
    ...
