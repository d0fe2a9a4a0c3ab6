from libc.stdint cimport uint32_t, uint64_t

from dodona.linear.weights cimport MOST_KEYS
from dodona.parser.labelled cimport LabelledTransitions
from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport MAX_ACTIONS
from dodona.systems.state cimport FOCUS_SIZE, State
from dodona.treebank.sentence cimport Sentence

cdef enum:
    FINISHED = -1
    SEVERAL = -2

cdef enum:
    MOST_NUMBERS = MOST_KEYS + 1

# What a scorer has read off a configuration in one view, and what it has located for that: numbers
# that only the scorer understands.
ctypedef struct View:
    int size
    uint64_t[MOST_NUMBERS] numbers
    uint32_t[MOST_KEYS] rows

# A configuration that was examined: its legal actions as a bit set and as groups of transitions,
# and its views. The first view is the common one; the others belong to the actions listed, and
# those that see the same have one together.
# The scores are those of all transitions, after Scorer.score, which uses row_scores on the way.
ctypedef struct Slot:
    unsigned long long legal
    int group_count
    int[MAX_ACTIONS] groups
    int action_count
    int[MAX_ACTIONS] actions
    int[MAX_ACTIONS] numbers  # of their views
    int view_count
    View* views
    int* scores
    int* row_scores

cdef class Batch:
    cdef readonly int count, longest
    cdef readonly int[::1] lengths

    cdef const void* of_sentence(self, Py_ssize_t index) noexcept nogil

cdef class JoinedBatch(Batch):
    cdef list batches
    cdef uint64_t[::1] places  # addresses

cdef class Workspace:
    cdef Slot* slots
    cdef View* views
    cdef int* scores

cdef class Scorer:
    cdef readonly LabelledTransitions transitions
    cdef readonly TransitionSystem system
    cdef readonly int width
    cdef readonly bint mirrored

    cdef int examine(self, State state, const void* words, Slot* slot) noexcept nogil
    cdef void locate(self, Slot* slot) noexcept nogil
    cdef void score(self, Slot* slot) noexcept nogil
    cdef bint scores_alike(self, const Slot* one, const Slot* other) noexcept nogil
    cdef int view_number(self, const Slot* slot, int action) noexcept nogil
    cdef View* view_of(self, Slot* slot, int transition) noexcept nogil
    cdef void read_view(self, State state, const void* words, View* view) noexcept nogil
    cdef void locate_view(self, View* view) noexcept nogil
    cdef void score_view(self, const View* view, int* scores) noexcept nogil

cdef void read_views(Scorer scorer, State state, const void* words, Slot* slot) noexcept nogil
