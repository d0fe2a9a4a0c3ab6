from dodona.linear.hashing cimport hash_t
from dodona.linear.weights cimport Weights
from dodona.parser.gold_trees cimport GoldTrees
from dodona.parser.labelled cimport LabelledTransitions
from dodona.parser.linear_scorer cimport LearningScorer
from dodona.parser.scorer cimport Batch
from dodona.systems.base cimport TransitionSystem
from dodona.systems.exact cimport ExactOracle
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef class OracleLearner:
    cdef readonly TransitionSystem system
    cdef readonly LabelledTransitions transitions
    cdef readonly GoldTrees golds
    cdef State state
    cdef ExactOracle exact
    cdef bint static, nondet, explore
    cdef double p
    cdef hash_t random_state
    cdef int candidate_count
    cdef int[::1] candidates
    cdef readonly long long steps, mistakes

    cdef void start(self, Gold gold) noexcept nogil
    cdef int ask_oracle(
        self, State state, Gold gold, unsigned long long mask, const int* scores
    ) noexcept nogil
    cdef void fill_costs(self, State state, Gold gold) noexcept nogil
    cdef bint follows_mistake(self, Gold gold, int guess) noexcept nogil
    cdef double random_share(self) noexcept nogil
    cdef hash_t next_random(self) noexcept nogil

cdef class ParserLearner(OracleLearner):
    cdef readonly LearningScorer scorer
    cdef readonly Weights weights
    cdef readonly Batch batch

    cdef int learn_sentence(self, Gold gold, const void* words) except -1 nogil
