from dodona.parser.scorer cimport Batch, Scorer, Slot
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef class KeepingScorer(Scorer):
    cdef Scorer inner
    cdef list golds  # list[Gold | None]
    cdef Gold gold
    cdef bint is_free

    cdef int turn_to(self, Py_ssize_t index) except -1
    cdef int list_keeping(self, State state, Slot* slot) noexcept nogil

cdef class KeepingBatch(Batch):
    cdef KeepingScorer scorer
    cdef Batch inner
