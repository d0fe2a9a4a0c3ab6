from dodona.systems.exact cimport ExactOracle
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef class TransitionSystem:
    cdef readonly bint root_last, single_root

    cdef void start(self, State state, int n) noexcept nogil
    cdef bint is_final(self, State state) noexcept nogil
    cdef unsigned long long valid(self, State state) noexcept nogil
    cdef void perform(self, State state, int action, int label) noexcept nogil
    cdef int arc_head(self, State state, int action) noexcept nogil
    cdef int arc_dependent(self, State state, int action) noexcept nogil
    cdef void look(self, State state) noexcept nogil
    cdef void look_at(self, State state, int action) noexcept nogil
    cdef void fill_costs(self, State state, Gold gold) noexcept nogil
    cdef void fill_nondet_costs(self, State state, Gold gold) noexcept nogil
    cdef void prefer(self, State state, Gold gold) noexcept nogil
    cdef bint is_explored(self, State state, Gold gold, int action) noexcept nogil
    cdef int count_loss(self, State state, Gold gold) noexcept nogil
    cdef int static_action(self, State state, Gold gold) noexcept nogil
    cdef int label_cost(self, State state, Gold gold, int action, int label) noexcept nogil
    cdef int wrong_arcs(self, State state, Gold gold) noexcept nogil
    cdef list buffer_nodes(self, State state)
