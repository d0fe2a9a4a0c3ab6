from dodona.treebank.sentence cimport STRIDE, Sentence

cdef struct Values:
    # New values of a column in a text: for each word, ``step`` numbers apart, where its value
    # begins and ends, or less than 0 if the old one stays. No spans: the column stays.
    const unsigned char* text
    const int* spans
    Py_ssize_t step

cdef class Draft:
    cdef readonly list sentences  # list[Sentence]
    cdef readonly Py_ssize_t words
    cdef Values[STRIDE] values
    cdef int[STRIDE] changed
    cdef int changed_count
    cdef list buffers
    cdef const int[::1] heads

    cdef int put_values(
        self, int column, const unsigned char[::1] text, const int[::1] spans, Py_ssize_t first, Py_ssize_t step
    ) except -1
    cdef const char* value(
        self, Sentence sentence, Py_ssize_t first, Py_ssize_t word, int column, int* size
    ) noexcept
    cdef bint has_any(self, Sentence sentence, Py_ssize_t first, int column) noexcept
    cdef Py_ssize_t growth(self, Sentence sentence, Py_ssize_t first) noexcept
    cdef void fill(self, Sentence old, Sentence new, Py_ssize_t first) noexcept
