from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int SHIFT, LEFT, RIGHT
cdef int FRESH, USED, GONE

cdef class LinearLoss:
    cdef int capacity, size
    cdef int[::1] words, place, first_kid, next_kid, parent, rights
    cdef int[::1] claimant, chain, chain_head, below, above
    cdef int[::1] fresh, used, gone, claimed

    cdef int arcs_lost(self, State state, Gold gold, int action) noexcept nogil
    cdef int list_stack(self, State state, int action) noexcept nogil
    cdef void append(self, int word) noexcept nogil
    cdef int place_of(self, int word) noexcept nogil
    cdef void list_relatives(self, int front, Gold gold) noexcept nogil
    cdef void list_claims(self, int front, Gold gold) noexcept nogil
    cdef int gain(self, int i, int status, Gold gold) noexcept nogil
    cdef int after(self, int i, int x, int status, Gold gold) noexcept nogil
    cdef int after_chain(self, int d, int x, Gold gold) noexcept nogil
    cdef int after_claim(self, int d, int taken, Gold gold) noexcept nogil
