from dodona.features.hashing cimport hash_t
from dodona.parsing.frozen cimport FrozenWeights
from dodona.tagging.features cimport WordFeatures
from dodona.tagging.scripts cimport ScriptSet
from dodona.tagging.words cimport Lexicon, WordBatch

cdef class LemmaDecoder:
    cdef readonly ScriptSet scripts
    cdef readonly WordFeatures features
    cdef readonly FrozenWeights weights
    cdef Lexicon lexicon
    cdef int[::1] entry_scripts

    cdef int choose(self, hash_t* row, Py_ssize_t length, int* scores) noexcept nogil

cdef int best_script(
    ScriptSet scripts, int classes, Py_ssize_t length, const int* scores, int but
) noexcept nogil
cdef hash_t pair_key(const hash_t* row) noexcept nogil
