from dodona.linear.hashing cimport hash_t
from dodona.linear.weights cimport Weights
from dodona.linear.word_features cimport WordFeatures
from dodona.tagger.decoder cimport TagBeam
from dodona.linear.words cimport WordBatch

cdef class TagLearner(TagBeam):
    cdef readonly Weights weights
    cdef readonly long long steps, mistakes
    cdef WordBatch batch
    cdef int[::1] gold, choices, path
    cdef Py_ssize_t[::1] first
    cdef int margin

    cdef int learn_words(self, Py_ssize_t index) except -1 nogil
    cdef int learn_word(
        self, const hash_t* row, const int* options, int option_count, int gold
    ) except -1 nogil
    cdef int best_but(self, const int* options, int count, int gold) noexcept nogil
    cdef int update(self, const hash_t* keys, int count, int good, int bad) except -1 nogil
    cdef int learn_sentence(self, Py_ssize_t index) except -1 nogil
    cdef int score_gold(self, hash_t* rows, Py_ssize_t word, int choice, const int* gold) noexcept nogil
    cdef int place_of(self, Py_ssize_t word, int parent, int tag) noexcept nogil
    cdef bint is_certain(self, int choice) noexcept nogil
    cdef void assign_path(self, hash_t* rows, Py_ssize_t word, const int* tags) noexcept nogil
    cdef int update_path(
        self, hash_t* rows, Py_ssize_t last, Py_ssize_t index, const int* gold
    ) except -1 nogil
    cdef int adjust_parts(
        self, hash_t* rows, Py_ssize_t word, const int* tags, int by
    ) except -1 nogil
