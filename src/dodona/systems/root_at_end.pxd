from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int PASS, LEFT, RIGHT, ROOT

cdef class RootAtEnd(TransitionSystem):
    cdef void link(self, State state, int head, int dependent, int label) noexcept nogil
    cdef unsigned long long valid_at_end(self, State state) noexcept nogil
    cdef void perform_at_end(self, State state, int action, int label) noexcept nogil
    cdef void bring_in_headless(self, State state) noexcept nogil
    cdef int headless_before(self, State state, int word) noexcept nogil
    cdef int headless_after(self, State state, int word) noexcept nogil
    cdef int arc_head_at_end(self, State state, int action) noexcept nogil
    cdef int change_at_end(self, State state, Gold gold, int first, int[::1] gained) noexcept nogil
