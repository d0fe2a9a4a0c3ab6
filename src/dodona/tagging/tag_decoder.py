"""Greedy tagging: the best-scored tag of each word, from left to right."""

from array import array
from collections.abc import Sequence

import cython
from cython.cimports.dodona.features.hashing import hash_bytes, hash_t
from cython.cimports.dodona.tagging.features import MOST_TEMPLATES
from cython.cimports.dodona.tagging.tagset import TAG_COLUMNS
from cython.cimports.dodona.tagging.words import ATTRIBUTES, UNIVERSAL_TAG

from dodona.parsing.frozen import FrozenWeights
from dodona.tagging.features import WordFeatures
from dodona.tagging.tagset import TagSet
from dodona.tagging.words import WordBatch


@cython.final
@cython.cclass
class TagDecoder:
    """Tags with frozen weights. It never changes and can be used by several threads at once."""

    def __init__(self, tagset: TagSet, features: WordFeatures, weights: FrozenWeights) -> None:
        self.tagset = tagset
        self.features = features
        self.weights = weights

    def tag(self, batch: WordBatch, given: array) -> array:
        """The numbers of the tags of all words of the batch, one after the other.

        ``given`` says for each word, in bits, which of UPOS, XPOS and FEATS its tag must have as
        they are in the batch.
        """
        i: cython.Py_ssize_t
        done: cython.Py_ssize_t = 0
        scores: cython.int[::1] = array("i", [0] * self.weights.width)
        tags = array("i", bytes(4 * (batch.words + 1)))
        out: cython.int[::1] = tags
        bits: cython.const[cython.uchar][::1] = given
        with cython.nogil:
            for i in range(batch.count):
                self.decode(
                    batch.of_sentence(i),
                    batch.lengths[i],
                    cython.address(bits[done]),
                    cython.address(scores[0]),
                    cython.address(out[done]),
                )
                done += batch.lengths[i]
        return tags

    def decode(self, rows, n, given, scores, tags):
        """Tag one sentence. While it lasts, ``tags`` holds the choices of the words to come."""
        i: cython.Py_ssize_t
        for i in range(n):
            tags[i] = self.tagset.look_up(rows + i * ATTRIBUTES)
        for i in range(n):
            tags[i] = self.choose(rows + i * ATTRIBUTES, tags[i], given[i], scores)
            self.tagset.assign(tags[i], rows + i * ATTRIBUTES)

    def choose(self, row, choice, given, scores):
        """The best-scored tag of a choice that is as given, if there is one."""
        keys: hash_t[MOST_TEMPLATES]
        count: cython.int
        tag: cython.int = self.tagset.only(choice)
        if tag >= 0 and given == 0:
            return tag
        count = self.features.extract(row, keys)
        self.weights.score(keys, count, 0, scores)
        tag = -1
        if given != 0:
            tag = self.tagset.best_given(choice, scores, row, given)
        return tag if tag >= 0 else self.tagset.best(choice, scores, -1)


def given_values(batch: WordBatch, columns: Sequence[bool]) -> array:
    """For each word, in bits, which of UPOS, XPOS and FEATS are to be kept: those that are not `_`.

    ``columns`` says of which of the three that is to be done.
    """
    i: cython.Py_ssize_t
    _: cython.Py_ssize_t
    c: cython.Py_ssize_t
    word: cython.Py_ssize_t = 0
    row: cython.pointer(hash_t)
    nothing: hash_t = hash_bytes(b"_", 1)
    wanted: cython.uchar = sum(1 << c for c in range(TAG_COLUMNS) if columns[c])
    given = array("B", bytes(batch.words + 1))
    bits: cython.uchar[::1] = given
    if wanted:
        for i in range(batch.count):
            row = batch.of_sentence(i)
            for _ in range(batch.lengths[i]):
                for c in range(TAG_COLUMNS):
                    if wanted >> c & 1 and row[UNIVERSAL_TAG + c] != nothing:
                        bits[word] |= 1 << c
                row += ATTRIBUTES
                word += 1
    return given


def spans_of_tags(tags: array, words: int, given: array, columns: array, spans: array) -> array:
    """The spans of the values of some columns (0 for UPOS to 2 for FEATS) in the text of all tags.

    ``spans`` has six numbers a tag. What is given is kept.
    """
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    place: cython.Py_ssize_t = 0
    width: cython.Py_ssize_t = len(columns)
    count: cython.Py_ssize_t = words
    numbers: cython.int[::1] = tags
    bits: cython.uchar[::1] = given
    chosen: cython.int[::1] = columns
    of_tags: cython.int[::1] = spans
    result = array("i", [-1]) * (2 * width * count)
    out: cython.int[::1] = result
    with cython.nogil:
        for i in range(count):
            for j in range(width):
                if not bits[i] >> chosen[j] & 1:
                    out[place] = of_tags[2 * (TAG_COLUMNS * numbers[i] + chosen[j])]
                    out[place + 1] = of_tags[2 * (TAG_COLUMNS * numbers[i] + chosen[j]) + 1]
                place += 2
    return result
