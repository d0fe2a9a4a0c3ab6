from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int SHIFT, NO_ARC, LEFT, RIGHT, ROOT

cdef class Covington(TransitionSystem):
    cdef bint may_link(self, State state, int head, int dependent) noexcept nogil
    cdef void link(self, State state, int head, int dependent, int label) noexcept nogil
    cdef void perform_at_end(self, State state, int action, int label) noexcept nogil
    cdef void bring_in_headless(self, State state) noexcept nogil
    cdef int headless_before(self, State state, int word) noexcept nogil
    cdef int headless_after(self, State state, int word) noexcept nogil
    cdef bint is_reachable(self, State state, Gold gold, int y) noexcept nogil
    cdef int above(self, State state, Gold gold, int top) noexcept nogil
    cdef bint leads_to(self, State state, Gold gold, int top, int goal) noexcept nogil
    cdef bint is_pending(self, State state, Gold gold, int head, int dependent) noexcept nogil
    cdef int link_cost(self, State state, Gold gold, int head, int dependent) noexcept nogil
    cdef bint pending_to_the_left(self, State state, Gold gold) noexcept nogil
