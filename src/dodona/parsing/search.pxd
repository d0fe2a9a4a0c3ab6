from dodona.features.extractor cimport Extractor
from dodona.features.hashing cimport hash_t
from dodona.systems.base cimport TransitionSystem
from dodona.systems.labelled cimport LabelledTransitions
from dodona.systems.state cimport State

cdef enum:
    FINISHED = -1
    SEVERAL = -2
    UNIT = 1 << 20

ctypedef struct Candidate:
    long long score
    int parent
    int transition

# A mean is in units of 1 / UNIT, so that means of different scores differ.
#
# A hypothesis: its score, the sum of the scores of its transitions and how many there were, its
# configuration, and what can follow: one class (only), several, which are those of its groups, or
# nothing. Its scores are those of the hypothesis in the slot like. Some actions have views of their
# own (see LabelledTransitions).
ctypedef struct Hypothesis:
    long long score, total
    int decisions
    int* block
    int stack_size, front, unshifted, left
    int only
    int like
    int group_count
    int[64] groups
    int view_count
    int[64] views

cdef class Agenda:
    cdef Candidate* best
    cdef int size, count
    cdef long long least

    cdef void clear(self) noexcept nogil
    cdef void offer(self, long long score, int parent, int transition) noexcept nogil

cdef class BeamSearch:
    cdef TransitionSystem system
    cdef LabelledTransitions transitions
    cdef Extractor extractor
    cdef State state
    cdef Agenda agenda
    cdef int size, count, width, most_views
    cdef bint by_mean
    cdef const hash_t* tokens
    cdef Hypothesis* hypotheses
    cdef Hypothesis* current
    cdef Hypothesis* previous
    cdef int[::1] blocks, scores, row_scores
    cdef hash_t[::1] keys

    cdef void begin(self, const hash_t* tokens) noexcept nogil
    cdef void add(self, long long score, long long total, int decisions) noexcept nogil
    cdef void examine(self, int slot) noexcept nogil
    cdef void list_groups(self, Hypothesis* hypothesis, unsigned long long mask) noexcept nogil
    cdef void find_alike(self, int slot) noexcept nogil
    cdef hash_t* keys_of(self, Py_ssize_t slot, Py_ssize_t view) noexcept nogil
    cdef int* scores_of(self, Py_ssize_t slot) noexcept nogil
    cdef void expand(self) noexcept nogil
    cdef void score_slot(self, int slot) noexcept nogil
    cdef void score(self, const hash_t* keys, int* scores) noexcept nogil
    cdef void offer(self, int slot) noexcept nogil
    cdef void offer_to(self, Agenda agenda, int slot, const signed char* allowed) noexcept nogil
    cdef long long score_after(self, const Hypothesis* hypothesis, int score) noexcept nogil
    cdef void advance(self) noexcept nogil
    cdef void turn(self) noexcept nogil
    cdef void follow(self, BeamSearch source, const Candidate* candidate) noexcept nogil
    cdef bint is_finished(self) noexcept nogil
    cdef void save(self, Hypothesis* hypothesis) noexcept nogil
    cdef void load(self, const Hypothesis* hypothesis) noexcept nogil
    cdef size_t block_bytes(self) noexcept nogil
