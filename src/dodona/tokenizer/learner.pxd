from dodona.linear.hashing cimport hash_t
from dodona.linear.weights cimport Weights
from dodona.tokenizer.boundaries cimport Decision
from dodona.tokenizer.segmenter cimport Segmenter

cdef class LearningSegmenter(Segmenter):
    cdef readonly Weights boundaries, splits
    cdef readonly long long steps, mistakes
    cdef const int[::1] gold_starts, gold_rules
    cdef const unsigned char[::1] gold_endings
    cdef int margin
    cdef int[::1] scores

    cdef int learn_split(self, const hash_t* keys, int count, Py_ssize_t at) except -1 nogil
