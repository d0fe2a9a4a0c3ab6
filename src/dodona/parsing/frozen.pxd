from libc.stdint cimport int16_t, uint32_t, uint64_t

cdef extern from "kernel.h" nogil:
    enum:
        WAYS "DODONA_WAYS"
        BLOCK "DODONA_BLOCK"
        MOST_KEYS "DODONA_MOST_FEATURES"
        SINGLE "DODONA_SINGLE"
        LIST "DODONA_LIST"

    ctypedef struct Bucket "dodona_bucket":
        uint32_t[8] fingerprints
        uint32_t[8] rows

    ctypedef struct Table "dodona_table":
        const Bucket* buckets
        uint64_t bucket_count
        const int16_t* dense
        const uint32_t* lists
        int width

    ctypedef void (*Scorer "dodona_scorer")(const Table*, const uint64_t*, int, int, int, int*) noexcept
    Scorer choose_scorer "dodona_choose_scorer"() noexcept
    void score_plain "dodona_score_plain"(const Table*, const uint64_t*, int, int, int, int*) noexcept

cdef class FrozenWeights:
    cdef readonly int classes, width
    cdef Table table
    cdef Scorer scorer
    cdef object _arrays

    cdef void score(self, const uint64_t* keys, int count, int first, int last, int* scores) noexcept nogil
