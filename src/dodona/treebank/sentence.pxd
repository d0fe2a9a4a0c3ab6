cdef enum:
    ID = 0
    FORM = 1
    LEMMA = 2
    UPOS = 3
    XPOS = 4
    FEATS = 5
    HEAD = 6
    DEPREL = 7
    DEPS = 8
    MISC = 9
    COLUMNS = 10
    STRIDE = 11

cdef class Sentence:
    cdef readonly bytes raw
    cdef readonly str source
    cdef readonly Py_ssize_t line
    cdef readonly int n
    cdef char* chars  # those of raw
    cdef int* bounds
    cdef int* tree

    @staticmethod
    cdef Sentence create(bytes raw, int n, str source, Py_ssize_t line)
    cdef object word(self, int i)
    cdef str field(self, int word, int column)
    cdef bint is_blank(self, int word, int column) noexcept
    cdef bint has_any(self, int column) noexcept
    cdef list column(self, int column)
