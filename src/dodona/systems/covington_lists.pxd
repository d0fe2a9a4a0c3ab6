from dodona.systems.root_at_end cimport RootAtEnd
from dodona.systems.state cimport State

cdef int SHIFT, NO_ARC, LEFT, RIGHT, ROOT

cdef class CovingtonLists(RootAtEnd):
    cdef bint may_link(self, State state, int head, int dependent) noexcept nogil
