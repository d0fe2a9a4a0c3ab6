"""The plain data of a configuration: what every transition system works on.

A state is a set of integer arrays without Python objects, so that the core can read, change and
copy it without holding the GIL. Nodes are numbered as in the papers: 0 is the artificial root and
1 ... n are the words; -1 stands for "no node" and "no label".

The arrays share one block of memory. What they say of a node lies side by side, in one cache line,
so that the used part of a state is one stretch and is copied in one go.
"""

from array import array

import cython

NODE_SIZE = 16

if not cython.compiled:
    FOCUS_SIZE = 16


@cython.final
@cython.cclass
class State:
    """Stack, position in the buffer and arcs of one configuration.

    The buffer is always a stretch of the sentence, so its first word (``front``) is all there is
    to store; past the last word ``front`` is n + 1. ``stand_in`` is a word in the place of the
    front, or -1: one that went back from the stack (UNSHIFT), or that the root has taken and that
    takes the others (Covington's algorithm). ``partner`` is the word that it or the front meets
    next, where that is not the top of the stack: the left focus word of Covington's algorithm, or
    the word that an unshifted one must take first (arc-hybrid). ``focus`` holds the nodes that a
    transition system lets a reader name (S0, N0, ...); see `TransitionSystem.look`.

    ``component`` is for systems that must keep out cycles: disjoint sets of nodes, each node at
    first its own. Systems that have a second stack keep it in the same room, as ``second``, and
    cannot use the other; ``mode`` is a number of their own.

    For features, each node knows its outermost dependents on either side (``left1`` is the
    leftmost, ``left2`` the next one; likewise to the right) and the closest ones (``near_left``,
    ``near_right``), how many there are, and the set of their labels as a bit set (labels that
    share their number modulo 64 share a bit).
    """

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self.block = array("i", bytes(4 * NODE_SIZE * (capacity + 1)))
        numbers = memoryview(self.block)
        self.stack = numbers[0::NODE_SIZE]
        self.heads = numbers[1::NODE_SIZE]
        self.labels = numbers[2::NODE_SIZE]
        self.left1 = numbers[3::NODE_SIZE]
        self.left2 = numbers[4::NODE_SIZE]
        self.near_left = numbers[5::NODE_SIZE]
        self.right1 = numbers[6::NODE_SIZE]
        self.right2 = numbers[7::NODE_SIZE]
        self.near_right = numbers[8::NODE_SIZE]
        self.left_count = numbers[9::NODE_SIZE]
        self.right_count = numbers[10::NODE_SIZE]
        self.component = numbers[11::NODE_SIZE]
        self.second = self.component
        sets = numbers.cast("B").cast("Q")
        self.left_set = sets[6 :: NODE_SIZE // 2]
        self.right_set = sets[7 :: NODE_SIZE // 2]
        self.focus = array("i", bytes(4 * FOCUS_SIZE))
        self.reset(capacity)

    def reset(self, n):
        """An empty stack, a buffer of words 1 ... n, no arcs."""
        node: cython.Py_ssize_t
        self.n = n
        self.stack_size = 0
        self.second_size = 0
        self.mode = 0
        self.front = 1
        self.stand_in = -1
        self.partner = 0
        for node in range(n + 1):
            self.heads[node] = -1
            self.labels[node] = -1
            self.left1[node] = -1
            self.left2[node] = -1
            self.near_left[node] = -1
            self.right1[node] = -1
            self.right2[node] = -1
            self.near_right[node] = -1
            self.left_count[node] = 0
            self.right_count[node] = 0
            self.left_set[node] = 0
            self.right_set[node] = 0
            self.component[node] = node

    def push(self, node):
        self.stack[self.stack_size] = node
        self.stack_size += 1

    def pop(self):
        self.stack_size -= 1
        return self.stack[self.stack_size]

    def top(self):
        """The node on top of the stack, or -1."""
        return self.stack[self.stack_size - 1] if self.stack_size > 0 else -1

    def push_second(self, node):
        self.second[self.second_size] = node
        self.second_size += 1

    def pop_second(self):
        self.second_size -= 1
        return self.second[self.second_size]

    def top_second(self):
        """The node on top of the second stack, or -1."""
        return self.second[self.second_size - 1] if self.second_size > 0 else -1

    def attach(self, head, dependent, label):
        """Add the arc head -> dependent. The dependent must have no head yet."""
        self.heads[dependent] = head
        self.labels[dependent] = label
        self.count_dependent(head, dependent, label)

    def detach(self, dependent):
        """Remove the arc to a word that has a head."""
        head: cython.int = self.heads[dependent]
        d: cython.int
        self.heads[dependent] = -1
        self.labels[dependent] = -1
        self.left1[head] = self.left2[head] = self.near_left[head] = -1
        self.right1[head] = self.right2[head] = self.near_right[head] = -1
        self.left_count[head] = self.right_count[head] = 0
        self.left_set[head] = self.right_set[head] = 0
        for d in range(1, self.n + 1):
            if self.heads[d] == head:
                self.count_dependent(head, d, self.labels[d])

    def count_dependent(self, head, dependent, label):
        """Note a new dependent in what features ask of its head."""
        bit: cython.ulonglong = 1
        bit = bit << (label & 63) if label >= 0 else 0
        if dependent < head:
            self.left_count[head] += 1
            self.left_set[head] |= bit
            if self.left1[head] < 0 or dependent < self.left1[head]:
                self.left2[head] = self.left1[head]
                self.left1[head] = dependent
            elif self.left2[head] < 0 or dependent < self.left2[head]:
                self.left2[head] = dependent
            if dependent > self.near_left[head]:
                self.near_left[head] = dependent
        else:
            self.right_count[head] += 1
            self.right_set[head] |= bit
            if self.right1[head] < 0 or dependent > self.right1[head]:
                self.right2[head] = self.right1[head]
                self.right1[head] = dependent
            elif self.right2[head] < 0 or dependent > self.right2[head]:
                self.right2[head] = dependent
            if self.near_right[head] < 0 or dependent < self.near_right[head]:
                self.near_right[head] = dependent

    def copy_from(self, other):
        """Take over the contents of a state of no more words than there is room for."""
        self.n = other.n
        self.stack_size = other.stack_size
        self.second_size = other.second_size
        self.mode = other.mode
        self.front = other.front
        self.stand_in = other.stand_in
        self.partner = other.partner
        size: cython.Py_ssize_t = NODE_SIZE * (other.n + 1)
        if cython.compiled:
            memcpy(  # noqa: F821
                cython.address(self.block[0]),
                cython.address(other.block[0]),
                size * cython.sizeof(cython.int),
            )
        else:
            self.block[:size] = other.block[:size]

    def copy(self) -> "State":
        """Another state with the same contents that shares no memory with this one."""
        other = State(self.n)
        other.copy_from(self)
        return other
