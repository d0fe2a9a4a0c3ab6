from dodona.systems.gold cimport Gold
from dodona.systems.base cimport TransitionSystem
from dodona.systems.ordered_stack cimport OrderedStack
from dodona.systems.state cimport State

cdef int SHIFT, REDUCE, LEFT, RIGHT, UNSHIFT

cdef class ArcEager(OrderedStack):
    cdef int front_node(self, State state) noexcept nogil
    cdef int dependents_on_stack(self, State state, Gold gold, int b) noexcept nogil
    cdef int count_single_root_loss(self, State state, Gold gold) noexcept nogil
    cdef int best_below(self, State state, Gold gold, int place, int d) noexcept nogil
