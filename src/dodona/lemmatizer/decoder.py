"""Lemmatising: the script of a form with its tags, by the lexicon or else by the best score."""

from array import array

import cython
import numpy as np
from cython.cimports.dodona.linear.hashing import hash_t, rotate, scramble
from cython.cimports.dodona.linear.word_features import MOST_TEMPLATES
from cython.cimports.dodona.linear.words import ATTRIBUTES, LENGTH, TAG, WORD
from cython.cimports.dodona.treebank.sentence import FORM, LEMMA, STRIDE, Sentence
from cython.cimports.libc.limits import INT_MAX

from dodona.errors import TreebankError
from dodona.lemmatizer.scripts import ScriptSet
from dodona.linear.frozen import FrozenWeights
from dodona.linear.lexicon import Lexicon
from dodona.linear.word_features import WordFeatures
from dodona.linear.words import WordBatch


@cython.final
@cython.cclass
class LemmaDecoder:
    """Lemmatises with frozen weights. It never changes and can be used by several threads at once.

    The scripts that weights are for come first among all scripts; the others are for the lexicon
    only. The first script applies to every form. ``keys`` are those of forms with their tags.
    """

    def __init__(
        self,
        scripts: ScriptSet,
        features: WordFeatures,
        weights: FrozenWeights,
        keys: np.ndarray,
        entry_scripts: np.ndarray,
    ) -> None:
        self.scripts = scripts
        self.features = features
        self.weights = weights
        self.lexicon = Lexicon(keys)
        self.entry_scripts = np.ascontiguousarray(entry_scripts, np.int32)

    def lemmatize(self, batch: WordBatch, chosen: bytes, keep: bool) -> tuple[bytes, array[int]]:
        """The lemmas of all words in one text, and where each begins and ends.

        Words of sentences that are not ``chosen`` have -1 twice instead, and with ``keep`` those
        whose lemmas are given.
        """
        i: cython.Py_ssize_t
        _: cython.Py_ssize_t
        row: cython.pointer(hash_t)
        size: cython.Py_ssize_t
        word: cython.Py_ssize_t = 0
        room: cython.Py_ssize_t = 1
        done: cython.Py_ssize_t = 0
        if len(chosen) != batch.count:
            raise ValueError(f"there are {batch.count} sentences to choose from")
        numbers: cython.int[::1] = array("i", bytes(4 * (batch.words + 1)))
        scores: cython.int[::1] = array("i", [0] * self.weights.width)
        forms: cython.size_t[::1] = _form_addresses(
            batch.draft.sentences, batch.words, chosen, keep
        )
        with cython.nogil:
            for i in range(batch.count):
                row = batch.of_sentence(i)
                for _ in range(batch.lengths[i]):
                    if forms[2 * word + 1] > 0:
                        numbers[word] = self.choose(row, cython.address(scores[0]))
                        room += self.scripts.room(numbers[word], forms[2 * word + 1])
                    row += ATTRIBUTES
                    word += 1
        if room > INT_MAX:
            raise TreebankError("the words of one batch are longer than two gigabytes")
        text = bytearray(room)
        spans = array("i", [-1]) * (2 * word)
        target: cython.uchar[::1] = text
        out: cython.int[::1] = spans
        word = 0
        with cython.nogil:
            for i in range(batch.count):
                row = batch.of_sentence(i)
                for _ in range(batch.lengths[i]):
                    size = forms[2 * word + 1]
                    if size > 0:
                        out[2 * word] = cython.cast(cython.int, done)
                        done += self.scripts.apply(
                            numbers[word],
                            cython.cast(cython.p_char, forms[2 * word]),
                            size,
                            row[LENGTH],
                            cython.cast(cython.p_char, cython.address(target[done])),
                        )
                        out[2 * word + 1] = cython.cast(cython.int, done)
                    row += ATTRIBUTES
                    word += 1
        return bytes(target[:done]), spans

    def choose(self, row, scores):
        """The script for the word of a row."""
        length: cython.Py_ssize_t = row[LENGTH]
        keys: hash_t[MOST_TEMPLATES]
        count: cython.int
        entry: cython.int = self.lexicon.find(pair_key(row))
        if entry >= 0 and self.scripts.applies(self.entry_scripts[entry], length):
            return self.entry_scripts[entry]
        count = self.features.extract(row, keys)
        self.weights.score(keys, count, 0, scores)
        return best_script(self.scripts, self.weights.classes, length, scores, -1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def best_script(
    scripts: ScriptSet,
    classes: cython.int,
    length: cython.Py_ssize_t,
    scores: cython.pointer(cython.const[cython.int]),
    but: cython.int,
) -> cython.int:
    """The best-scored script that applies, without the script ``but``; 0 if there is none."""
    i: cython.int
    best: cython.int = -1
    for i in range(classes):
        if (best < 0 or scores[i] > scores[best]) and i != but and scripts.applies(i, length):
            best = i
    return max(best, 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def pair_key(row: cython.pointer(cython.const[hash_t])) -> hash_t:
    """The key of a form with its tags in the lexicon."""
    return scramble(row[WORD] + rotate(row[TAG], 17))


def pair_keys(batch: WordBatch) -> list[int]:
    """The keys of the forms with their tags of all words of a batch."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    result: list = []
    for i in range(batch.count):
        for j in range(batch.lengths[i]):
            result.append(pair_key(batch.of_sentence(i) + j * ATTRIBUTES))
    return result


@cython.cfunc
def _form_addresses(
    sentences: list, words: cython.Py_ssize_t, chosen: bytes, keep: cython.bint
) -> array:
    """Address and size of each form; a size of 0 says that the lemma is to stay as it is."""
    i: cython.Py_ssize_t
    word: cython.int
    place: cython.Py_ssize_t = 0
    sentence: Sentence
    text: cython.p_char
    at: cython.p_int
    result = array("Q", bytes(16 * (words + 1)))
    out: cython.size_t[::1] = result
    for i in range(len(sentences)):
        sentence = sentences[i]
        text = sentence.chars
        at = sentence.bounds
        for word in range(sentence.n):
            out[place] = cython.cast(cython.size_t, text + at[FORM])
            out[place + 1] = at[FORM + 1] - 1 - at[FORM]
            if not chosen[i] or (keep and not sentence.is_blank(word, LEMMA)):
                out[place + 1] = 0
            place += 2
            at += STRIDE
    return result
