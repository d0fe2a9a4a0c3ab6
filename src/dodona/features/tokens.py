"""The words of sentences as the feature extractor reads them: a 64-bit hash for each column.

There is no vocabulary. A word that was never seen simply hashes to features that are not there.
"""

from array import array
from collections.abc import Sequence

import cython
from cython.cimports.cpython.bytes import PyBytes_AS_STRING
from cython.cimports.dodona.features.hashing import (
    hash_bytes,
    hash_number,
    hash_t,
    rotate,
    scramble,
)
from cython.cimports.dodona.treebank.sentence import FEATS, FORM, LEMMA, STRIDE, UPOS, XPOS

from dodona.treebank.sentence import Sentence


@cython.final
@cython.cclass
class TokenBatch:
    """The hashed columns of some sentences.

    For a sentence of n words each attribute has n + 2 values: that of the root, of words 1 ... n,
    and of a word that is not there.
    """

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        i: cython.Py_ssize_t
        total: cython.Py_ssize_t = 0
        sentence: Sentence
        self.count = len(sentences)
        self.lengths = array("i", [0] * self.count)
        self.offsets = array("q", [0] * self.count)
        for i in range(self.count):
            sentence = sentences[i]
            self.lengths[i] = sentence.n
            self.offsets[i] = total
            self.longest = max(self.longest, sentence.n)
            total += ATTRIBUTES * (sentence.n + 2)
        self.values = array("Q", bytes(8 * total))
        for i in range(self.count):
            sentence = sentences[i]
            _encode(
                PyBytes_AS_STRING(sentence.raw),
                sentence.bounds,
                sentence.n,
                cython.address(self.values[self.offsets[i]]),
            )

    def of_sentence(self, index):
        return cython.address(self.values[self.offsets[index]])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode(
    text: cython.p_const_char, bounds: cython.p_int, n: cython.int, values: cython.pointer(hash_t)
) -> cython.void:
    word: cython.Py_ssize_t
    attribute: cython.Py_ssize_t
    size: cython.Py_ssize_t = n + 2
    at: cython.p_int = bounds
    upos: hash_t
    xpos: hash_t
    for attribute in range(ATTRIBUTES):
        values[attribute * size] = hash_number(ROOT_WORD)
        values[attribute * size + n + 1] = hash_number(MISSING_WORD)
    for word in range(1, n + 1):
        upos = hash_bytes(text + at[UPOS], at[UPOS + 1] - 1 - at[UPOS])
        xpos = hash_bytes(text + at[XPOS], at[XPOS + 1] - 1 - at[XPOS])
        values[WORD * size + word] = hash_bytes(text + at[FORM], at[FORM + 1] - 1 - at[FORM])
        values[LEMMA_OF_WORD * size + word] = hash_bytes(
            text + at[LEMMA], at[LEMMA + 1] - 1 - at[LEMMA]
        )
        values[UNIVERSAL_TAG * size + word] = upos
        values[LANGUAGE_TAG * size + word] = xpos
        values[TAG * size + word] = scramble(upos + rotate(xpos, 17))
        values[MORPHOLOGY * size + word] = hash_bytes(
            text + at[FEATS], at[FEATS + 1] - 1 - at[FEATS]
        )
        at += STRIDE
