from dodona.treebank.lines cimport Lines
from dodona.treebank.sentence cimport COLUMNS, DEPREL, FORM, HEAD, ID, STRIDE, Sentence

cdef class Scanner(Lines):
    cdef Py_ssize_t range_line
    cdef bint check_utf8, partial
    cdef readonly bint saw_byte_order_mark, saw_carriage_return, saw_open_end
    cdef int* bounds
    cdef int* heads
    cdef Py_ssize_t room
    cdef int words, range_end, empty_nodes

    cpdef Sentence scan(self)
    cpdef void skip(self)
    cdef int make_room(self) except -1
    cdef int read_line(self, Py_ssize_t at, Py_ssize_t end) except -1
    cdef int read_word(self, int* row) except -1
    cdef int read_range(self, Py_ssize_t at, Py_ssize_t dash, Py_ssize_t end) except -1
    cdef int read_empty_node(self, Py_ssize_t at, Py_ssize_t dot, Py_ssize_t end) except -1
    cdef int check(self) except -1
    cdef int check_tree(self) except -1
    cdef Py_ssize_t line_of(self, int word)
    cdef Sentence finish(self, Py_ssize_t end)
