cdef int NOBODY

cdef class Descent:
    cdef int n
    cdef int[::1] heads, dependents, starts, order, came, sizes, depths, reach, crossing

    cdef void walk(self) noexcept nogil
    cdef void group_dependents(self) noexcept nogil
    cdef int put_heads_first(self) noexcept nogil
    cdef bint descends(self, int node, int above) noexcept nogil
    cdef void reach_right(self, int stop, int free) noexcept nogil
    cdef void reach_left(self, int stop, int free) noexcept nogil
    cdef bint may_pass(self, int at, int node, int free) noexcept nogil
    cdef void find_crossing(self) noexcept nogil

cpdef Descent descent_of(object heads)
