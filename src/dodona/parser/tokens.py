"""The words of sentences as the feature extractor reads them: a 64-bit hash for each column.

There is no vocabulary. A word that was never seen simply hashes to features that are not there.
"""

from array import array
from collections.abc import Sequence

import cython
import numpy as np
from cython.cimports.dodona.linear import words as words_
from cython.cimports.dodona.linear.hashing import (
    hash_bytes,
    hash_number,
    hash_t,
    rotate,
    scramble,
)
from cython.cimports.dodona.linear.words import WordBatch
from cython.cimports.dodona.treebank.sentence import FEATS, FORM, LEMMA, STRIDE, UPOS, XPOS

from dodona.linear.clusters import ClusterMarker
from dodona.parser.scorer import Batch
from dodona.treebank.sentence import Sentence


@cython.final
@cython.cclass
class TokenBatch(Batch):
    """The hashed columns of some sentences.

    For a sentence of n words each attribute has n + 2 values: that of the root, of words 1 ... n,
    and of a word that is not there. With ``words``, those of the sentences, what is hashed in their
    rows is taken from there, and lemmas from their draft. With ``clusters`` there are three
    attributes more: the cluster of a word and its first bits, 0 for a word that has none. In a
    ``mirrored`` batch the words of each sentence stand in the opposite order.
    """

    def __init__(
        self,
        sentences: Sequence[Sentence],
        words: WordBatch | None = None,
        clusters: ClusterMarker | None = None,
        mirrored: bool = False,
    ) -> None:
        i: cython.Py_ssize_t
        total: cython.Py_ssize_t = 0
        first: cython.Py_ssize_t = 0
        sentence: Sentence
        super().__init__(sentences)
        self.columns = ATTRIBUTES if clusters is None else ALL_ATTRIBUTES
        if clusters is not None and words is None:
            words = WordBatch(sentences)
        self.offsets = array("q", [0] * self.count)
        for i in range(self.count):
            sentence = sentences[i]
            self.offsets[i] = total
            total += self.columns * (sentence.n + 2)
        self.values = array("Q", [0]) * total
        for i in range(self.count):
            sentence = sentences[i]
            _mark_ends(sentence.n, self.columns, cython.address(self.values[self.offsets[i]]))
            if words is None:
                _encode(
                    sentence.chars,
                    sentence.bounds,
                    sentence.n,
                    cython.address(self.values[self.offsets[i]]),
                )
            else:
                _take(words, i, first, cython.address(self.values[self.offsets[i]]))
            if mirrored:
                _mirror(sentence.n, cython.address(self.values[self.offsets[i]]))
            first += sentence.n
        if clusters is not None:
            self._put_clusters(clusters.numbers(words), clusters.values, mirrored)

    def _put_clusters(self, numbers: np.ndarray, hashes: np.ndarray, mirrored: bool) -> None:
        """Write the values of clusters, given the number of each word's cluster, or -1."""
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        word: cython.Py_ssize_t
        place: cython.Py_ssize_t
        first: cython.Py_ssize_t = 0
        found: cython.const[cython.int][::1] = numbers
        table: cython.const[hash_t][:, ::1] = hashes
        for i in range(self.count):
            for word in range(self.lengths[i]):
                if found[first + word] >= 0:
                    place = self.offsets[i] + CLUSTER * (self.lengths[i] + 2)
                    place += self.lengths[i] - word if mirrored else word + 1
                    for j in range(ALL_ATTRIBUTES - CLUSTER):
                        self.values[place] = table[found[first + word], j]
                        place += self.lengths[i] + 2
            first += self.lengths[i]

    def of_sentence(self, index):
        return cython.address(self.values[self.offsets[index]])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mark_ends(
    n: cython.Py_ssize_t, columns: cython.Py_ssize_t, values: cython.pointer(hash_t)
) -> cython.void:
    """Write the values of the root and of a word that is not there."""
    attribute: cython.Py_ssize_t
    for attribute in range(columns):
        values[attribute * (n + 2)] = hash_number(ROOT_WORD)
        values[attribute * (n + 2) + n + 1] = hash_number(MISSING_WORD)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode(
    text: cython.p_const_char, bounds: cython.p_int, n: cython.int, values: cython.pointer(hash_t)
) -> cython.void:
    """Write the values of words as they stand in their sentence."""
    word: cython.Py_ssize_t
    size: cython.Py_ssize_t = n + 2
    at: cython.p_int = bounds
    for word in range(1, n + 1):
        values[WORD * size + word] = hash_bytes(text + at[FORM], at[FORM + 1] - 1 - at[FORM])
        values[LEMMA_OF_WORD * size + word] = hash_bytes(
            text + at[LEMMA], at[LEMMA + 1] - 1 - at[LEMMA]
        )
        values[UNIVERSAL_TAG * size + word] = hash_bytes(
            text + at[UPOS], at[UPOS + 1] - 1 - at[UPOS]
        )
        values[LANGUAGE_TAG * size + word] = hash_bytes(
            text + at[XPOS], at[XPOS + 1] - 1 - at[XPOS]
        )
        values[MORPHOLOGY * size + word] = hash_bytes(
            text + at[FEATS], at[FEATS + 1] - 1 - at[FEATS]
        )
        _combine_tags(values + word, size)
        at += STRIDE


@cython.cfunc
def _take(
    words: WordBatch,
    index: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    values: cython.pointer(hash_t),
) -> cython.void:
    """Write the values of the words of a sentence, of which ``first`` is the first of the batch."""
    word: cython.Py_ssize_t
    length: cython.int = 0
    lemma: cython.p_const_char
    sentence: Sentence = words.draft.sentences[index]
    size: cython.Py_ssize_t = sentence.n + 2
    row: cython.pointer(cython.const[hash_t]) = words.of_sentence(index)
    for word in range(1, sentence.n + 1):
        lemma = words.draft.value(sentence, first, word - 1, LEMMA, cython.address(length))
        values[WORD * size + word] = row[words_.WORD]
        values[LEMMA_OF_WORD * size + word] = hash_bytes(lemma, length)
        values[UNIVERSAL_TAG * size + word] = row[words_.UNIVERSAL_TAG]
        values[LANGUAGE_TAG * size + word] = row[words_.LANGUAGE_TAG]
        values[MORPHOLOGY * size + word] = row[words_.MORPHOLOGY]
        _combine_tags(values + word, size)
        row += words_.ATTRIBUTES


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mirror(n: cython.Py_ssize_t, values: cython.pointer(hash_t)) -> cython.void:
    """Put the values of words 1 ... n into the opposite order."""
    attribute: cython.Py_ssize_t
    left: cython.Py_ssize_t
    right: cython.Py_ssize_t
    value: hash_t
    for attribute in range(ATTRIBUTES):
        left = attribute * (n + 2) + 1
        right = left + n - 1
        while left < right:
            value = values[left]
            values[left] = values[right]
            values[right] = value
            left += 1
            right -= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _combine_tags(values: cython.pointer(hash_t), size: cython.Py_ssize_t) -> cython.void:
    """Write one value for both tags of a word."""
    values[TAG * size] = scramble(
        values[UNIVERSAL_TAG * size] + rotate(values[LANGUAGE_TAG * size], 17)
    )
