from dodona.features.hashing cimport hash_t
from dodona.tagging.lexicon cimport Lexicon

cdef enum:
    TAG_COLUMNS = 3

cdef class TagSet:
    cdef readonly list tags
    cdef readonly int classes
    cdef int[::1] parts, part_ends
    cdef int[::1] members, member_ends
    cdef hash_t[:, ::1] atoms
    cdef Lexicon lexicon
    cdef int[::1] entry_members, entry_kinds

    cdef int look_up(self, hash_t* row) noexcept nogil
    cdef int sum_of(self, int tag, const int* scores) noexcept nogil
    cdef int only(self, int choice) noexcept nogil
    cdef int best(self, int choice, const int* scores, int but) noexcept nogil
    cdef bint agrees(self, int tag, const hash_t* row, int given) noexcept nogil
    cdef int best_given(self, int choice, const int* scores, const hash_t* row, int given) noexcept nogil
    cdef bint is_better(self, int tag, int other, const int* scores) noexcept nogil
    cdef bint has_part(self, int tag, int part) noexcept nogil
    cdef void assign(self, int tag, hash_t* row) noexcept nogil
