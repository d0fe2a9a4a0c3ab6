from dodona.linear.hashing cimport hash_t
from dodona.linear.words cimport WordBatch

cdef enum:
    MOST_TEMPLATES = 200

cdef class WordFeatures:
    cdef readonly list templates  # list[str]
    cdef int[::1] ends, places
    cdef hash_t[::1] seeds
    # The same templates, first those that look at no tags.
    cdef int[::1] split_ends, split_places
    cdef hash_t[::1] split_seeds
    cdef int untagged

    cdef int extract(self, const hash_t* row, hash_t* keys) noexcept nogil
    cdef int extract_untagged(self, const hash_t* row, hash_t* keys) noexcept nogil
    cdef int extract_tagged(self, const hash_t* row, hash_t* keys) noexcept nogil
    cdef int extract_split(
        self, Py_ssize_t first, Py_ssize_t last, const hash_t* row, hash_t* keys
    ) noexcept nogil
