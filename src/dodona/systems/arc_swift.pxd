from dodona.systems.arc_eager cimport ArcEager
from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int DEEPEST, SHIFT, LEFT, RIGHT, REDUCE, UNSHIFT

cdef class ArcSwift(ArcEager):
    cdef int waiting(self, State state) noexcept nogil
    cdef int node(self, State state, int k) noexcept nogil
    cdef int reduced(self, State state, int action) noexcept nogil
    cdef bint wants_below(self, State state, Gold gold, int b) noexcept nogil
