from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport Gold, MAX_ACTIONS
from dodona.systems.state cimport State

cdef int ALIKE, MISSING

cdef class LabelledTransitions:
    cdef readonly TransitionSystem system
    cdef readonly tuple labels  # tuple[str, ...]
    cdef readonly tuple classes  # tuple[tuple[str, bool, str | None], ...]
    cdef readonly int count, rows, label_count, alone
    cdef readonly unsigned long long arcs, shared
    cdef readonly int[::1] actions, label_of, row_of
    cdef readonly int[::1] first, last
    cdef readonly int[::1] class_of

    cdef int group(self, State state, int action) noexcept nogil
    cdef int list_groups(self, State state, unsigned long long mask, int* groups) noexcept nogil
    cdef int best(self, const int* groups, int count, const int* scores) noexcept nogil
    cdef int list_views(self, unsigned long long mask, int* actions) noexcept nogil
    cdef void take_scores(self, int action, const int* row_scores, int* scores) noexcept nogil
    cdef void perform(self, State state, int transition) noexcept nogil
    cdef int gold_class(self, State state, Gold gold, int action) noexcept nogil
    cdef int best_gold(
        self, State state, Gold gold, unsigned long long mask, const int* scores, int* candidates, int* count
    ) noexcept nogil
