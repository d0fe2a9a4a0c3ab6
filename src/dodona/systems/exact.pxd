from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int SHORT_INFINITE

cdef class ExactOracle:
    cdef bint root_last, single_root
    cdef int rows
    cdef Py_ssize_t width
    cdef short[::1] cells
    cdef int[::1] row_of, has_head, made_at, goal

    cdef void prepare(self, Gold gold) noexcept nogil
    cdef void make_row(self, int depth, State state, Gold gold) noexcept nogil
    cdef void fill_costs(self, State state, Gold gold) noexcept nogil
    cdef int loss_ahead(self, State state, Gold gold) noexcept nogil
    cdef bint is_wrong(self, int node, int place) noexcept nogil
    cdef int node_at(self, State state, int depth) noexcept nogil
    cdef int top_depth(self, State state) noexcept nogil
    cdef int update_rows(self, State state, Gold gold) noexcept nogil
    cdef Py_ssize_t cell(self, Py_ssize_t table, Py_ssize_t row) noexcept nogil
    cdef int least(
        self, Py_ssize_t one, Py_ssize_t other, Py_ssize_t first, Py_ssize_t last
    ) noexcept nogil
