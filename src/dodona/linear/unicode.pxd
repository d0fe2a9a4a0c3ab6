from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

cdef extern from "unicode_table.h" nogil:
    enum:
        RUNS "DODONA_RUNS"

    ctypedef struct Character "dodona_character":
        int32_t lower, upper
        uint8_t category, traits

    const char* VERSION "DODONA_UNICODE"
    const char* CATEGORY_NAMES "DODONA_CATEGORIES"
    const Character* characters "dodona_characters"
    const uint16_t* runs "dodona_runs"

# Traits of characters; an unstable one is another in normal form C.
cdef enum:
    IS_UPPER = 1
    IS_LOWER = 2
    IS_DIGIT = 4
    IS_LETTER = 8
    IS_UNSTABLE = 16

# Characters below stand in a table.
cdef enum:
    FLAT = 0x20000

cdef uint16_t[FLAT] kinds
# The run that the last of them belongs to, and where it ends.
cdef Py_ssize_t far_run, far_end

cdef int far_kind(uint32_t character) noexcept nogil


cdef inline const Character* properties(uint32_t character) noexcept nogil:
    return characters + (kinds[character] if character < FLAT else far_kind(character))


cdef inline uint32_t to_lower(uint32_t character) noexcept nogil:
    return character + properties(character).lower


cdef inline uint32_t to_upper(uint32_t character) noexcept nogil:
    return character + properties(character).upper
