from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    # What is longer is no unit.
    LONGEST_UNIT = 512

cdef void mark_units(const uint32_t* low, uint8_t* kinds, Py_ssize_t size) noexcept nogil
