from dodona.neural.loops cimport Loops

cdef class Table:
    cdef readonly float[:, ::1] values
    cdef const unsigned short[:, ::1] halves
    cdef bint are_halves
    cdef readonly Py_ssize_t size
    cdef readonly int width
    cdef const Loops* loops

    cdef int check(self, const int[::1] numbers, const int[::1] ends, float[:, :] rows) except -1

cdef class LearningTable(Table):
    cdef float[:, ::1] gradients, means, squares
    cdef int[::1] touched
    cdef Py_ssize_t touched_count
    cdef unsigned char[::1] is_touched
