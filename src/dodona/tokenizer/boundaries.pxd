from dodona.linear.hashing cimport hash_t
from dodona.tokenizer.features cimport SentenceSoFar, View
from dodona.tokenizer.layout cimport Layout
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
    Py_ssize_t until  # where its spaces end, if it is the last of what is written; else 0
    int ends
    int rule
    hash_t name
    int first, last  # in the stretch

cdef class BoundaryFinder(Layout):
    cdef Token* tokens
    cdef Py_ssize_t count, token_room
    cdef const uint8_t[::1] boundary_gate, join_gate, ending_gate

    cdef int decide(self, Decision what, const hash_t* keys, int count, Py_ssize_t at) except -1 nogil
    cdef int reserve(self, Py_ssize_t size) except -1
    cdef int find_tokens(self) except -1 nogil
    cdef Py_ssize_t find_in_chunk(self, Py_ssize_t at, SentenceSoFar* sentence) except -1 nogil
    cdef bint is_single_space(self, Py_ssize_t at) noexcept nogil
    cdef int end_token(self, SentenceSoFar* sentence, Py_ssize_t start, Py_ssize_t end, hash_t name) except -1 nogil
