from dodona.treebank.packed cimport Numbers, Texts
from dodona.treebank.sentence cimport Sentence

cdef struct Piece:
    # A token of a sentence: where its form lies, its words, and its place, which MISC may tell.
    const char* form
    Py_ssize_t size
    int first, last, start, end
    bint is_range, told

cdef class Table:
    cdef readonly dict words  # dict[str, Texts | Numbers]
    cdef readonly dict ranges  # dict[str, Texts | Numbers]
    cdef readonly list texts  # list[str]
    cdef readonly list comments  # list[list[str]]
    cdef readonly object word_offsets  # array[int]
    cdef readonly object range_offsets  # array[int]
    cdef readonly list scores  # list[list[float | None]]
    cdef Piece* pieces
    cdef Py_ssize_t piece_count, piece_room
    cdef int start, end
    cdef Texts form, lemma, upos, xpos, feats, deprel, deps, misc, range_form, range_misc
    cdef Numbers id, head, starts, ends, range_first, range_last, range_starts, range_ends

    cdef int read_words(self, Sentence sentence) except -1
    cdef int read_gap(self, Sentence sentence, Py_ssize_t at, Py_ssize_t end) except -1
    cdef int read_range(self, const char* at, const char* end) except -1
    cdef int read_misc(self, Texts column, const char* at, const char* end, Py_ssize_t word) except -1
    cdef bint read_place(self, const char* at, const char* end) noexcept
    cdef bint read_score(self, const char* at, const char* end, Py_ssize_t word) except -1
    cdef int add_piece(self, const char* form, Py_ssize_t size, int first, int last, bint is_range) except -1
    cdef void tell_place(self) noexcept
    cdef bint has_places(self) noexcept
    cdef bint find_places(self, bytes text) noexcept
    cdef int add_places(self) except -1
