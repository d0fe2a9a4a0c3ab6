from dodona.linear.hashing cimport K0, hash_t, scramble
from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    MOST_FEATURES = 40
    PADDING = 8
    # How far features look ahead at most, and units beyond that.
    LOOKAHEAD = 768

cdef struct View:
    # A text in lower case, all spaces alike, and the classes of its characters; PADDING spaces
    # stand before it and after it.
    const uint32_t* low
    const uint8_t* kinds
    Py_ssize_t size

cdef struct Chunk:
    # Characters between two spaces, of which the token at hand begins at ``token``.
    Py_ssize_t start, end, token
    hash_t name, token_name, token_before
    int signs

cdef struct SentenceSoFar:
    # What the sentence holds before a token and with it.
    int tokens, capitals, depth, quotes
    hash_t first, before, last, now
    Py_ssize_t token


cdef inline hash_t feature_key(int template, hash_t value) noexcept nogil:
    return scramble((value ^ (<hash_t> template << 57)) * K0 + template)


cdef inline hash_t mix(hash_t a, hash_t b) noexcept nogil:
    return scramble((a ^ (b + K0 + (a << 6) + (a >> 2))) * K0)


cdef inline hash_t name_step(hash_t name, uint32_t character) noexcept nogil:
    """The name of a stretch that is one character longer."""
    return scramble((name ^ character) * K0)


cdef hash_t name_of(const View* view, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef int chunk_signs(const View* view, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef int boundary_features(const View* view, const Chunk* chunk, Py_ssize_t at, hash_t* keys) noexcept nogil
cdef int ending_features(
    const View* view, const SentenceSoFar* sentence, Py_ssize_t end, Py_ssize_t following, hash_t* keys
) noexcept nogil
