from dodona.systems.state cimport State

cdef class Gold:
    cdef readonly int n
    cdef readonly bint projective, exact
    cdef readonly int[::1] heads, labels
    cdef readonly int[::1] first_dependent, dependents
    cdef readonly int[::1] costs
    cdef readonly State scratch
