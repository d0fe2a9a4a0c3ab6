from dodona.features.extractor cimport Extractor
from dodona.features.hashing cimport hash_t
from dodona.features.tokens cimport TokenBatch
from dodona.learning.weights cimport Weights
from dodona.systems.exact cimport ExactOracle
from dodona.systems.gold cimport Gold
from dodona.systems.labelled cimport LabelledTransitions
from dodona.systems.base cimport TransitionSystem
from dodona.systems.state cimport State

cdef class Learner:
    cdef readonly TransitionSystem system
    cdef readonly LabelledTransitions transitions
    cdef readonly Extractor extractor
    cdef readonly Weights weights
    cdef readonly TokenBatch tokens
    cdef list golds
    cdef State state
    cdef ExactOracle exact
    cdef bint static, partial, explore
    cdef double follow_gold
    cdef hash_t random_state
    cdef int[::1] scores, row_scores, candidates
    cdef readonly long long steps, mistakes

    cdef int learn_sentence(self, Gold gold, const hash_t* tokens) except -1 nogil
    cdef int learn_step(self, Gold gold, const hash_t* tokens, unsigned long long mask) except -1 nogil
    cdef void score_views(self, const hash_t* tokens, unsigned long long mask) noexcept nogil
    cdef int adjust(self, const hash_t* tokens, int transition, int by) except -1 nogil
    cdef unsigned long long ask_oracle(self, State state, Gold gold, unsigned long long mask) noexcept nogil
    cdef double random_share(self) noexcept nogil
    cdef hash_t next_random(self) noexcept nogil
