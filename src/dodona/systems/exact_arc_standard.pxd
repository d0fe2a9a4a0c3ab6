from dodona.systems.exact cimport ExactOracle
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int SPAN, TURNED_SPAN, ARC, TURNED_ARC, STACKED, JOINED, SHIFTED, SPARE
cdef int SHIFT, LEFT, RIGHT, SHORT_INFINITE

cdef class ExactArcStandard(ExactOracle):
    cdef void set_span(self, int head, int end, int value) noexcept nogil
    cdef void join(self, Gold gold, int i, int j) noexcept nogil
    cdef void fill_stacked(self, int depth, int row, State state, Gold gold) noexcept nogil
    cdef void fill_under_buffer(self, int depth, int highest, State state, Gold gold) noexcept nogil
    cdef int under_stack(self, int depth, int highest, int j, Gold gold) noexcept nogil
    cdef void fill_shifted(self, int depth, State state, Gold gold) noexcept nogil
