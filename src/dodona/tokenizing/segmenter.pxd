from dodona.features.hashing cimport hash_t
from dodona.parsing.frozen cimport FrozenWeights
from dodona.tokenizing.characters cimport CLASSES
from dodona.tokenizing.features cimport SentenceSoFar, View
from dodona.tokenizing.stretch cimport CLOSED_PARAGRAPH, CUT, LONGEST, WAIT, Stretch
from libc.stdint cimport uint8_t

cdef enum:
    # What ends with a token.
    INSIDE_SENTENCE = 0
    SENTENCE_END = 1
    PARAGRAPH_END = 2

cdef enum Decision:
    BOUNDARY
    ENDING
    SPLIT

cdef struct Token:
    # Where a token stands in the text, what ends with it, and the number of its rule.
    Py_ssize_t start, end
    int ends
    int rule
    hash_t name
    int first, last  # in the stretch

cdef class Segmenter(Stretch):
    cdef Token* tokens
    cdef Py_ssize_t count, token_room
    cdef const uint8_t[::1] boundary_gate, join_gate, ending_gate, candidates
    cdef const int[::1] least_lengths
    cdef bint has_splits

    cdef int decide(self, Decision what, const hash_t* keys, int count, Py_ssize_t at) except -1 nogil
    cdef int reserve(self, Py_ssize_t size) except -1
    cdef Py_ssize_t run(self, bint final) except -1 nogil
    cdef int segment(self) except -1 nogil
    cdef Py_ssize_t segment_chunk(self, Py_ssize_t at, SentenceSoFar* sentence) except -1 nogil
    cdef bint may_join(self, Py_ssize_t at) noexcept nogil
    cdef int end_token(self, SentenceSoFar* sentence, Py_ssize_t start, Py_ssize_t end, hash_t name) except -1 nogil
    cdef Py_ssize_t keep_finished(self, Py_ssize_t first) except -1 nogil
    cdef int best_rule(self, const int* scores, int length) noexcept nogil
    cdef int split(self, Py_ssize_t first) except -1 nogil

cdef class FrozenSegmenter(Segmenter):
    cdef FrozenWeights boundaries, splits
    cdef int[::1] scores
