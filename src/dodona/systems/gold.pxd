from dodona.systems.state cimport State

# The legal ones are a set of 64 bits.
cdef enum:
    MAX_ACTIONS = 64

cdef class Gold:
    cdef readonly int n
    cdef readonly bint projective, exact, complete
    cdef readonly int[::1] heads, labels
    cdef readonly int[::1] first_dependent, dependents
    cdef readonly int[::1] costs, work
    cdef readonly int[::1] order, component
    cdef readonly State scratch

    cdef bint is_leaf(self, int node) noexcept nogil
    cdef bint is_wrong(self, int dependent, int head) noexcept nogil
    cdef int root(self) noexcept nogil
