from libc.limits cimport LLONG_MIN

from dodona.parser.history cimport History
from dodona.parser.learner cimport ParserLearner
from dodona.parser.scorer cimport Slot, View, Workspace
from dodona.parser.search cimport Agenda, BeamSearch, Candidate, Hypothesis
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef class TrainingSearch(BeamSearch):
    cdef int width
    cdef bint correct_only
    cdef Agenda correct_agenda
    cdef int[::1] nodes, is_correct
    cdef signed char[::1] allowed

    cdef bint keeps_correct(self, const Candidate* candidate) noexcept nogil
    cdef bint has_correct(self) noexcept nogil
    cdef int node_of(self, const Candidate* candidate) noexcept nogil

cdef class BeamLearner(ParserLearner):
    cdef bint max_violation, restart
    cdef TrainingSearch main, reference
    cdef History history
    cdef State twin
    cdef Workspace workspace
    cdef long long largest
    cdef int good_node, bad_node
    cdef int[::1] good_path, bad_path

    cdef bint search(self, Gold gold, const void* words) except? -1 nogil
    cdef int begin(self, Gold gold, const void* words) except -1 nogil
    cdef int compare(self, TrainingSearch source) except -1 nogil
    cdef int advance(self, Gold gold, bint fallen) except -1 nogil
    cdef int take(
        self, TrainingSearch target, TrainingSearch source, const Candidate* candidate, Gold gold
    ) except -1 nogil
    cdef int mark(self, TrainingSearch search, int node, bint is_correct, Gold gold) except -1 nogil
    cdef int update(self, const void* words) except -1 nogil
    cdef int update_step(self, const void* words, int good, int bad) except -1 nogil
    cdef View* read(self, State state, const void* words, int transition, Slot* slot) noexcept nogil
    cdef void perform(self, State state, int transition) noexcept nogil
    cdef int make_room(self, Py_ssize_t length) except -1 with gil
