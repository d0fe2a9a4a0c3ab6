from dodona.systems.arc_standard cimport ArcStandard
from dodona.systems.gold cimport Gold
from dodona.systems.spine_table cimport SpineTable
from dodona.systems.state cimport State

cdef int SHIFT, DEEPEST, INFINITE

cdef class LRSpine(ArcStandard):
    cdef bint waits(self, State state, Gold gold, int node, bint in_buffer) noexcept nogil
    cdef bint waits_below(self, State state, Gold gold, int node, int k) noexcept nogil
