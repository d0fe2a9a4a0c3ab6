from dodona.tokenizing.output cimport Output
from dodona.tokenizing.segmenter cimport Token
from libc.stdint cimport uint32_t

cdef struct Written:
    # A sentence: where its bytes and rows begin, its words, and the line of the text it is in.
    Py_ssize_t start, row, line
    int words

cdef class Writer(Output):
    cdef int* rows
    cdef Py_ssize_t row_count, row_room
    cdef Written* sentences
    cdef Py_ssize_t sentence_count, sentence_room
    cdef const int[::1] rule_starts, piece_starts, piece_ends, letter_starts
    cdef const unsigned char[::1] letters
    cdef str source
    cdef const unsigned char[::1] document
    cdef int ranges
    cdef bint new_document, new_paragraph
    cdef Py_ssize_t number, line, character_offset, byte_offset
    # The text at hand, and how much of it is written.
    cdef const uint32_t* characters
    cdef Py_ssize_t done, end, spaces_before

    cdef int fill(self, const Token* tokens, Py_ssize_t count) except -1 nogil
    cdef int comments(self, const Token* tokens, Py_ssize_t count) except -1 nogil
    cdef int token(self, const Token* token, Py_ssize_t following, int words) except -1 nogil
    cdef Py_ssize_t row(self, int first, int last) noexcept nogil
    cdef void end_form(self, Py_ssize_t row) noexcept nogil
    cdef void misc(self, const Token* token, Py_ssize_t following) noexcept nogil
    cdef void piece(self, const Token* token, int piece, int size) noexcept nogil
    cdef bint all_upper(self, const Token* token) noexcept nogil
    cdef int offset(self) noexcept nogil
    cdef int reserve_row(self) except -1 nogil
    cdef void put_characters(self, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef void put_spaces(self, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef void pass_over(self, Py_ssize_t end) noexcept nogil
