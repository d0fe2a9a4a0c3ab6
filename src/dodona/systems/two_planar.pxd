from dodona.systems.gold cimport Gold
from dodona.systems.planes cimport Planes
from dodona.systems.state cimport State
from dodona.systems.two_planar_stacks cimport TwoPlanarStacks

cdef int SHIFT, REDUCE, LEFT, RIGHT, ROOT, SWITCH
cdef int SWITCHED, BOTH

cdef class TwoPlanar(TwoPlanarStacks):
    cdef Planes planes
    cdef State next
    cdef bint count_end
    cdef readonly int[::1] stacks, loses, gained

    cdef int loss_with(self, State state, Gold gold, int at_front) noexcept nogil
    cdef int loss_after_switch(self, State state, Gold gold) noexcept nogil
    cdef int lost_ahead(self, State state, Gold gold, int at_front, int root) noexcept nogil
    cdef void find_reachable(self, State state, Gold gold, int at_front, int root) noexcept nogil
    cdef void find_stacks(self, State state) noexcept nogil
    cdef int planes_of(self, State state, int head, int dependent, int at_front) noexcept nogil
    cdef int count_cycles(self, State state, Gold gold) noexcept nogil
    cdef int above(self, State state, Gold gold, int top) noexcept nogil
    cdef int mark_cycle(self, State state, Gold gold, int top, int number) noexcept nogil
    cdef unsigned long long costless(self, State state, Gold gold) noexcept nogil
    cdef int loss_after(self, State state, Gold gold, int action) noexcept nogil
    cdef void add_plain_costs(self, State state, Gold gold, unsigned long long mask) noexcept nogil
    cdef bint needs_left(self, State state, Gold gold) noexcept nogil
    cdef int change_by_single_root(self, State state, Gold gold, int at_front, int lost) noexcept nogil
    cdef bint is_done(self, State state, Gold gold, int i) noexcept nogil
    cdef int way_on(self, State state, Gold gold) noexcept nogil
    cdef int static_action_at_end(self, State state, Gold gold) noexcept nogil
