from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport Gold
from dodona.systems.linear_loss cimport LinearLoss
from dodona.systems.state cimport State
from dodona.systems.tabular_loss cimport TabularLoss

cdef int SHIFT, LEFT, RIGHT, INFINITE

cdef class ArcStandard(TransitionSystem):
    cdef bint is_linear
    cdef LinearLoss linear
    cdef TabularLoss table

    cdef bint root_may_take(self, State state) noexcept nogil
    cdef int second(self, State state) noexcept nogil
    cdef int arcs_lost(self, State state, Gold gold, int action) noexcept nogil
    cdef bint ends_before_buffer(self, State state, Gold gold, int node) noexcept nogil
