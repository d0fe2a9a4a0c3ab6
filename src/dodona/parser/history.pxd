cdef class History:
    cdef int* parents
    cdef int* transitions
    cdef Py_ssize_t count, room

    cdef int clear(self) except -1 nogil
    cdef int add(self, int parent, int transition) except -1 nogil
    cdef Py_ssize_t length(self, int node) noexcept nogil
    cdef void trace(self, int node, int* path) noexcept nogil
    cdef int grow(self) except -1 nogil
