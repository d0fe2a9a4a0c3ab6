from dodona.systems.exact cimport ExactOracle
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int BETWEEN, TURNED, AHEAD
cdef int SHIFT, HYBRID_LEFT, HYBRID_RIGHT, REDUCE, LEFT, RIGHT, SHORT_INFINITE

cdef class ExactArcHybrid(ExactOracle):
    cdef void set_between(self, Py_ssize_t i, Py_ssize_t j, int value) noexcept nogil
    cdef int between(self, Gold gold, int i, int j) noexcept nogil
    cdef int between_dependents(self, Gold gold, int head, int i, int j) noexcept nogil
    cdef int between_some(self, Gold gold, Py_ssize_t first, Py_ssize_t last, int i, int j) noexcept nogil
    cdef int push(self, Py_ssize_t row, int node, int j, int end) noexcept nogil
    cdef int leave(self, int depth, int j, int end) noexcept nogil

cdef class ExactArcEager(ExactArcHybrid):
    pass
