from dodona.systems.root_at_end cimport RootAtEnd
from dodona.systems.state cimport State

cdef int SHIFT, REDUCE, LEFT, RIGHT, ROOT, SWITCH
cdef int SECOND, SWITCHED

cdef class TwoPlanarStacks(RootAtEnd):
    cdef int active(self, State state) noexcept nogil
    cdef int size(self, State state, int plane) noexcept nogil
    cdef int word(self, State state, int plane, int below) noexcept nogil
    cdef bint may_link(self, State state, int head, int dependent) noexcept nogil
    cdef bint is_above(self, State state, int word, int other) noexcept nogil
