from dodona.systems.gold cimport Gold
from dodona.systems.reordered_buffer cimport ReorderedBuffer
from dodona.systems.state cimport State

cdef int LEFT, RIGHT, SHIFT, SWAP

cdef class ArcHybridSwap(ReorderedBuffer):
    cdef int lost_by_shift(self, State state, Gold gold, int b) noexcept nogil
    cdef int dependents_in_reach(self, State state, Gold gold, int s0) noexcept nogil
    cdef bint head_in_reach(self, State state, Gold gold, int place) noexcept nogil
    cdef bint is_on_stack(self, State state, int node) noexcept nogil
