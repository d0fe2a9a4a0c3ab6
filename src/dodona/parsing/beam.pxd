from dodona.features.extractor cimport Extractor
from dodona.features.hashing cimport hash_t
from dodona.features.tokens cimport TokenBatch
from dodona.parsing.frozen cimport FrozenWeights
from dodona.parsing.search cimport BeamSearch
from dodona.systems.labelled cimport LabelledTransitions

cdef class FrozenSearch(BeamSearch):
    cdef FrozenWeights weights

    cdef void run(self, int n, const hash_t* tokens) noexcept nogil

cdef class BeamDecoder:
    cdef readonly LabelledTransitions transitions
    cdef readonly Extractor extractor
    cdef readonly FrozenWeights weights
    cdef readonly int beam

    cdef FrozenSearch make_search(self, TokenBatch tokens)
