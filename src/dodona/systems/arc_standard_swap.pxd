from dodona.systems.gold cimport Gold
from dodona.systems.reordered_buffer cimport ReorderedBuffer
from dodona.systems.reordered_loss cimport ReorderedLoss
from dodona.systems.state cimport State

cdef int LEFT, RIGHT, SHIFT, SWAP

cdef class ArcStandardSwap(ReorderedBuffer):
    cdef ReorderedLoss table

    cdef bint swap_is_due(self, State state, Gold gold) noexcept nogil
    cdef int arcs_lost(self, State state, Gold gold) noexcept nogil
    cdef int first_ahead(self, State state, Gold gold) noexcept nogil

cdef class ArcStandardSwapLazy(ArcStandardSwap):
    pass
