"""What words are made of, as numbers of vectors: affixes and shapes, n-grams, tags."""

import cython
import numpy as np
from cython.cimports.dodona.linear.hashing import K0, hash_number, hash_t, scramble
from cython.cimports.dodona.linear.unicode import to_lower
from cython.cimports.dodona.linear.words import (
    ATTRIBUTES,
    KINDS,
    LANGUAGE_TAG,
    MORPHOLOGY,
    PREFIX,
    SHAPE,
    SUFFIX,
    UNIVERSAL_TAG,
    next_character,
)
from cython.cimports.dodona.treebank.sentence import FORM, STRIDE, Sentence
from cython.cimports.libc.stdint import uint32_t

from dodona.linear.words import WordBatch

ROWS: dict[str, int] = {"affixes": AFFIX_ROWS, "ngrams": NGRAM_ROWS, "tags": TAG_ROWS}
"""How many vectors there are for each kind of thing but words: numbers are hashes modulo these."""


@cython.final
@cython.cclass
class WordBags:
    """The numbers of all words of a batch, word by word; ends say where those of a word end."""

    def __init__(self, batch: WordBatch) -> None:
        i: cython.Py_ssize_t
        _: cython.Py_ssize_t
        word: cython.Py_ssize_t = 0
        affixes: cython.Py_ssize_t = 0
        ngrams: cython.Py_ssize_t = 0
        row: cython.pointer(hash_t)
        sentence: Sentence
        text: cython.p_const_char
        at: cython.p_int
        most: cython.int = MOST_SUFFIXES + MOST_PREFIXES + 2
        most_ngrams: cython.int = (LONGEST - SHORTEST + 1) * CHARACTER_ROOM
        needed: cython.Py_ssize_t
        count: cython.Py_ssize_t = batch.words
        self.affix_numbers = np.empty((count + 1) * most, np.int32)
        self.affix_ends = np.zeros(count, np.int32)
        self.tag_numbers = np.empty(3 * count, np.int32)
        self.tag_ends = np.arange(3, 3 * count + 1, 3, dtype=np.int32)
        self.ngram_ends = np.zeros(count, np.int32)
        room: cython.int[::1] = np.empty(count * 32 + most_ngrams, np.int32)
        for i in range(batch.count):
            row = batch.of_sentence(i)
            sentence = batch.draft.sentences[i]
            text = sentence.chars
            at = sentence.bounds
            needed = ngrams + most_ngrams * (batch.lengths[i] + 1)
            if needed > room.shape[0]:
                room = np.concatenate([np.asarray(room), np.empty(needed, np.int32)])
            with cython.nogil:
                for _ in range(batch.lengths[i]):
                    affixes += _affixes(row, cython.address(self.affix_numbers[affixes]))
                    self.affix_ends[word] = cython.cast(cython.int, affixes)
                    ngrams += _ngrams(
                        text + at[FORM], at[FORM + 1] - 1 - at[FORM], cython.address(room[ngrams])
                    )
                    self.ngram_ends[word] = cython.cast(cython.int, ngrams)
                    self.tag_numbers[3 * word] = _bucket(row[UNIVERSAL_TAG], 30, TAG_ROWS)
                    self.tag_numbers[3 * word + 1] = _bucket(row[LANGUAGE_TAG], 31, TAG_ROWS)
                    self.tag_numbers[3 * word + 2] = _bucket(row[MORPHOLOGY], 32, TAG_ROWS)
                    word += 1
                    row += ATTRIBUTES
                    at += STRIDE
        self.affix_numbers = self.affix_numbers[:affixes]
        self.ngram_numbers = room[:ngrams]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _affixes(row: cython.pointer(cython.const[hash_t]), numbers: cython.p_int) -> cython.Py_ssize_t:
    """Write the numbers of the affixes that a word has, and of its shape; returns how many."""
    i: cython.int
    count: cython.Py_ssize_t = 0
    for i in range(MOST_SUFFIXES):
        if row[SUFFIX + i] != 0:
            numbers[count] = _bucket(row[SUFFIX + i], i, AFFIX_ROWS)
            count += 1
    for i in range(MOST_PREFIXES):
        if row[PREFIX + i] != 0:
            numbers[count] = _bucket(row[PREFIX + i], MOST_SUFFIXES + i, AFFIX_ROWS)
            count += 1
    numbers[count] = _bucket(row[SHAPE], 20, AFFIX_ROWS)
    numbers[count + 1] = _bucket(row[KINDS], 21, AFFIX_ROWS)
    return count + 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bucket(value: hash_t, kind: cython.int, rows: cython.int) -> cython.int:
    return cython.cast(cython.int, scramble(value + hash_number(kind)) % rows)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ngrams(
    text: cython.p_const_char, size: cython.Py_ssize_t, numbers: cython.p_int
) -> cython.Py_ssize_t:
    """Write the numbers of the n-grams of a word in lower case, with a mark at either end."""
    characters: uint32_t[CHARACTER_ROOM]
    place: cython.Py_ssize_t = 0
    length: cython.Py_ssize_t = 1
    half: cython.Py_ssize_t = MOST_CHARACTERS // 2
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t
    value: hash_t
    count: cython.Py_ssize_t = 0
    characters[0] = 1
    while place < size:
        if length > MOST_CHARACTERS:
            for i in range(half + 1, MOST_CHARACTERS):
                characters[i] = characters[i + 1]
            length -= 1
        characters[length] = to_lower(next_character(text, size, cython.address(place)))
        length += 1
    characters[length] = 2
    length += 1
    for i in range(length):
        value = K0
        for n in range(1, min(LONGEST, length - i) + 1):
            value = scramble((value ^ characters[i + n - 1]) * K0)
            if n >= SHORTEST:
                numbers[count] = cython.cast(cython.int, (value >> 20) % NGRAM_ROWS)
                count += 1
    return count
