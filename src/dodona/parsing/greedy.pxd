from dodona.features.extractor cimport Extractor
from dodona.features.tokens cimport TokenBatch
from dodona.features.hashing cimport hash_t
from dodona.parsing.frozen cimport FrozenWeights
from dodona.systems.base cimport TransitionSystem
from dodona.systems.labelled cimport LabelledTransitions
from dodona.systems.state cimport State

cdef class GreedyDecoder:
    cdef readonly TransitionSystem system
    cdef readonly LabelledTransitions transitions
    cdef readonly Extractor extractor
    cdef readonly FrozenWeights weights
    cdef int room

    cdef void decode(self, State state, int n, const hash_t* tokens, int* scores) noexcept nogil
    cdef int choose(
        self, State state, unsigned long long mask, const hash_t* tokens, int* scores
    ) noexcept nogil
    cdef void score(self, State state, const hash_t* tokens, int* scores) noexcept nogil
    cdef object make_scores(self)
