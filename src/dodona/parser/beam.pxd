from dodona.parser.decoder cimport Decoder
from dodona.parser.scorer cimport Batch
from dodona.parser.search cimport BeamSearch

cdef class BeamDecoder(Decoder):
    cdef readonly int beam
