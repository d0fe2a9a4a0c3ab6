from dodona.systems.base cimport TransitionSystem
from dodona.systems.state cimport State

cdef int SHIFT, NO_ARC, LEFT, RIGHT, ROOT

cdef class CovingtonLists(TransitionSystem):
    cdef bint may_link(self, State state, int head, int dependent) noexcept nogil
    cdef void link(self, State state, int head, int dependent, int label) noexcept nogil
    cdef unsigned long long valid_at_end(self, State state) noexcept nogil
    cdef void perform_at_end(self, State state, int action, int label) noexcept nogil
    cdef void bring_in_headless(self, State state) noexcept nogil
    cdef int headless_before(self, State state, int word) noexcept nogil
    cdef int headless_after(self, State state, int word) noexcept nogil
