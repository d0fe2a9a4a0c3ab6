from libc.stdint cimport uint32_t

from dodona.linear.hashing cimport hash_t
from dodona.linear.lexicon cimport Lexicon
from dodona.treebank.columns cimport Draft
from dodona.treebank.sentence cimport Sentence

cdef enum:
    WORD
    LOWER
    SHAPE
    KINDS
    SUFFIX
    PREFIX = SUFFIX + 6
    LEXICON = PREFIX + 5
    UNIVERSAL_TAG
    LANGUAGE_TAG
    MORPHOLOGY
    TAG
    CLUSTER
    LENGTH = CLUSTER + 4  # the number of characters itself
    ATTRIBUTES

cdef enum:
    SUFFIXES = 6
    PREFIXES = 5
    MARGIN = 3
    NO_WORD = 2000

# Of the bits for kinds of characters, those for neither letters nor digits.
cdef enum:
    HYPHEN = 32
    OTHER = 64

cdef class WordBatch:
    cdef readonly Draft draft
    cdef readonly int count, longest
    cdef readonly Py_ssize_t words
    cdef readonly int[::1] lengths
    cdef readonly Py_ssize_t[::1] starts
    cdef readonly hash_t[::1] values
    cdef public object encoded  # tuple[object, object] | None

    cdef void fill_margin(self, Py_ssize_t row) noexcept nogil
    cdef hash_t* of_sentence(self, Py_ssize_t index) noexcept nogil

cdef uint32_t next_character(const char* text, Py_ssize_t size, Py_ssize_t* place) noexcept nogil
cdef hash_t combine_tags(const hash_t* values) noexcept nogil
cdef hash_t lower_key(const hash_t* row) noexcept nogil
cdef int find_word(Lexicon lexicon, const hash_t* row) noexcept nogil
cdef bint is_mark(const hash_t* row) noexcept nogil
