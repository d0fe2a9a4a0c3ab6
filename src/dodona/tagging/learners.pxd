from dodona.features.hashing cimport hash_t
from dodona.learning.weights cimport Weights
from dodona.tagging.features cimport WordFeatures
from dodona.tagging.scripts cimport ScriptSet
from dodona.tagging.tagset cimport TagSet
from dodona.tagging.words cimport WordBatch

cdef class TagLearner:
    cdef readonly TagSet tagset
    cdef readonly WordFeatures features
    cdef readonly Weights weights
    cdef readonly long long steps, mistakes
    cdef WordBatch batch
    cdef int[::1] gold, choices, scores
    cdef Py_ssize_t[::1] first
    cdef int margin

    cdef int learn_sentence(self, Py_ssize_t index) except -1 nogil
    cdef int learn_word(
        self, const hash_t* row, const int* options, int option_count, int gold
    ) except -1 nogil
    cdef int best_but(self, const int* options, int count, int gold) noexcept nogil
    cdef int update(self, const hash_t* keys, int count, int good, int bad) except -1 nogil
    cdef int adjust_parts(self, const hash_t* keys, int count, int tag, int other, int by) except -1 nogil

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
