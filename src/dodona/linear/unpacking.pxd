from libc.stdint cimport uint32_t, uint64_t

cdef extern from "kernel.h" nogil:
    enum:
        WAYS "DODONA_WAYS"
        LINE "DODONA_LINE"
        HALF "DODONA_HALF"
        PLACES "DODONA_PLACES"
        WHOLE "DODONA_WHOLE"
        WIDE "DODONA_WIDE"
        LIST "DODONA_LIST"
        PAIRS "DODONA_PAIRS"
        PAIR_CLASSES "DODONA_PAIR_CLASSES"

# Rows with weights for so many classes are dense, if one in SPARSEST of their columns has one:
# so there is a bound to what weights become when they are unpacked.
# Of random features at the usual load, a run of eight full buckets is rare among billions.
# Rows of a file can be made so that they are hard to tell apart: then equal ones are not found.
cdef enum:
    DENSE_FROM = 3
    SPARSEST = 48
    MOST_FULL_BUCKETS = 32
    MOST_STEPS = 64

cdef class DenseRows:
    cdef signed char[::1] lines
    cdef const uint64_t[::1] words
    cdef uint32_t[::1] known
    cdef Py_ssize_t next_place, hole

    cdef Py_ssize_t place_of(self, int halves)
    cdef uint32_t keep(self, int halves)
    cdef uint64_t hash(self, Py_ssize_t place, int halves)
