from dodona.parser.decoder cimport Decoder, Search

cdef class GreedySearch(Search):
    cdef int choose(self, const void* words) noexcept nogil

cdef class GreedyDecoder(Decoder):
    pass
