"""The derivations of a search, all of which share their beginnings."""

import cython
from cython.cimports.libc.stdlib import free, realloc


@cython.final
@cython.cclass
class History:
    """A tree of transitions: a node stands for one transition after those of its parent.

    Node 0 is the beginning, without a transition.
    """

    def __dealloc__(self):
        free(self.parents)
        free(self.transitions)

    def clear(self):
        """Forget all but node 0."""
        self.count = 0
        self.add(-1, -1)
        return 0

    def add(self, parent, transition):
        """A new node."""
        if self.count == self.room:
            self.grow()
        self.parents[self.count] = parent
        self.transitions[self.count] = transition
        self.count += 1
        return self.count - 1

    def length(self, node):
        """The number of transitions from the beginning to a node."""
        result: cython.Py_ssize_t = 0
        while node > 0:
            node = self.parents[node]
            result += 1
        return result

    def trace(self, node, path):
        """Write the transitions from the beginning to a node; there must be room for them."""
        i: cython.Py_ssize_t = self.length(node)
        while node > 0:
            i -= 1
            path[i] = self.transitions[node]
            node = self.parents[node]

    def grow(self):
        room: cython.Py_ssize_t = 2 * self.room if self.room else 1024
        size: cython.size_t = room * cython.sizeof(cython.int)
        parents: cython.p_void = realloc(self.parents, size)
        if parents == cython.NULL:
            raise MemoryError()
        self.parents = cython.cast(cython.p_int, parents)
        transitions: cython.p_void = realloc(self.transitions, size)
        if transitions == cython.NULL:
            raise MemoryError()
        self.transitions = cython.cast(cython.p_int, transitions)
        self.room = room
        return 0
