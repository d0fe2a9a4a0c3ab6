cdef int mirrored_head(int head, int n) noexcept nogil
