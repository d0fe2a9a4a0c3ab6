from dodona.parser.decoder cimport Decoder, Search
from dodona.parser.scorer cimport Batch

cdef class GreedySearch(Search):
    cdef const void* words
    cdef int following
    cdef GreedySearch other
    cdef bint is_last
    cdef Batch batch
    cdef Py_ssize_t sentence, stride
    cdef Py_ssize_t[::1] starts
    cdef int[::1] heads, labels

    cdef void begin(self, int n, const void* words) noexcept nogil
    cdef void examine(self) noexcept nogil
    cdef void locate(self) noexcept nogil
    cdef int choose(self) noexcept nogil
    cdef void step(self) noexcept nogil
    cdef void begin_next(self) noexcept nogil
    cdef bint is_done(self) noexcept nogil
    cdef void locate_all(self) noexcept nogil
    cdef void step_all(self) noexcept nogil

cdef class GreedyDecoder(Decoder):
    pass
