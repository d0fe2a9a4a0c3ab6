cdef int NOWHERE, UNUSED

cdef class CycleCounter:
    cdef readonly int capacity, n, found, problematic
    cdef readonly int[::1] built, planned, is_gold
    cdef int[::1] dependents, walk, ways, leads_back
    cdef int[::1] blocked, waiting, next_waiting, agenda

    cdef int count(self, int n, int limit, bint problematic_only) noexcept nogil
    cdef bint prune(self) noexcept nogil
    cdef int drop_dependent(self, int head, int size) noexcept nogil
    cdef void search(self, int s, int limit) noexcept nogil
    cdef void enter(self, int word, int depth) noexcept nogil
    cdef void leave(self, int s, int word, bint leads_back) noexcept nogil
    cdef void wait_for(self, int s, int head, int cell) noexcept nogil
    cdef void unblock(self, int word) noexcept nogil
    cdef bint is_problematic(self, int length) noexcept nogil
