from dodona.systems.base cimport TransitionSystem
from dodona.systems.state cimport State

cdef int SHIFT, LEFT, RIGHT

cdef class ArcHybrid(TransitionSystem):
    cdef int front_node(self, State state) noexcept nogil
    cdef int second(self, State state) noexcept nogil
    cdef int place_on_stack(self, State state, int node) noexcept nogil
    cdef bint in_buffer(self, State state, int node) noexcept nogil
    cdef bint can_take(self, State state, int node, int place) noexcept nogil
