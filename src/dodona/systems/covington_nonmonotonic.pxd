from dodona.systems.base cimport TransitionSystem
from dodona.systems.covington cimport Covington
from dodona.systems.cycles cimport CycleCounter
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int SHIFT, NO_ARC, LEFT, RIGHT, ROOT
cdef int UPPER, PC_UPPER, LOWER, EXACT
cdef int MOST_CYCLES

cdef class CovingtonNonmonotonic(Covington):
    cdef int kind
    cdef CycleCounter cycles
    cdef bint count_roots, count_end

    cdef bint is_above(self, State state, int word, int other) noexcept nogil
    cdef int bound_of(self, State state, Gold gold, int kind) noexcept nogil
    cdef int bound(
        self, State state, Gold gold, int kind, int i, int j, int head, int dependent, bint right_label
    ) noexcept nogil
    cdef int change_of_bound(self, State state, Gold gold, int kind, int j) noexcept nogil
    cdef bint can_meet(self, int i, int j, int x, int y) noexcept nogil
    cdef bint can_come_into_focus(self, int n, int i, int j, int d) noexcept nogil
    cdef int search_loss(self, State state, Gold gold, int most)
    cdef int search_label_cost(self, State state, Gold gold, int action, int label)
