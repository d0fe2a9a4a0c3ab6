from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State
from dodona.systems.tabular_loss cimport TabularLoss

cdef class ReorderedLoss(TabularLoss):
    cdef int[::1] stays
    cdef int pushed

    cdef bint is_ahead(self, State state, int node) noexcept nogil
