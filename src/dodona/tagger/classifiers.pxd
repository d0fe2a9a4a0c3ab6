from dodona.linear.words cimport WordBatch
from dodona.tagger.tagset cimport TagSet

cdef class TagReader:
    cdef readonly TagSet tagset
    cdef readonly int[:, ::1] numbers
    cdef readonly tuple classes  # tuple[int, ...]
