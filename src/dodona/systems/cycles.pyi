'Counting the cycles of a graph in which each word has at most two heads.\n\nJohnson 1975, *Finding all the elementary circuits of a directed graph*.'
from array import array
class CycleCounter:
    """Counts the cycles of A ∪ I, over words 1 ... n.

    ``built[d]`` is the head of d in A and ``planned[d]`` another head that I gives it, 0 for none;
    ``is_gold[d]`` tells whether the arc in A is gold. The arrays are made once, for sentences of up
    to ``capacity`` words; counting allocates nothing.

    Walks go from dependents to heads, from a word s back to s through words after s. A word that
    did not lead back to s stays blocked until one of its heads is free again; it waits in the list
    of each. Its cells in these lists are 2d and 2d + 1.
    """

    @property
    def capacity(self) -> int:
        ...

    @property
    def n(self) -> int:
        ...

    @property
    def found(self) -> int:
        ...

    @property
    def problematic(self) -> int:
        ...

    @property
    def built(self) -> memoryview:
        ...

    @property
    def planned(self) -> memoryview:
        ...

    @property
    def is_gold(self) -> memoryview:
        ...

    def __init__(self, capacity: int) -> None:
        ...
    ...
