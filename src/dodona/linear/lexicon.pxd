from dodona.linear.hashing cimport hash_t

cdef enum:
    # Hashes that fill half of a table are some 100 slots from home at most, if there are millions.
    MOST_STEPS = 256

cdef class Lexicon:
    cdef const hash_t[::1] keys
    cdef int[::1] numbers
    cdef Py_ssize_t mask
    cdef readonly int count

    cdef int find(self, hash_t key) noexcept nogil
