from dodona.systems.base cimport TransitionSystem
from dodona.systems.exact cimport ExactOracle
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef class Reach:
    cdef readonly TransitionSystem system
    cdef readonly list heads  # list[int]
    cdef readonly object labels  # list[str | None] | None
    cdef readonly bint exact
    cdef ExactOracle oracle
    cdef Gold gold
    cdef tuple names

    cdef void fill_costs(self, State state) noexcept nogil
    cdef int cheapest(self, State state) noexcept nogil
    cdef void finish(self, State state) noexcept nogil
    cdef bint makes_gold_arc(self, State state, int action) noexcept nogil
    cdef int right_label(self, State state, int action) noexcept nogil
