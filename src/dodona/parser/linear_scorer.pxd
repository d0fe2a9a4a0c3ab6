from dodona.linear.frozen cimport FrozenWeights
from dodona.linear.weights cimport Weights
from dodona.parser.extractor cimport Extractor
from dodona.parser.scorer cimport Scorer, Slot, View

cdef class LinearScorer(Scorer):
    cdef readonly Extractor extractor
    cdef readonly object clusters  # ClusterMarker | None

cdef class FrozenScorer(LinearScorer):
    cdef readonly FrozenWeights weights

cdef class LearningScorer(LinearScorer):
    cdef readonly Weights weights

    cdef int update(self, Slot* slot, int good, int bad) except -1 nogil
    cdef int adjust(self, const View* view, int transition, int by) except -1 nogil
