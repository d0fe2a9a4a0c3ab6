from dodona.features.hashing cimport hash_t
from dodona.tagging.words cimport WordBatch

cdef class Lexicon:
    cdef hash_t[::1] slots
    cdef int[::1] numbers
    cdef Py_ssize_t mask
    cdef readonly int count

    cdef int find(self, hash_t key) noexcept nogil
