from dodona.linear.hashing cimport hash_t
from dodona.parser.scorer cimport Batch
from dodona.treebank.sentence cimport Sentence

cdef enum Attribute:
    WORD
    LEMMA_OF_WORD
    UNIVERSAL_TAG
    LANGUAGE_TAG
    TAG
    MORPHOLOGY
    ATTRIBUTES
    # Where there are clusters, also those.
    CLUSTER = ATTRIBUTES
    CLUSTER_PREFIX  # one after the other
    ALL_ATTRIBUTES = CLUSTER + 3

cdef enum:
    ROOT_WORD = 1000
    MISSING_WORD = 1001

cdef class TokenBatch(Batch):
    cdef readonly int columns
    cdef readonly Py_ssize_t[::1] offsets
    cdef readonly hash_t[::1] values
