from dodona.systems.base cimport TransitionSystem
from dodona.systems.state cimport State

cdef int SHIFT, REDUCE, LEFT, RIGHT

cdef class ArcEager(TransitionSystem):
    cdef int front_node(self, State state) noexcept nogil
    cdef void settle(self, State state) noexcept nogil
    cdef bint on_stack(self, State state, int node) noexcept nogil
    cdef bint in_buffer(self, State state, int node) noexcept nogil
