from dodona.linear.hashing cimport hash_t
from dodona.linear.lexicon cimport Lexicon

cdef enum:
    TAG_COLUMNS = 3

cdef class TagSet:
    cdef readonly list tags  # list[Tag]
    cdef readonly int classes
    cdef int[::1] parts, part_ends
    cdef int[::1] members, member_ends, every
    cdef int[::1] node_parents, node_parts, member_nodes
    cdef hash_t[:, ::1] atoms
    cdef Lexicon lexicon
    cdef int[::1] entry_members, entry_kinds
    cdef int marks

    cdef int look_up(self, hash_t* row) noexcept nogil
    cdef int size_of(self, int choice) noexcept nogil
    cdef int sum_of(self, int tag, const int* scores) noexcept nogil
    cdef void totals(
        self, const int* tags, int count, const int* scores, int* sums, int* totals
    ) noexcept nogil
    cdef const int* options(
        self, int choice, const hash_t* row, int given, int* room, int* count
    ) noexcept nogil
    cdef int agreeing(
        self, const int* tags, int count, const hash_t* row, int given, int* found
    ) noexcept nogil
    cdef bint agrees(self, int tag, const hash_t* row, int given) noexcept nogil
    cdef bint has_part(self, int tag, int part) noexcept nogil
    cdef void assign(self, int tag, hash_t* row) noexcept nogil
    cdef void assign_but(self, int tag, hash_t* row, int kept) noexcept nogil
