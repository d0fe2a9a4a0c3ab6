from dodona.features.hashing cimport hash_t
from dodona.parsing.frozen cimport FrozenWeights
from dodona.tagging.features cimport WordFeatures
from dodona.tagging.tagset cimport TagSet
from dodona.tagging.words cimport WordBatch

cdef class TagDecoder:
    cdef readonly TagSet tagset
    cdef readonly WordFeatures features
    cdef readonly FrozenWeights weights

cdef class TagBeam:
    cdef TagSet tagset
    cdef WordFeatures features
    cdef Py_ssize_t width
    cdef int size
    cdef int[::1] scores, room, tags, parents
    cdef long long[::1] totals, new_totals

    cdef void run(self, hash_t* rows, int n, const unsigned char* given, int* out) noexcept nogil
    cdef void begin(self) noexcept nogil
    cdef void trace(self, Py_ssize_t last, int hypothesis, int* out) noexcept nogil
    cdef void extend(self, hash_t* rows, Py_ssize_t word, int choice, int given) noexcept nogil
    cdef void score(self, const hash_t* keys, int count) noexcept nogil
    cdef void insert(self, Py_ssize_t word, int tag, int parent, long long total) noexcept nogil
    cdef void assign_before(self, hash_t* rows, Py_ssize_t word, int parent) noexcept nogil

cdef class FrozenBeam(TagBeam):
    cdef FrozenWeights weights
