from dodona.treebank.descent cimport Descent, descent_of

cdef int NOT_LIFTED, ANY_LABEL

cdef class LiftedTree(Descent):
    cdef bint follow_paths
    cdef int[::1] labels, wanted, on_path, queue

    cdef void lower(self) noexcept nogil
    cdef int find_head(self, int word, bint crossing) noexcept nogil
    cdef int enqueue(self, int head, int word, int count) noexcept nogil

cdef class Lowering:
    cdef int[::1] plain, wanted, on_path
    cdef bint follow_paths

    cdef void lower_sentence(
        self, LiftedTree tree, int[::1] heads, int[::1] labels, Py_ssize_t first, Py_ssize_t n
    ) noexcept nogil
