from dodona.features.hashing cimport hash_t
from dodona.tagging.words cimport WordBatch

cdef enum:
    MOST_TEMPLATES = 200

cdef class WordFeatures:
    cdef readonly list templates
    cdef int[::1] ends, places
    cdef hash_t[::1] seeds

    cdef int extract(self, const hash_t* row, hash_t* keys) noexcept nogil
