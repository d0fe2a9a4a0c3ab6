from dodona.parser.decoder cimport Decoder, Search
from dodona.parser.scorer cimport Batch, Scorer

cdef class SureSearch(Search):
    cdef double unit
    cdef float[::1] arcs, labels

    cdef void note(self, int choice) noexcept nogil

cdef class SureDecoder(Decoder):
    cdef readonly double unit
