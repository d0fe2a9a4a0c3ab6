from dodona.parser.decoder cimport Search

cdef enum:
    UNIT_BITS = 20
    UNIT = 1 << UNIT_BITS

ctypedef struct Candidate:
    long long score
    int parent
    int transition

# A mean is in units of 1 / UNIT, so that means of different scores differ.
#
# A hypothesis: its score, the sum of the scores of its transitions and how many there were, its
# configuration, and what can follow: one transition (only), SEVERAL, or nothing (FINISHED). Its
# scores are those in the slot like.
ctypedef struct Hypothesis:
    long long score, total
    int decisions
    int* block
    int stack_size, second_size, front, stand_in, partner, mode
    int only
    int like

cdef class Agenda:
    cdef Candidate* best
    cdef int size, count
    cdef long long least

    cdef void clear(self) noexcept nogil
    cdef void offer(self, long long score, int parent, int transition) noexcept nogil

cdef class BeamSearch(Search):
    cdef Agenda agenda
    cdef int size, count
    cdef bint by_mean
    cdef const void* words
    cdef Hypothesis* hypotheses
    cdef Hypothesis* current
    cdef Hypothesis* previous
    cdef int[::1] blocks

    cdef void begin(self, int n, const void* words) noexcept nogil
    cdef void clear(self, int n, const void* words) noexcept nogil
    cdef void add(self, long long score, long long total, int decisions) noexcept nogil
    cdef int find_alike(self, int slot) noexcept nogil
    cdef int* scores_of(self, const Hypothesis* hypothesis) noexcept nogil
    cdef void expand(self) noexcept nogil
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
