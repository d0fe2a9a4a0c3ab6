cdef class SpanningTree:
    cdef readonly int n, arcs
    cdef int nodes
    cdef int[::1] heads, dependents, following
    cdef long long[::1] weights
    cdef int[::1] first, last, parent, link, mark, path, entering

    cdef void start(self, int n) noexcept nogil
    cdef int add(self, int head, int dependent, long long weight) noexcept nogil
    cdef bint solve(self, bint single_root) noexcept nogil
    cdef bint solve_projective(self, bint single_root)
    cdef void discourage_roots(self) noexcept nogil
    cdef void make_node(self, int node) noexcept nogil
    cdef bint grow(self, int word) noexcept nogil
    cdef int find(self, int node) noexcept nogil
    cdef int choose(self, int node) noexcept nogil
    cdef void absorb(self, int node, int cycle) noexcept nogil
    cdef void expand(self) noexcept nogil
