from libc.stdint cimport uint32_t

cdef class Output:
    cdef char* output
    cdef Py_ssize_t size, room

    cdef int reserve(self, Py_ssize_t needed) except -1 nogil
    cdef void put(self, const char* text, Py_ssize_t size) noexcept nogil
    cdef void put_number(self, Py_ssize_t number) noexcept nogil
    cdef void put_code(self, uint32_t character) noexcept nogil
    cdef void put_utf8(self, const uint32_t* characters, Py_ssize_t count) noexcept nogil
    cdef void put_spaces(self, const uint32_t* characters, Py_ssize_t count) noexcept nogil
    cdef int put_text_form(self, const uint32_t* characters, Py_ssize_t count) except -1 nogil
    cdef bint normalise(self, Py_ssize_t start) except -1 nogil
