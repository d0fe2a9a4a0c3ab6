from dodona.neural.loops cimport Loops
from dodona.parser.learner cimport OracleLearner
from dodona.parser.neural_scorer cimport NeuralBatch, NeuralScorer
from dodona.parser.scorer cimport Slot, Workspace
from dodona.systems.gold cimport Gold

cdef class NeuralLearner(OracleLearner):
    cdef readonly NeuralScorer scorer
    cdef Workspace workspace
    cdef Slot* slot
    cdef readonly double loss
    cdef float dropout, smoothing, scale
    cdef float[:, ::1] hidden, logits, to_logits
    cdef float[::1] to_hidden, probabilities
    cdef unsigned char[::1] is_candidate
    cdef float[:, ::1] to_rows
    cdef float[::1] to_hidden_biases, to_biases
    cdef float[:, ::1] to_facts, to_weights

    cdef void learn_sentence(self, Gold gold, const void* words) noexcept nogil
    cdef int learn_step(self, Gold gold) noexcept nogil
    cdef void score(self) noexcept nogil
    cdef void leave_out(self, float* hidden) noexcept nogil
    cdef int count_legal(self) noexcept nogil
    cdef void find_gradient(self) noexcept nogil
    cdef void run_back(self, int view) noexcept nogil
