from libc.string cimport memcpy

cdef int NODE_SIZE

cdef enum:
    FOCUS_SIZE = 16

cdef class State:
    cdef readonly int capacity, n
    cdef public int stack_size, second_size, front, stand_in, partner, mode
    cdef int[::1] block
    cdef readonly int[:] stack, heads, labels
    cdef readonly int[:] left1, left2, near_left, right1, right2, near_right
    cdef readonly int[:] left_count, right_count
    cdef readonly int[:] component, second
    cdef readonly unsigned long long[:] left_set, right_set
    cdef readonly int[::1] focus

    cdef void reset(self, int n) noexcept nogil
    cdef void push(self, int node) noexcept nogil
    cdef int pop(self) noexcept nogil
    cdef int top(self) noexcept nogil
    cdef void push_second(self, int node) noexcept nogil
    cdef int pop_second(self) noexcept nogil
    cdef int top_second(self) noexcept nogil
    cdef void attach(self, int head, int dependent, int label) noexcept nogil
    cdef void detach(self, int dependent) noexcept nogil
    cdef void count_dependent(self, int head, int dependent, int label) noexcept nogil
    cdef void copy_from(self, State other) noexcept nogil
    cpdef State copy(self)
