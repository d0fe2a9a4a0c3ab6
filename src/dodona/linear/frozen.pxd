from libc.stdint cimport int8_t, int16_t, uint16_t, uint32_t, uint64_t

from dodona.linear.weights cimport MOST_KEYS

cdef extern from "kernel.h" nogil:
    ctypedef struct Bucket "dodona_bucket":
        uint32_t[8] fingerprints
        uint32_t[8] rows

    ctypedef struct Table "dodona_table":
        const Bucket* buckets
        uint64_t bucket_count
        const int8_t* lines
        const uint32_t* lists
        const uint16_t* column_classes
        int classes, width

    ctypedef struct Kernel "dodona_kernel":
        void (*locate)(const Table*, const uint64_t*, int, uint32_t*) noexcept nogil
        void (*add_up)(const Table*, const uint32_t*, int, const int16_t*, int*) noexcept nogil
    void prefetch "DODONA_PREFETCH"(const void* address) noexcept
    uint64_t home "dodona_home"(uint64_t key, uint64_t bucket_count) noexcept
    Kernel choose_kernel "dodona_choose_kernel"() noexcept
    Kernel plain_kernel "dodona_plain_kernel"() noexcept

cdef class FrozenWeights:
    cdef readonly int classes, width
    cdef readonly Py_ssize_t nbytes
    cdef Table table
    cdef Kernel kernel
    cdef const int16_t[:, ::1] bases
    cdef object _arrays

    cdef void foresee(self, const uint64_t* keys, int count) noexcept nogil
    cdef void locate(self, const uint64_t* keys, int count, uint32_t* rows) noexcept nogil
    cdef void add_up(self, const uint32_t* rows, int count, int missing, int* scores) noexcept nogil
    cdef void score(self, const uint64_t* keys, int count, int missing, int* scores) noexcept nogil
