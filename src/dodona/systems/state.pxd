
cdef class State:
    cdef readonly int capacity, n
    cdef public int stack_size, front, unshifted
    cdef readonly int[::1] stack, heads, labels
    cdef readonly int[::1] left1, left2, right1, right2, left_count, right_count
    cdef readonly unsigned long long[::1] left_set, right_set
    cdef readonly int[::1] focus

    cdef void reset(self, int n) noexcept nogil
    cdef void push(self, int node) noexcept nogil
    cdef int pop(self) noexcept nogil
    cdef int top(self) noexcept nogil
    cdef void attach(self, int head, int dependent, int label) noexcept nogil
    cpdef State copy(self)
