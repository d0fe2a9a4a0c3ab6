from dodona.tokenizer.features cimport PADDING, View
from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    # Characters that are looked at in one go, runs of spaces counting as one.
    LONGEST = 16384
    # What a stretch is: not complete yet, closed by the end of the text (or of a line), closed by
    # the end of a paragraph, or cut.
    WAIT = 0
    CLOSED = 1
    CLOSED_PARAGRAPH = 2
    CUT = 3

cdef class Layout:
    cdef uint32_t* characters
    cdef Py_ssize_t size, room
    cdef uint32_t[LONGEST + 2 * PADDING] low_room
    cdef uint8_t[LONGEST + 2 * PADDING] kind_room
    cdef Py_ssize_t[LONGEST + 2 * PADDING] places
    cdef View view
    cdef int flags  # of all characters that were laid out since the text was loaded
    cdef public bint sentence_a_line, at_start

    cdef int load(self, str text) except -1
    cdef int prepare(self, Py_ssize_t* at, bint final) noexcept nogil
    cdef int laid_out(self, Py_ssize_t size, int flags, int what) noexcept nogil
    cdef bint is_whole_line(self, int lines) noexcept nogil
    cdef int line_ends(self, Py_ssize_t at) noexcept nogil
    cdef bint begins_item(self, Py_ssize_t at) noexcept nogil
