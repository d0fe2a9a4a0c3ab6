cdef class Column:
    cdef readonly Py_ssize_t count, missing
    cdef Py_ssize_t room
    cdef unsigned char* present

    cdef int make_room(self) except -1
    cdef int grow(self, Py_ssize_t room) except -1
    cdef void note(self, bint there) noexcept

cdef class Texts(Column):
    cdef Py_ssize_t size, capacity
    cdef int* offsets
    cdef char* data

    cdef int put(self, const char* text, Py_ssize_t size) except -1
    cdef int close(self) except -1
    cdef int add(self, const char* text, Py_ssize_t size) except -1

cdef class Numbers(Column):
    cdef int* numbers

    cdef int add(self, int number) except -1
