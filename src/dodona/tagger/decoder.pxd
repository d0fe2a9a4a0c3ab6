from libc.stdint cimport uint32_t

from dodona.linear.hashing cimport hash_t
from dodona.linear.frozen cimport FrozenWeights
from dodona.linear.word_features cimport MOST_TEMPLATES, WordFeatures
from dodona.tagger.tagset cimport TagSet
from dodona.linear.words cimport WordBatch

cdef class TagDecoder:
    cdef readonly TagSet tagset
    cdef readonly WordFeatures features
    cdef readonly FrozenWeights weights

cdef class TagBeam:
    cdef TagSet tagset
    cdef WordFeatures features
    cdef Py_ssize_t width
    cdef int size
    cdef int[::1] scores, room, sums, tag_totals, tags, parents
    cdef long long[::1] totals, new_totals

    cdef void run(self, hash_t* rows, int n, const unsigned char* given, int* out) noexcept nogil
    cdef void begin(self) noexcept nogil
    cdef void trace(self, Py_ssize_t last, int hypothesis, int* out) noexcept nogil
    cdef void extend(self, hash_t* rows, Py_ssize_t word, int choice, int given) noexcept nogil
    cdef void look_ahead(
        self, const hash_t* rows, int n, const unsigned char* given, const int* choices
    ) noexcept nogil
    cdef void go_ahead(self, Py_ssize_t word) noexcept nogil
    cdef void score(self, const hash_t* row, Py_ssize_t word) noexcept nogil
    cdef void insert(self, Py_ssize_t word, int tag, int parent, long long total) noexcept nogil
    cdef void assign_before(self, hash_t* rows, Py_ssize_t word, int parent) noexcept nogil

cdef class FrozenBeam(TagBeam):
    cdef FrozenWeights weights
    cdef hash_t[::1] before
    # Of the word at hand and the next two: the keys that look at no tags, how many they are, and the
    # rows of weights.
    cdef hash_t[4][MOST_TEMPLATES] keys
    cdef int[4] untagged
    cdef uint32_t[4][MOST_TEMPLATES] found
    # The sentence at hand, and how many of its words were foreseen and located.
    cdef const hash_t* rows
    cdef int n
    cdef const unsigned char* given
    cdef const int* choices
    cdef Py_ssize_t foreseen, located

    cdef bint is_scored(self, Py_ssize_t word) noexcept nogil
    cdef void foresee(self, Py_ssize_t word) noexcept nogil
    cdef void locate(self, Py_ssize_t word) noexcept nogil
    cdef void tag(
        self, hash_t* rows, int n, const unsigned char* given, int kept, int* out
    ) noexcept nogil
