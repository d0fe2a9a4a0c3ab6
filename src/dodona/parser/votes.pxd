from dodona.treebank.spanning cimport SpanningTree

cdef class Votes:
    cdef readonly int members
    cdef readonly Py_ssize_t words
    cdef readonly int[::1] lengths
    cdef Py_ssize_t[::1] starts
    cdef int[::1] heads, labels, worths, most
    cdef unsigned char[::1] has_voted

    cdef bint is_settled(self, Py_ssize_t sentence, bint single_root) noexcept nogil
    cdef bint has_majority(self, Py_ssize_t sentence, int member, bint single_root) noexcept nogil
    cdef bint agree(self, Py_ssize_t sentence, Py_ssize_t word, int one, int other) noexcept nogil

cdef class Election:
    cdef Votes votes
    cdef SpanningTree tree
    cdef int[::1] voters
    cdef readonly int[::1] heads, labels, counts

    cdef bint hold(self, Py_ssize_t sentence, bint single_root) noexcept nogil
    cdef bint hold_projective(self, Py_ssize_t sentence, bint single_root)
    cdef void add_arcs(self, Py_ssize_t sentence) noexcept nogil
    cdef long long weigh(self, Py_ssize_t sentence, Py_ssize_t word, int member) noexcept nogil
    cdef void note(self, Py_ssize_t sentence) noexcept nogil
