from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport Gold
from dodona.systems.ordered_stack cimport OrderedStack
from dodona.systems.state cimport State

cdef int SHIFT, LEFT, RIGHT, UNSHIFT

cdef class ArcHybrid(OrderedStack):
    cdef int front_node(self, State state) noexcept nogil
    cdef bint must_take(self, State state) noexcept nogil
    cdef int second(self, State state) noexcept nogil
    cdef int lost_below(self, State state, Gold gold, int b) noexcept nogil
    cdef int count_single_root_loss(self, State state, Gold gold) noexcept nogil
    cdef int best_below(self, State state, Gold gold, int place, int d, int least) noexcept nogil
