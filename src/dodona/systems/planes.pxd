cdef int MOST_STEPS

cdef class Planes:
    cdef readonly int capacity, size, size_of_rest, steps
    cdef readonly int[::1] left, right, allowed, cycle, cycle_size
    cdef int[::1] plane, order, rest

    cdef int least_lost(self, int n) noexcept nogil
    cdef void list_arcs(self, int n) noexcept nogil
    cdef void collect(self) noexcept nogil
    cdef void take(self, int k) noexcept nogil
    cdef bint are_related(self, int arc, int other) noexcept nogil
    cdef bint cross(self, int arc, int other) noexcept nogil
    cdef bint place(self, int position, int spare) noexcept nogil
    cdef bint fits(self, int position, int plane) noexcept nogil
