from dodona.features.hashing cimport hash_t
from dodona.learning.weights cimport Weights
from dodona.tagging.features cimport WordFeatures
from dodona.tagging.scripts cimport ScriptSet
from dodona.tagging.words cimport WordBatch

cdef class LemmaLearner:
    cdef readonly ScriptSet scripts
    cdef readonly WordFeatures features
    cdef readonly Weights weights
    cdef readonly long long steps, mistakes
    cdef WordBatch batch
    cdef int[::1] places, words, gold, lengths, scores
    cdef readonly int examples
    cdef int margin

    cdef int learn_word(self, Py_ssize_t example) except -1 nogil
