from dodona.linear.hashing cimport hash_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__GNUC__) || defined(__clang__)
    #define dodona_prefetch(address) __builtin_prefetch(address)
    #else
    #define dodona_prefetch(address) ((void) (address))
    #endif
    typedef struct {
        uint64_t key;
        uint32_t row;
        uint16_t size;
        uint8_t order;
        uint8_t updates;
    } dodona_slot;
    typedef struct {
        uint16_t label;
        int16_t weight;
    } dodona_entry;
    """
    void prefetch "dodona_prefetch"(const void* address) noexcept nogil
    ctypedef struct Slot "dodona_slot":
        hash_t key
        unsigned int row
        unsigned short size
        unsigned char order, updates
    ctypedef struct Entry "dodona_entry":
        unsigned short label
        short weight

cdef extern from "sizes.h":
    enum:
        MOST_KEYS "DODONA_MOST_KEYS"

# Rows have room for 2 to the power of their order, from 1 on; a new slot has the order 0. Updates
# are counted up to MOST_UPDATES. A large table is filled further before it is doubled.
cdef enum:
    ORDERS = 17
    LARGEST = 32767
    MOST_UPDATES = 255
    LARGE_TABLE = 1 << 24

cdef class Weights:
    cdef Slot* slots
    cdef Entry* entries
    cdef long long* sums
    cdef Py_ssize_t mask, used, entry_count, entry_room
    cdef unsigned int free_rows[ORDERS]
    cdef readonly int classes, least_updates
    cdef public long long time

    cdef void score(self, const hash_t* keys, int count, int* scores) noexcept nogil
    cdef int update(self, const hash_t* keys, int count, int good, int bad) except -1 nogil
    cdef int adjust(self, const hash_t* keys, int count, int label, int by) except -1 nogil
    cdef Slot* find(self, hash_t key) noexcept nogil
    cdef Slot* find_or_add(self, hash_t key) noexcept nogil
    cdef int change(self, Slot* slot, int label, int by) except -1 nogil
    cdef int add_entry(self, Slot* slot, int label, int by) except -1 nogil
    cdef void release_row(self, Slot* slot) noexcept nogil
    cdef int make_room(self, int count) except -1 nogil
    cdef int grow_table(self) except -1 nogil
    cdef Py_ssize_t new_row(self, int order) except -1 nogil
    cdef double average(self, Py_ssize_t place) noexcept nogil
