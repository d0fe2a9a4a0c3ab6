from dodona.systems.arc_eager cimport ArcEager
from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int SHIFT, REDUCE, LEFT, RIGHT, ATTACH

cdef class ArcEagerNonmonotonic(ArcEager):
    cdef int below(self, State state) noexcept nogil
    cdef bint has_gold_arc(self, State state, Gold gold, int d) noexcept nogil
    cdef bint can_take(self, State state, int node, int place) noexcept nogil
    cdef bint must_choose(self, State state, Gold gold) noexcept nogil
