from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int MOST_WORDS

cdef class SubsetLoss:
    cdef bint single_root
    cdef int capacity, n
    cdef signed char[::1] table
    cdef int[::1] heads

    cdef int arcs_lost(self, State state, Gold gold) noexcept nogil
    cdef bint is_of(self, Gold gold) noexcept nogil
    cdef void fill(self, Gold gold) noexcept nogil
    cdef int least(self, int stack, int front) noexcept nogil
    cdef int next_below(self, int stack, int node) noexcept nogil
    cdef int after_arc(self, int configuration, int head, int dependent) noexcept nogil
