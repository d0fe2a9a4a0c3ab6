cdef class Eisner:
    cdef readonly Py_ssize_t n, width
    cdef readonly int[::1] heads
    cdef long long[::1] weights, complete, incomplete
    cdef int[::1] complete_split, incomplete_split, agenda

    cdef void weigh(self, int[::1] heads) noexcept
    cdef void fill(self) noexcept nogil
    cdef void read_off(self) noexcept nogil
    cdef void join(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef void close_left(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef void close_right(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil
    cdef int put(self, int count, int head, int end, bint complete) noexcept nogil
