from dodona.tokenizer.boundaries cimport Token
from dodona.tokenizer.token_lines cimport TokenLines

cdef struct Written:
    # A sentence: where its bytes and rows begin, its words, and the line of the text it is in.
    Py_ssize_t start, row, line
    int words

cdef class Writer:
    cdef TokenLines lines
    cdef Written* sentences
    cdef Py_ssize_t sentence_count, sentence_room
    cdef str source
    cdef const unsigned char[::1] document
    cdef bint new_document, new_paragraph
    cdef bint is_stable  # whether the whole text is as treebanks may hold it
    cdef Py_ssize_t number

    cdef int fill(self, const Token* tokens, Py_ssize_t count) except -1 nogil
    cdef void begin(self, Py_ssize_t start) noexcept nogil
    cdef int comments(self, const Token* tokens, Py_ssize_t count) except -1 nogil
