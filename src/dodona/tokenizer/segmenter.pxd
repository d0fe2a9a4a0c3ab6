from dodona.linear.frozen cimport FrozenWeights
from dodona.tokenizer.boundaries cimport BoundaryFinder, Token
from libc.stdint cimport uint8_t

cdef class Segmenter(BoundaryFinder):
    # Tokens of the first stretch that were given out before, and of the last one that are now.
    cdef Py_ssize_t skipped, given
    cdef const uint8_t[::1] candidates
    cdef const int[::1] least_lengths
    cdef bint has_splits

    cdef Py_ssize_t run(self, bint final, bint release) except -1 nogil
    cdef int give_certain(self, Py_ssize_t first) except -1 nogil
    cdef Py_ssize_t keep_finished(self, Py_ssize_t first) except -1 nogil
    cdef bint may_be_split(self, const Token* token) noexcept nogil
    cdef int best_rule(self, const int* scores, int length) noexcept nogil
    cdef bint has_space(self, const Token* token) noexcept nogil
    cdef int split(self, Py_ssize_t first) except -1 nogil

cdef class FrozenSegmenter(Segmenter):
    cdef FrozenWeights boundaries, splits
    cdef int[::1] scores
