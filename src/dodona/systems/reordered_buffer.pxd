from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int SHIFT, SWAP

cdef class ReorderedBuffer(TransitionSystem):
    cdef int ahead(self, State state, int k) noexcept nogil
    cdef int take_front(self, State state) noexcept nogil
    cdef int below(self, State state) noexcept nogil
    cdef void look_ahead(self, State state, int places) noexcept nogil
    cdef bint is_built(self, State state, Gold gold, int node) noexcept nogil
    cdef bint must_change(self, Gold gold, int first, int second) noexcept nogil
    cdef bint returns(self, State state, Gold gold, int word) noexcept nogil
    cdef void set_static_costs(self, Gold gold, unsigned long long mask, bint swap) noexcept nogil
