"""The plain data of a configuration: what every transition system works on.

A state is a set of integer arrays without Python objects, so that the core can read, change and
copy it without holding the GIL. Nodes are numbered as in the papers: 0 is the artificial root and
1 ... n are the words; -1 stands for "no node" and "no label".
"""

from array import array

import cython

FOCUS_SIZE = 16


@cython.cclass
class State:
    """Stack, position in the buffer and arcs of one configuration.

    The buffer is always a stretch of the sentence, so its first word (``front``) is all there is
    to store; past the last word ``front`` is n + 1. ``unshifted`` is a word that went from the
    stack back to the front of an empty buffer, or -1. ``focus`` holds the nodes that a transition
    system lets a reader name (S0, N0, ...); see `TransitionSystem.look`.

    For features, each node knows its outermost dependents on either side (``left1`` is the
    leftmost, ``left2`` the next one; likewise to the right), how many there are, and the set of
    their labels as a bit set (labels that share their number modulo 64 share a bit).
    """

    def __init__(self, capacity: int) -> None:
        zeros = bytes(4 * (capacity + 1))
        self.capacity = capacity
        self.stack = array("i", zeros)
        self.heads = array("i", zeros)
        self.labels = array("i", zeros)
        self.left1 = array("i", zeros)
        self.left2 = array("i", zeros)
        self.right1 = array("i", zeros)
        self.right2 = array("i", zeros)
        self.left_count = array("i", zeros)
        self.right_count = array("i", zeros)
        self.left_set = array("Q", zeros + zeros)
        self.right_set = array("Q", zeros + zeros)
        self.focus = array("i", bytes(4 * FOCUS_SIZE))
        self.reset(capacity)

    def reset(self, n):
        """An empty stack, a buffer of words 1 ... n, no arcs."""
        node: cython.Py_ssize_t
        self.n = n
        self.stack_size = 0
        self.front = 1
        self.unshifted = -1
        for node in range(n + 1):
            self.heads[node] = -1
            self.labels[node] = -1
            self.left1[node] = -1
            self.left2[node] = -1
            self.right1[node] = -1
            self.right2[node] = -1
            self.left_count[node] = 0
            self.right_count[node] = 0
            self.left_set[node] = 0
            self.right_set[node] = 0

    def push(self, node):
        self.stack[self.stack_size] = node
        self.stack_size += 1

    def pop(self):
        self.stack_size -= 1
        return self.stack[self.stack_size]

    def top(self):
        """The node on top of the stack, or -1."""
        return self.stack[self.stack_size - 1] if self.stack_size > 0 else -1

    def attach(self, head, dependent, label):
        """Add the arc head -> dependent. The dependent must have no head yet."""
        bit: cython.ulonglong = 1
        if label >= 0:
            bit <<= label & 63
        else:
            bit = 0
        self.heads[dependent] = head
        self.labels[dependent] = label
        if dependent < head:
            self.left_count[head] += 1
            self.left_set[head] |= bit
            if self.left1[head] < 0 or dependent < self.left1[head]:
                self.left2[head] = self.left1[head]
                self.left1[head] = dependent
            elif self.left2[head] < 0 or dependent < self.left2[head]:
                self.left2[head] = dependent
        else:
            self.right_count[head] += 1
            self.right_set[head] |= bit
            if self.right1[head] < 0 or dependent > self.right1[head]:
                self.right2[head] = self.right1[head]
                self.right1[head] = dependent
            elif self.right2[head] < 0 or dependent > self.right2[head]:
                self.right2[head] = dependent

    def copy(self):
        """Another state with the same contents that shares no memory with this one."""
        other = State(self.capacity)
        other.reset(self.n)
        other.stack_size = self.stack_size
        other.front = self.front
        other.unshifted = self.unshifted
        other.stack[:] = self.stack
        other.heads[:] = self.heads
        other.labels[:] = self.labels
        other.left1[:] = self.left1
        other.left2[:] = self.left2
        other.right1[:] = self.right1
        other.right2[:] = self.right2
        other.left_count[:] = self.left_count
        other.right_count[:] = self.right_count
        other.left_set[:] = self.left_set
        other.right_set[:] = self.right_set
        return other
