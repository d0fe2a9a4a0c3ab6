from dodona.parser.labelled cimport LabelledTransitions
from dodona.parser.scorer cimport Batch, Scorer, Slot, Workspace
from dodona.systems.state cimport State

cdef class Search:
    cdef Scorer scorer
    cdef LabelledTransitions transitions
    cdef Workspace workspace
    cdef Slot* slots
    cdef State state

    cdef void run(self, int n, const void* words) noexcept nogil
    cdef list derive(self, int n, const void* words)

cdef class Decoder:
    cdef readonly Scorer scorer

    cdef Search make_search(self, Batch batch)
