from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef class OrderedStack(TransitionSystem):
    cdef bint in_buffer(self, State state, int node) noexcept nogil
    cdef bint on_stack(self, State state, int node) noexcept nogil
    cdef int place_on_stack(self, State state, int node) noexcept nogil
    cdef int dependents_in_buffer(self, State state, Gold gold, int node) noexcept nogil
