from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int SHIFT, LEFT, RIGHT

cdef class TabularLoss:
    cdef int capacity
    cdef int[::1] nodes, wanted, table

    cdef int arcs_lost(self, State state, Gold gold, int action) noexcept nogil
    cdef void fill_entry(self, Gold gold, int i, int j, int left, int right) noexcept nogil
    cdef int list_stack(self, State state, int action) noexcept nogil
    cdef int list_right_stack(self, State state, Gold gold, int action, int left) noexcept nogil
