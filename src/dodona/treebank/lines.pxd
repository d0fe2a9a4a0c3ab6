cdef class Lines:
    cdef bytes data
    cdef const char* text
    cdef Py_ssize_t size, start, first, start_line
    cdef readonly Py_ssize_t line
    cdef str source

    cdef Py_ssize_t line_end(self, Py_ssize_t at) noexcept nogil
    cdef bint is_blank(self, Py_ssize_t at, Py_ssize_t end) noexcept nogil
    cdef Py_ssize_t skip_blank_lines(self, Py_ssize_t at) noexcept nogil
    cdef Py_ssize_t sentence_end(self) noexcept nogil
    cdef int number(self, Py_ssize_t at, Py_ssize_t end) noexcept nogil
    cdef str shown(self, Py_ssize_t at, Py_ssize_t end)
    cdef int check_bytes(self) except -1
    cdef object error(self, str message, Py_ssize_t line)
    cdef object sent_id(self)
