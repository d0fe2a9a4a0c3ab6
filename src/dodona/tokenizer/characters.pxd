"""Classes of characters, flags beside them, and their lower case."""

from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    SPACE = 0
    LOWER = 1
    UPPER = 2
    LETTER = 3
    HAN = 4
    HIRAGANA = 5
    KATAKANA = 6
    SOUTHEAST = 7
    DIGIT = 8
    MARK = 9
    STOP = 10
    ENDING = 11
    COMMA = 12
    APOSTROPHE = 13
    QUOTE = 14
    OPEN = 15
    CLOSE = 16
    DASH = 17
    SLASH = 18
    CURRENCY = 19
    SYMBOL = 20
    PICTURE = 21
    AT = 22
    CONTROL = 23
    PUNCTUATION = 24
    INSIDE = 25  # not of a character alone: see units
    CLASSES = 32
    # A character that units have, that may begin an item of a list, that normal forms may change.
    IN_UNIT = 32
    BULLET = 64
    UNSTABLE = 128
    PLANE = 65536

cdef uint8_t[PLANE] class_table
cdef uint32_t[PLANE] lower_table

cdef int astral_class(uint32_t character) noexcept nogil


cdef inline int class_and_flags(uint32_t character) noexcept nogil:
    return class_table[character] if character < PLANE else astral_class(character)


cdef inline int class_of(uint32_t character) noexcept nogil:
    return class_and_flags(character) & (CLASSES - 1)


cdef inline uint32_t lower_of(uint32_t character) noexcept nogil:
    return lower_table[character] if character < PLANE else character


cdef inline bint is_word(int kind) noexcept nogil:
    """Whether characters of a class make up words: letters, digits and their marks."""
    return LOWER <= kind <= MARK
