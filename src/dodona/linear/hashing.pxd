"""Hashes of 64 bits: of strings, of small numbers, of combinations. The same on every machine."""

from libc.stdint cimport uint64_t

ctypedef uint64_t hash_t

cdef extern from *:
    """
    #include <stdint.h>
    #define DODONA_K0 0x9E3779B97F4A7C15ULL
    #define DODONA_K1 0xD6E8FEB86659FD93ULL
    """
    const hash_t K0 "DODONA_K0"
    const hash_t K1 "DODONA_K1"


cdef inline hash_t scramble(hash_t x) noexcept nogil:
    x ^= x >> 32
    x *= K1
    x ^= x >> 29
    return x


cdef inline hash_t hash_number(hash_t x) noexcept nogil:
    return scramble((x + 1) * K0)


cdef inline hash_t hash_bytes(const char* text, Py_ssize_t size) noexcept nogil:
    """Eight bytes at a time, the last ones padded with zeros; read as little-endian."""
    cdef hash_t result = <hash_t> size * K0
    cdef hash_t word
    cdef Py_ssize_t i, j, rest
    for i in range(0, size, 8):
        word = 0
        rest = min(size - i, 8)
        for j in range(rest):
            word |= (<hash_t> (<unsigned char> text[i + j])) << (8 * j)
        result = scramble((result ^ word) * K0)
    return result


cdef inline hash_t rotate(hash_t x, int bits) noexcept nogil:
    return (x << bits) | (x >> (64 - bits))
