from dodona.linear.words cimport WordBatch

cdef enum:
    AFFIX_ROWS = 16384
    NGRAM_ROWS = 32768
    TAG_ROWS = 4096

# What is taken of a word: so many suffixes and prefixes, n-grams of these lengths, and of long words
# only so many characters, one half from either end.
cdef enum:
    MOST_SUFFIXES = 5
    MOST_PREFIXES = 4
    SHORTEST = 2
    LONGEST = 5
    MOST_CHARACTERS = 40
    CHARACTER_ROOM = MOST_CHARACTERS + 2

cdef class WordBags:
    cdef readonly int[::1] affix_numbers, affix_ends
    cdef readonly int[::1] ngram_numbers, ngram_ends
    cdef readonly int[::1] tag_numbers, tag_ends
