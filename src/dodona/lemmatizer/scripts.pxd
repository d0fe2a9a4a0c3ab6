cdef enum:
    KEEP
    LOWER_CASE
    TITLE_CASE
    UPPER_CASE
    WHOLE

cdef class ScriptSet:
    cdef readonly list scripts  # list[Script]
    cdef int[::1] casings, starts, ends, before_ends, after_ends
    cdef const unsigned char[::1] text

    cdef bint applies(self, int script, Py_ssize_t length) noexcept nogil
    cdef Py_ssize_t room(self, int script, Py_ssize_t size) noexcept nogil
    cdef Py_ssize_t apply(
        self, int script, const char* form, Py_ssize_t size, Py_ssize_t length, char* target
    ) noexcept nogil
