"""The words of sentences as tagger and lemmatiser see them: a row of 64-bit hashes for each word.

A row holds the word, the word in lower case with its digits as zeros, its shape, the kinds of its
characters, its last and first characters, its tags, and its cluster if there are clusters; and, as
it is, its length. There is no vocabulary.
"""

from array import array
from collections.abc import Sequence

import cython
import numpy as np
from cython.cimports.dodona.linear.hashing import (
    K0,
    hash_bytes,
    hash_number,
    hash_t,
    rotate,
    scramble,
)
from cython.cimports.dodona.linear.unicode import (
    IS_DIGIT,
    IS_LETTER,
    IS_LOWER,
    IS_UPPER,
    properties,
    to_lower,
)
from cython.cimports.dodona.treebank.sentence import FEATS, FORM, STRIDE, UPOS, XPOS
from cython.cimports.libc.stdint import uint32_t

from dodona.linear.hashing import hash_name
from dodona.linear.lexicon import Lexicon
from dodona.treebank.columns import Draft
from dodona.treebank.sentence import Sentence

# Of the bits of a cluster, so many are values of their own.
CLUSTER_PREFIXES = (4, 6, 10)

# What stands in a lexicon for all words without letters and digits; no word has a tab in it.
MARKS = hash_name("\t")


@cython.final
@cython.cclass
class WordBatch:
    """The rows of some sentences, with a margin of rows for no word before, between and after.

    An affix that is as long as the word or longer has the value 0: it is not there.
    Who finds tags or lemmas notes tags in the rows, and both in the ``draft`` of the sentences: so
    words are read once for all who need them, and written once. ``encoded`` is what an encoder has
    made of the words, with the encoder.
    """

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        i: cython.Py_ssize_t
        row: cython.Py_ssize_t = MARGIN
        sentence: Sentence
        text: cython.p_const_char
        bounds: cython.p_int
        self.draft = Draft(sentences)
        self.words = self.draft.words
        self.count = len(sentences)
        self.lengths = array("i", [0] * self.count)
        self.starts = array("q", [0] * self.count)
        for i in range(self.count):
            sentence = sentences[i]
            self.lengths[i] = sentence.n
            self.starts[i] = row
            self.longest = max(self.longest, sentence.n)
            row += sentence.n + MARGIN
        self.values = np.zeros(row * ATTRIBUTES, np.uint64)
        self.fill_margin(0)
        for i in range(self.count):
            sentence = sentences[i]
            self.fill_margin(self.starts[i] + sentence.n)
            text = sentence.chars
            bounds = sentence.bounds
            with cython.nogil:
                _encode(text, bounds, self.lengths[i], self.of_sentence(i))

    def fill_margin(self, row):
        """Note in the rows of a margin that there is no word."""
        i: cython.Py_ssize_t
        for i in range(row * ATTRIBUTES, (row + MARGIN) * ATTRIBUTES):
            self.values[i] = hash_number(NO_WORD)

    def of_sentence(self, index):
        return cython.address(self.values[self.starts[index] * ATTRIBUTES])

    def lexicon_keys(self) -> tuple[list[int], list[int], list[int]]:
        """For each word, the keys of a lexicon: of the word itself, of it in lower case, and
        ``MARKS`` for a word without letters and digits (0 for others).
        """
        i: cython.Py_ssize_t
        _: cython.Py_ssize_t
        row: cython.pointer(hash_t)
        words: list = []
        lower: list = []
        marks: list = []
        for i in range(self.count):
            row = self.of_sentence(i)
            for _ in range(self.lengths[i]):
                words.append(row[WORD])
                lower.append(lower_key(row))
                marks.append(MARKS if is_mark(row) else 0)
                row += ATTRIBUTES
        return words, lower, marks

    def numbers_in(self, lexicon: Lexicon) -> np.ndarray:
        """The numbers of all words in a lexicon whose keys are those of `word_keys`, or -1."""
        i: cython.Py_ssize_t
        _: cython.Py_ssize_t
        word: cython.Py_ssize_t = 0
        row: cython.pointer(hash_t)
        numbers = np.empty(self.words, np.int32)
        out: cython.int[::1] = numbers
        with cython.nogil:
            for i in range(self.count):
                row = self.of_sentence(i)
                for _ in range(self.lengths[i]):
                    out[word] = find_word(lexicon, row)
                    word += 1
                    row += ATTRIBUTES
        return numbers

    def mark_clusters(self, lexicon: Lexicon, numbers: np.ndarray, values: np.ndarray) -> None:
        """Note the clusters of words in their rows; 0 stays where a word has none.

        ``numbers`` are those of the clusters of the words of the lexicon, `word_keys` its keys, and
        ``values`` has a row of hashes for each cluster.
        """
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        _: cython.Py_ssize_t
        entry: cython.int
        row: cython.pointer(hash_t)
        clusters: cython.const[cython.int][::1] = numbers
        hashes: cython.const[hash_t][:, ::1] = values
        with cython.nogil:
            for i in range(self.count):
                row = self.of_sentence(i)
                for _ in range(self.lengths[i]):
                    entry = find_word(lexicon, row)
                    if entry >= 0:
                        for j in range(LENGTH - CLUSTER):
                            row[CLUSTER + j] = hashes[clusters[entry], j]
                    row += ATTRIBUTES

    def rows(self, index: int) -> list[list[int]]:
        """The values of the words of a sentence, for people."""
        i: cython.Py_ssize_t = index
        if not 0 <= i < self.count:
            raise IndexError(f"the batch has {self.count} sentences, and no number {index}")
        table = np.asarray(self.values).reshape(-1, ATTRIBUTES).tolist()
        return table[self.starts[i] : self.starts[i] + self.lengths[i]]


def word_keys(words: Sequence[str]) -> list[int]:
    """For each word, one key of a lexicon.

    A word that has neither capitals nor digits other than 0 has the key under which words in lower
    case stand, so that it is found for all words that become it; others stand for themselves.
    """
    row: hash_t[ATTRIBUTES]
    place: cython.Py_ssize_t
    size: cython.Py_ssize_t
    plain: hash_t
    raw: bytes
    keys: list = []
    for word in words:
        raw = word.encode()
        size = len(raw)
        place = 0
        plain = K0
        while place < size:
            plain = scramble((plain ^ next_character(raw, size, cython.address(place))) * K0)
        _encode_form(raw, size, row)
        keys.append(lower_key(row) if row[LOWER] == plain else row[WORD])
    return keys


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode(
    text: cython.p_const_char,
    bounds: cython.p_int,
    n: cython.int,
    values: cython.pointer(hash_t),
) -> cython.void:
    """Write the values of words that are there into rows of zeros."""
    _: cython.Py_ssize_t
    at: cython.p_int = bounds
    for _ in range(n):
        _encode_form(text + at[FORM], at[FORM + 1] - 1 - at[FORM], values)
        values[UNIVERSAL_TAG] = hash_bytes(text + at[UPOS], at[UPOS + 1] - 1 - at[UPOS])
        values[LANGUAGE_TAG] = hash_bytes(text + at[XPOS], at[XPOS + 1] - 1 - at[XPOS])
        values[MORPHOLOGY] = hash_bytes(text + at[FEATS], at[FEATS + 1] - 1 - at[FEATS])
        values[TAG] = combine_tags(values)
        at += STRIDE
        values += ATTRIBUTES


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def combine_tags(values: cython.pointer(cython.const[hash_t])) -> hash_t:
    """One value for all the tags of a row."""
    return scramble(
        values[UNIVERSAL_TAG] + rotate(values[LANGUAGE_TAG], 17) + rotate(values[MORPHOLOGY], 31)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lower_key(row: cython.pointer(cython.const[hash_t])) -> hash_t:
    """The key under which a word in lower case stands in the lexicon."""
    return scramble(row[LOWER] + 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_word(lexicon: Lexicon, row: cython.pointer(cython.const[hash_t])) -> cython.int:
    """The number of a word in a lexicon, as it is or else in lower case; -1 if it is not there."""
    number: cython.int = lexicon.find(row[WORD])
    return number if number >= 0 else lexicon.find(lower_key(row))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_mark(row: cython.pointer(cython.const[hash_t])) -> cython.bint:
    """Whether a word has neither letters nor digits."""
    return (
        row[KINDS] == hash_number(HYPHEN)
        or row[KINDS] == hash_number(OTHER)
        or row[KINDS] == hash_number(HYPHEN | OTHER)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _encode_form(
    text: cython.p_const_char, size: cython.Py_ssize_t, values: cython.pointer(hash_t)
) -> cython.void:
    last: uint32_t[8]
    character: uint32_t
    small: uint32_t
    sign: uint32_t
    before: uint32_t = 0
    i: cython.Py_ssize_t
    place: cython.Py_ssize_t = 0
    length: cython.Py_ssize_t = 0
    run: cython.Py_ssize_t = 0
    kinds: hash_t = 0
    lower: hash_t = K0
    shape: hash_t = K0
    suffix: hash_t = K0
    values[WORD] = hash_bytes(text, size)
    while place < size:
        character = next_character(text, size, cython.address(place))
        sign = _sign(character)
        small = (
            ord("0") if sign == ord("0") else to_lower(character) if sign != ord("x") else character
        )
        if length > 0 and length <= PREFIXES:
            values[PREFIX + length - 1] = lower
        lower = scramble((lower ^ small) * K0)
        run = run + 1 if sign == before else 1
        before = sign
        if run <= 2:
            shape = scramble((shape ^ sign) * K0)
        kinds |= _kind(sign, length == 0)
        last[length & 7] = small
        length += 1
    values[LENGTH] = length
    values[LOWER] = lower
    values[SHAPE] = shape
    values[KINDS] = hash_number(kinds)
    for i in range(min(SUFFIXES, length - 1)):
        suffix = scramble((suffix ^ last[(length - 1 - i) & 7]) * K0)
        values[SUFFIX + i] = suffix


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sign(character: uint32_t) -> uint32_t:
    """What stands for a character in a shape: X, x, 0, a (a letter without case), or itself."""
    traits: uint32_t
    if character < 128:
        if ord("a") <= character <= ord("z"):
            return ord("x")
        if ord("A") <= character <= ord("Z"):
            return ord("X")
        return ord("0") if ord("0") <= character <= ord("9") else character
    traits = properties(character).traits
    if traits & IS_LOWER:
        return ord("x")
    if traits & IS_UPPER:
        return ord("X")
    if traits & IS_DIGIT:
        return ord("0")
    return ord("a") if traits & IS_LETTER else character


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _kind(sign: uint32_t, first: cython.bint) -> hash_t:
    """A bit for a kind of character: small, first and capital, capital, digit, letter, other."""
    if sign == ord("x"):
        return 1
    if sign == ord("X"):
        return 2 if first else 4
    if sign == ord("0"):
        return 8
    if sign == ord("a"):
        return 16
    return HYPHEN if sign == ord("-") else OTHER


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def next_character(
    text: cython.p_const_char, size: cython.Py_ssize_t, place: cython.pointer(cython.Py_ssize_t)
) -> uint32_t:
    """Read a character of UTF-8 and move on behind it; never beyond the end."""
    byte: cython.uchar = text[place[0]]
    more: cython.int
    character: uint32_t
    place[0] += 1
    if byte < 0x80:
        return byte
    more = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
    character = byte & (0x3F >> more)
    while more > 0 and place[0] < size:
        byte = text[place[0]]
        character = character << 6 | byte & 0x3F
        place[0] += 1
        more -= 1
    return character
