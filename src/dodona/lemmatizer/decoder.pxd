from dodona.linear.hashing cimport hash_t
from dodona.linear.frozen cimport FrozenWeights
from dodona.linear.word_features cimport WordFeatures
from dodona.lemmatizer.scripts cimport ScriptSet
from dodona.linear.lexicon cimport Lexicon
from dodona.linear.words cimport WordBatch

cdef class LemmaDecoder:
    cdef readonly ScriptSet scripts
    cdef readonly WordFeatures features
    cdef readonly FrozenWeights weights
    cdef Lexicon lexicon
    cdef int[::1] entry_scripts

    cdef int choose(self, const hash_t* row, int* scores) noexcept nogil

cdef int best_script(
    ScriptSet scripts, int classes, Py_ssize_t length, const int* scores, int but
) noexcept nogil
cdef hash_t pair_key(const hash_t* row) noexcept nogil
