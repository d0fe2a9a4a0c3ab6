from dodona.parser.learner cimport ParserLearner
from dodona.parser.scorer cimport Slot, Workspace
from dodona.systems.gold cimport Gold

cdef class GreedyLearner(ParserLearner):
    cdef Workspace workspace
    cdef Slot* slot

    cdef int learn_step(self, Gold gold) except -1 nogil
