from dodona.systems.gold cimport Gold

cdef class GoldTrees:
    cdef object numbers, starts, lengths, kinds  # arrays that grow
    cdef Gold gold
    cdef int[::1] block
    cdef readonly int longest_exact

    cpdef Gold view(self, Py_ssize_t index)
