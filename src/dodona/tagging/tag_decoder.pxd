from dodona.features.hashing cimport hash_t
from dodona.parsing.frozen cimport FrozenWeights
from dodona.tagging.features cimport WordFeatures
from dodona.tagging.tagset cimport TagSet
from dodona.tagging.words cimport WordBatch

cdef class TagDecoder:
    cdef readonly TagSet tagset
    cdef readonly WordFeatures features
    cdef readonly FrozenWeights weights

    cdef void decode(
        self, hash_t* rows, int n, const unsigned char* given, int* scores, int* tags
    ) noexcept nogil
    cdef int choose(self, hash_t* row, int choice, int given, int* scores) noexcept nogil
