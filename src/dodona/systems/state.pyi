'The plain data of a configuration: what every transition system works on.\n\nA state is a set of integer arrays without Python objects, so that the core can read, change and\ncopy it without holding the GIL. Nodes are numbered as in the papers: 0 is the artificial root and\n1 ... n are the words; -1 stands for "no node" and "no label".\n\nThe arrays share one block of memory. What they say of a node lies side by side, in one cache line,\nso that the used part of a state is one stretch and is copied in one go.'
from array import array
class State:
    """Stack, position in the buffer and arcs of one configuration.

    The buffer is always a stretch of the sentence, so its first word (``front``) is all there is
    to store; past the last word ``front`` is n + 1. ``stand_in`` is a word in the place of the
    front, or -1: one that went back from the stack (UNSHIFT), or that the root has taken and that
    takes the others (Covington's algorithm). ``partner`` is the word that it or the front meets
    next, where that is not the top of the stack: the left focus word of Covington's algorithm, or
    the word that an unshifted one must take first (arc-hybrid). ``component`` is for systems that
    must keep out cycles: disjoint sets of nodes, each node at first its own. ``focus`` holds the
    nodes that a transition system lets a reader name (S0, N0, ...); see `TransitionSystem.look`.

    For features, each node knows its outermost dependents on either side (``left1`` is the
    leftmost, ``left2`` the next one; likewise to the right) and the closest ones (``near_left``,
    ``near_right``), how many there are, and the set of their labels as a bit set (labels that
    share their number modulo 64 share a bit).
    """

    @property
    def capacity(self) -> int:
        ...

    @property
    def n(self) -> int:
        ...
    stack_size: int
    front: int
    stand_in: int
    partner: int

    @property
    def stack(self) -> memoryview:
        ...

    @property
    def heads(self) -> memoryview:
        ...

    @property
    def labels(self) -> memoryview:
        ...

    @property
    def left1(self) -> memoryview:
        ...

    @property
    def left2(self) -> memoryview:
        ...

    @property
    def near_left(self) -> memoryview:
        ...

    @property
    def right1(self) -> memoryview:
        ...

    @property
    def right2(self) -> memoryview:
        ...

    @property
    def near_right(self) -> memoryview:
        ...

    @property
    def left_count(self) -> memoryview:
        ...

    @property
    def right_count(self) -> memoryview:
        ...

    @property
    def component(self) -> memoryview:
        ...

    @property
    def left_set(self) -> memoryview:
        ...

    @property
    def right_set(self) -> memoryview:
        ...

    @property
    def focus(self) -> memoryview:
        ...

    def __init__(self, capacity: int) -> None:
        ...

    def copy(self) -> 'State':
        """Another state with the same contents that shares no memory with this one."""
        ...
    ...
