from dodona.lemmatizer.scripts cimport ScriptSet
from dodona.linear.weights cimport Weights
from dodona.linear.word_features cimport WordFeatures
from dodona.linear.words cimport WordBatch

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
