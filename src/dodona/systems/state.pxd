
cdef class State:
    cdef readonly int capacity, n
    cdef public int stack_size, front, unshifted, left
    cdef readonly int[::1] stack, heads, labels
    cdef readonly int[::1] left1, left2, near_left, right1, right2, near_right
    cdef readonly int[::1] left_count, right_count
    cdef readonly int[::1] component
    cdef readonly unsigned long long[::1] left_set, right_set
    cdef readonly int[::1] focus

    cdef void reset(self, int n) noexcept nogil
    cdef void push(self, int node) noexcept nogil
    cdef int pop(self) noexcept nogil
    cdef int top(self) noexcept nogil
    cdef void attach(self, int head, int dependent, int label) noexcept nogil
    cdef void detach(self, int dependent) noexcept nogil
    cdef void count_dependent(self, int head, int dependent, int label) noexcept nogil
    cdef void copy_from(self, State other) noexcept nogil
    cpdef State copy(self)
