from dodona.systems.base cimport TransitionSystem
from dodona.systems.covington_lists cimport CovingtonLists
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int SHIFT, NO_ARC, LEFT, RIGHT, ROOT

cdef class Covington(CovingtonLists):
    cdef bint is_reachable(self, State state, Gold gold, int y) noexcept nogil
    cdef int above(self, State state, Gold gold, int top) noexcept nogil
    cdef bint leads_to(self, State state, Gold gold, int top, int goal) noexcept nogil
    cdef bint is_pending(self, State state, Gold gold, int head, int dependent) noexcept nogil
    cdef bint may_miss(self, State state, Gold gold) noexcept nogil
    cdef void fill_plain_costs(self, State state, Gold gold) noexcept nogil
    cdef void fill_costs_at_end(self, Gold gold) noexcept nogil
    cdef int shift_cost(self, State state, Gold gold) noexcept nogil
    cdef int pass_cost(self, State state, Gold gold) noexcept nogil
    cdef int change_by_single_root(self, State state, Gold gold) noexcept nogil
    cdef int link_cost(self, State state, Gold gold, int head, int dependent) noexcept nogil
    cdef bint pending_to_the_left(self, State state, Gold gold) noexcept nogil
