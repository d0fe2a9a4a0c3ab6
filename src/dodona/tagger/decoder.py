"""Tagging: the best-scored tags of a sentence, found from left to right with a beam.

A beam of one is greedy search: each word gets its best-scored tag, and that stays.
"""

from array import array
from collections.abc import Sequence

import cython
from cython.cimports.dodona.linear.hashing import hash_bytes, hash_t
from cython.cimports.dodona.linear.word_features import MOST_TEMPLATES
from cython.cimports.dodona.linear.words import (
    ATTRIBUTES,
    MARGIN,
    TAG,
    UNIVERSAL_TAG,
    combine_tags,
)
from cython.cimports.dodona.tagger.tagset import TAG_COLUMNS
from cython.cimports.libc.stdint import uint32_t
from cython.cimports.libc.string import memcpy

from dodona.linear.frozen import FrozenWeights
from dodona.linear.word_features import WordFeatures
from dodona.linear.words import WordBatch
from dodona.tagger.tagset import TagSet


@cython.final
@cython.cclass
class TagDecoder:
    """Tags with frozen weights. It never changes and can be used by several threads at once."""

    def __init__(self, tagset: TagSet, features: WordFeatures, weights: FrozenWeights) -> None:
        self.tagset = tagset
        self.features = features
        self.weights = weights

    def tag(
        self, batch: WordBatch, chosen: bytes, given: array[int], beam: int, columns: Sequence[int]
    ) -> array[int]:
        """The numbers of the tags of all words of the batch, one after the other.

        ``chosen`` says of each sentence whether to tag it; words of others have -1. ``given`` says
        for each word, in bits, which of UPOS, XPOS and FEATS its tag must have as they are in the
        batch. The rows of words get the values of their tags in the ``columns`` (0 for UPOS to 2
        for FEATS) that are to be predicted, unless they are given.
        """
        i: cython.Py_ssize_t
        done: cython.Py_ssize_t = 0
        search: FrozenBeam = FrozenBeam(self, beam, batch.longest)
        tags = array("i", [-1]) * (batch.words + 1)
        out: cython.int[::1] = tags
        bits: cython.const[cython.uchar][::1] = given
        wanted: cython.const[cython.uchar][::1] = chosen
        kept: cython.int = sum(1 << c for c in range(TAG_COLUMNS) if c not in columns)
        if len(chosen) != batch.count or len(given) <= batch.words:
            raise ValueError("sentences to tag and values to keep do not fit the batch")
        with cython.nogil:
            for i in range(batch.count):
                if wanted[i]:
                    search.tag(
                        batch.of_sentence(i),
                        batch.lengths[i],
                        cython.address(bits[done]),
                        kept,
                        cython.address(out[done]),
                    )
                done += batch.lengths[i]
        return tags


@cython.cclass
class TagBeam:
    """The best tags of the words so far: at most ``width`` hypotheses, the best one first.

    For each word and hypothesis there is a tag, and which hypothesis of the word before it extends.
    ``words`` is the length of the longest sentence, ``classes`` the number of scores.
    """

    def __init__(
        self, tagset: TagSet, features: WordFeatures, width: int, words: int, classes: int
    ) -> None:
        self.tagset = tagset
        self.features = features
        self.width = width
        self.scores = array("i", bytes(4 * classes))
        self.room = array("i", bytes(4 * len(tagset.tags)))
        self.tag_totals = array("i", bytes(4 * len(tagset.tags)))
        self.sums = array("i", bytes(4 * (len(tagset.node_parts) + 1)))
        self.totals = array("q", bytes(8 * width))
        self.new_totals = array("q", bytes(8 * width))
        self.tags = array("i", bytes(4 * width * (words + 1)))
        self.parents = array("i", bytes(4 * width * (words + 1)))

    def run(self, rows, n, given, out):
        """Tag one sentence. While it lasts, ``out`` holds the choices of the words to come."""
        i: cython.Py_ssize_t
        for i in range(n):
            out[i] = self.tagset.look_up(rows + i * ATTRIBUTES)
        self.begin()
        self.look_ahead(rows, n, given, out)
        for i in range(n):
            self.extend(rows, i, out[i], given[i])
        self.trace(n - 1, 0, out)

    def begin(self):
        """Begin with one hypothesis, that of no words."""
        self.size = 1
        self.totals[0] = 0

    def trace(self, last, hypothesis, out):
        """Write the tags that a hypothesis has for all words up to the last one."""
        i: cython.Py_ssize_t
        for i in range(last, -1, -1):
            out[i] = self.tags[i * self.width + hypothesis]
            hypothesis = self.parents[i * self.width + hypothesis]

    def extend(self, rows, word, choice, given):
        """Extend all hypotheses by a tag of a word, and keep the best."""
        i: cython.Py_ssize_t
        parent: cython.int
        count: cython.int = 0
        total: cython.longlong
        scores: cython.p_int = cython.address(self.scores[0])
        sums: cython.p_int = cython.address(self.sums[0])
        totals: cython.p_int = cython.address(self.tag_totals[0])
        row: cython.pointer(hash_t) = rows + word * ATTRIBUTES
        options: cython.pointer(cython.const[cython.int]) = self.tagset.options(
            choice, row, given, cython.address(self.room[0]), cython.address(count)
        )
        before: cython.int = self.size
        self.size = 0
        for parent in range(before):
            if count == 1:
                self.go_ahead(word)
                self.insert(word, options[0], parent, self.totals[parent])
                continue
            self.assign_before(rows, word, parent)
            self.score(row, word)
            self.tagset.totals(options, count, scores, sums, totals)
            for i in range(count):
                total = self.totals[parent] + totals[i]
                if self.size < self.width or total > self.new_totals[self.width - 1]:
                    self.insert(word, options[i], parent, total)
        memcpy(
            cython.address(self.totals[0]),
            cython.address(self.new_totals[0]),
            self.size * cython.sizeof(cython.longlong),
        )

    def look_ahead(self, rows, n, given, choices):
        """Begin to prepare the words of a sentence, given what the lexicon says of each."""

    def go_ahead(self, word):
        """Prepare the next words when one is reached."""

    def score(self, row, word):
        """Score all classes for a word; what learns does it in another way."""

    def insert(self, word, tag, parent, total):
        """Give a hypothesis its place, behind those that are as good, if it has one."""
        first: cython.Py_ssize_t = word * self.width
        place: cython.Py_ssize_t = self.size
        if self.size < self.width:
            self.size += 1
        elif total > self.new_totals[self.width - 1]:
            place = self.width - 1
        else:
            return
        while place > 0 and self.new_totals[place - 1] < total:
            self.new_totals[place] = self.new_totals[place - 1]
            self.tags[first + place] = self.tags[first + place - 1]
            self.parents[first + place] = self.parents[first + place - 1]
            place -= 1
        self.new_totals[place] = total
        self.tags[first + place] = tag
        self.parents[first + place] = parent

    def assign_before(self, rows, word, parent):
        """Note in the rows the tags that a hypothesis has for the words before."""
        i: cython.Py_ssize_t
        place: cython.Py_ssize_t
        for i in range(word - 1, max(word - 1 - MARGIN, -1), -1):
            place = i * self.width + parent
            self.tagset.assign(self.tags[place], rows + i * ATTRIBUTES)
            parent = self.parents[place]


@cython.final
@cython.cclass
class FrozenBeam(TagBeam):
    """A beam that is scored with the weights of a decoder.

    Features that look at no tags are foreseen two words ahead, and their weights located one word
    ahead.
    """

    def __init__(self, decoder: TagDecoder, width: int, words: int) -> None:
        TagBeam.__init__(
            self, decoder.tagset, decoder.features, width, words, decoder.weights.width
        )
        self.weights = decoder.weights
        self.before = array("Q", bytes(8 * TAG_COLUMNS * (words + 1)))

    def tag(self, rows, n, given, kept, out):
        """Tag one sentence and note the tags in its rows, but for what is given or kept."""
        i: cython.Py_ssize_t
        c: cython.Py_ssize_t
        keep: cython.int
        row: cython.pointer(hash_t) = rows
        for i in range(n):
            for c in range(TAG_COLUMNS):
                self.before[TAG_COLUMNS * i + c] = row[UNIVERSAL_TAG + c]
            row += ATTRIBUTES
        self.run(rows, n, given, out)
        row = rows
        for i in range(n):
            self.tagset.assign(out[i], row)
            keep = given[i] | kept
            if keep:
                for c in range(TAG_COLUMNS):
                    if keep >> c & 1:
                        row[UNIVERSAL_TAG + c] = self.before[TAG_COLUMNS * i + c]
                row[TAG] = combine_tags(row)
            row += ATTRIBUTES

    def look_ahead(self, rows, n, given, choices):
        self.rows, self.n, self.given, self.choices = rows, n, given, choices
        self.foreseen = self.located = 0
        self.foresee(0)
        self.locate(0)
        self.foresee(1)

    def go_ahead(self, word):
        self.locate(word + 1)
        self.foresee(word + 2)

    def is_scored(self, word):
        """Whether there is such a word, and the lexicon leaves it several tags."""
        if word >= self.n:
            return False
        return self.given[word] != 0 or self.tagset.size_of(self.choices[word]) > 1

    def foresee(self, word):
        """Foresee the features of a word that look at no tags, unless that is done."""
        keys: cython.pointer(hash_t) = self.keys[word & 3]
        if self.foreseen > word:
            return
        self.foreseen = word + 1
        if self.is_scored(word):
            self.untagged[word & 3] = self.features.extract_untagged(
                self.rows + word * ATTRIBUTES, keys
            )
            self.weights.foresee(keys, self.untagged[word & 3])

    def locate(self, word):
        """Locate the weights of the features that were foreseen, unless that is done."""
        if self.located > word:
            return
        self.located = word + 1
        if self.is_scored(word):
            self.weights.locate(self.keys[word & 3], self.untagged[word & 3], self.found[word & 3])

    def score(self, row, word):
        """Score a word; while the weights for the tags before it are fetched, go ahead."""
        keys: hash_t[MOST_TEMPLATES]
        untagged: cython.int = self.untagged[word & 3]
        found: cython.pointer(uint32_t) = self.found[word & 3]
        more: cython.int = self.features.extract_tagged(row, keys)
        self.weights.foresee(keys, more)
        self.locate(word + 1)
        self.weights.locate(keys, more, found + untagged)
        self.foresee(word + 2)
        self.weights.add_up(found, untagged + more, 0, cython.address(self.scores[0]))


def given_values(batch: WordBatch, columns: Sequence[bool]) -> array[int]:
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


def spans_of_tags(
    tags: array[int], words: int, given: array[int], columns: array[int], spans: array[int]
) -> array[int]:
    """The spans of the values of some columns (0 for UPOS to 2 for FEATS) in the text of all tags.

    ``spans`` has six numbers a tag. What is given is kept, as are words without a tag.
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
                if numbers[i] >= 0 and not bits[i] >> chosen[j] & 1:
                    out[place] = of_tags[2 * (TAG_COLUMNS * numbers[i] + chosen[j])]
                    out[place + 1] = of_tags[2 * (TAG_COLUMNS * numbers[i] + chosen[j]) + 1]
                place += 2
    return result
