from dodona.systems.exact_arc_eager cimport ExactArcHybrid
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int BETWEEN, AHEAD, UNSHIFTED, ALONE
cdef int SHIFT, HYBRID_LEFT, HYBRID_RIGHT, HYBRID_UNSHIFT, REDUCE, LEFT, RIGHT, UNSHIFT, SHORT_INFINITE

cdef class ExactUnshift(ExactArcHybrid):
    cdef int wrongly_taken(self, int depth, int node, int p) noexcept nogil
    cdef int loss_after_push(self, State state, Gold gold, int b, int head) noexcept nogil
    cdef int loss_after_pop(self, State state, Gold gold) noexcept nogil
    cdef int loss_after_unshift(self, State state, Gold gold) noexcept nogil

cdef class ExactArcHybridSingleRoot(ExactUnshift):
    cdef int least_taken

cdef class ExactArcEagerSingleRoot(ExactUnshift):
    cdef void make_unshifted(self, int depth, int node, State state, Gold gold) noexcept nogil
    cdef int attach(self, int depth, int node, int j) noexcept nogil
    cdef int after_unshift(self, int depth, int j) noexcept nogil
