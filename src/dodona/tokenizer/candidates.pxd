from dodona.linear.hashing cimport hash_t
from dodona.tokenizer.features cimport View
from libc.stdint cimport uint8_t

cdef int split_features(
    const View* view, Py_ssize_t start, Py_ssize_t end, hash_t now, hash_t before, hash_t after, hash_t* keys
) noexcept nogil
cdef bint is_candidate(
    const View* view, Py_ssize_t start, Py_ssize_t end, hash_t now, const uint8_t* candidates
) noexcept nogil
