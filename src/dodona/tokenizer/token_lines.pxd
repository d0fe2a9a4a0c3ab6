from dodona.tokenizer.boundaries cimport Token
from dodona.tokenizer.output cimport Output
from libc.stdint cimport uint32_t

cdef class TokenLines(Output):
    cdef int* rows
    cdef Py_ssize_t row_count, row_room
    cdef const int[::1] rule_starts, piece_starts, piece_ends, letter_starts
    cdef const unsigned char[::1] letters
    cdef int ranges
    # Where the sentence at hand begins in the output, and whether it is as treebanks may hold it.
    cdef Py_ssize_t sentence_start
    cdef bint is_normal
    # The text at hand, and how much of it is written.
    cdef const uint32_t* characters
    cdef Py_ssize_t done, spaces_before
    # How much was written of all texts.
    cdef Py_ssize_t line, character_offset, byte_offset

    cdef int token(self, const Token* token, Py_ssize_t following, int words) except -1 nogil
    cdef Py_ssize_t row(self, int first, int last) noexcept nogil
    cdef void end_form(self, Py_ssize_t row) noexcept nogil
    cdef int misc(self, const Token* token, Py_ssize_t following, bint changed) except -1 nogil
    cdef void piece(self, const Token* token, int piece, int size) noexcept nogil
    cdef bint all_upper(self, const Token* token) noexcept nogil
    cdef int offset(self) noexcept nogil
    cdef int reserve_row(self) except -1 nogil
    cdef void put_characters(self, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    cdef void pass_over(self, Py_ssize_t end) noexcept nogil
