"""The one place that edits columns and trees: everything else is carried over byte for byte."""

import re
from array import array
from collections.abc import Sequence
from itertools import accumulate

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.dodona.treebank.sentence import DEPREL, DEPS, HEAD, ID, MISC, STRIDE, Sentence
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.libc.string import memchr, memcpy

from dodona.errors import TreebankError
from dodona.treebank.sentence import restore_sentence

# HEAD is not among them: heads and labels are changed together, with `Sentence.with_tree`.
COLUMNS = {
    "form": 1,
    "lemma": 2,
    "upos": 3,
    "xpos": 4,
    "feats": 5,
    "deprel": 7,
    "deps": 8,
    "misc": 9,
}
_EMPTY_NODE = re.compile(rb"^[0-9]+\.[^\n]*\n?", re.MULTILINE)


@cython.final
@cython.cclass
class Draft:
    """Sentences that get new values in columns, and new trees; they are written once, at the end.

    Words are counted through all sentences. Values stand in a text in UTF-8; two numbers of a word
    say where in it a value begins and ends, or are -1 where the value that is there stays. The
    caller vouches for values that can stand in a column, and for heads that are trees.
    """

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        sentence: Sentence
        self.sentences = list(sentences)
        self.buffers = []
        for sentence in self.sentences:
            self.words += sentence.n

    def put(
        self,
        names: Sequence[str],
        text: cython.const[cython.uchar][::1],
        spans: cython.const[cython.int][::1],
    ) -> None:
        """Put new values into some columns; the numbers of a word are those of all its values."""
        i: cython.Py_ssize_t
        for i in range(len(names)):
            if names[i] not in COLUMNS:
                raise ValueError(f"column {names[i]} cannot be replaced")
            self.put_values(COLUMNS[names[i]], text, spans, 2 * i, 2 * len(names))

    def put_tree(
        self,
        heads: cython.const[cython.int][::1],
        labels: cython.const[cython.int][::1],
        names: Sequence[bytes],
    ) -> None:
        """Put the heads of all words into HEAD, and the names of their labels into DEPREL."""
        i: cython.Py_ssize_t
        longest: cython.int = max(map(len, self.sentences), default=0)
        count: cython.int = len(names)
        texts = [*(b"%d" % number for number in range(longest + 1)), *names]
        ends: cython.int[::1] = array("i", accumulate(map(len, texts), initial=0))
        spans = array("i", bytes(16 * self.words))
        out: cython.int[::1] = spans
        if min(heads.shape[0], labels.shape[0]) < self.words:
            raise ValueError(f"there are too few heads and labels for {self.words} words")
        for i in range(self.words):
            if not 0 <= heads[i] <= longest or not 0 <= labels[i] < count:
                raise ValueError(f"there is no head {heads[i]}, or no label {labels[i]}")
            out[4 * i] = ends[heads[i]]
            out[4 * i + 1] = ends[heads[i] + 1]
            out[4 * i + 2] = ends[longest + 1 + labels[i]]
            out[4 * i + 3] = ends[longest + 2 + labels[i]]
        text = b"".join(texts)
        self.put_values(HEAD, text, spans, 0, 4)
        self.put_values(DEPREL, text, spans, 2, 4)
        self.heads = heads

    def leave_out_deps(self) -> None:
        """Leave out arcs in DEPS (a number, as CoNLL-X has there, stays) and empty nodes."""
        place: cython.Py_ssize_t = 0
        _: cython.Py_ssize_t
        sentence: Sentence
        text: cython.p_char
        at: cython.p_int
        spans = array("i", [-1]) * (2 * self.words)
        out: cython.int[::1] = spans
        self.sentences = [without_empty_nodes(sentence) for sentence in self.sentences]
        for sentence in self.sentences:
            text = sentence.chars
            at = sentence.bounds
            for _ in range(sentence.n):
                if memchr(text + at[DEPS], ord(":"), at[MISC] - 1 - at[DEPS]) != cython.NULL:
                    out[place] = 0
                    out[place + 1] = 1
                place += 2
                at += STRIDE
        self.put_values(DEPS, b"_", spans, 0, 2)

    def changes_any(self, names: Sequence[str]) -> bool:
        """Whether one of these columns has new values."""
        return any([self.values[COLUMNS[name]].spans != cython.NULL for name in names])  # noqa: C419

    def first_without(self, name: str) -> int | None:
        """The number of the first sentence none of whose words has a value, new or old."""
        i: cython.Py_ssize_t
        first: cython.Py_ssize_t = 0
        column: cython.int = COLUMNS[name]
        sentence: Sentence
        for i in range(len(self.sentences)):
            sentence = self.sentences[i]
            if not self.has_any(sentence, first, column):
                return i
            first += sentence.n
        return None

    def finished(self) -> list[Sentence]:
        """The sentences with their new values."""
        first: cython.Py_ssize_t = 0
        size: cython.Py_ssize_t
        old: Sentence
        new: Sentence
        raw: bytes
        result: list = []
        for old in self.sentences:
            size = len(old.raw) + self.growth(old, first)
            if size > INT_MAX:
                raise TreebankError(
                    "with these values the sentence would be longer than two gigabytes"
                )
            raw = PyBytes_FromStringAndSize(cython.NULL, size)
            new = Sentence.create(raw, old.n, old.source, old.line)
            self.fill(old, new, first)
            result.append(new)
            first += old.n
        return result

    def put_values(self, column, text, spans, first, step):
        """Note the new values of a column, having seen that they are all there."""
        i: cython.Py_ssize_t
        place: cython.Py_ssize_t
        if spans.shape[0] < step * self.words:
            raise ValueError(f"there are too few values for {self.words} words")
        if self.words == 0:
            return 0
        for i in range(self.words):
            place = first + i * step
            if spans[place] >= 0 and not spans[place] <= spans[place + 1] <= text.shape[0]:
                raise ValueError(
                    f"there is no value from {spans[place]} to {spans[place + 1]} in the text"
                )
        self.buffers += [text, spans]
        self.values[column].text = cython.address(text[0]) if text.shape[0] > 0 else cython.NULL
        self.values[column].spans = cython.address(spans[first])
        self.values[column].step = step
        self.changed_count = 0
        for i in range(STRIDE - 1):
            if self.values[i].spans != cython.NULL:
                self.changed[self.changed_count] = cython.cast(cython.int, i)
                self.changed_count += 1
        return 0

    def value(self, sentence, first, word, column, size):
        """The value of a word of a sentence whose first word is ``first``, new or old."""
        at: cython.p_int = sentence.bounds + word * STRIDE + column
        new: cython.pointer(Values) = cython.address(self.values[column])
        span: cython.pointer(cython.const[cython.int])
        if new.spans != cython.NULL:
            span = new.spans + (first + word) * new.step
            if span[0] >= 0:
                size[0] = span[1] - span[0]
                return cython.cast(cython.p_const_char, new.text) + span[0]
        size[0] = at[1] - 1 - at[0]
        return sentence.chars + at[0]

    def has_any(self, sentence, first, column):
        """Whether any word of a sentence has a value in a column, new or old."""
        word: cython.Py_ssize_t
        size: cython.int = 0
        value: cython.p_const_char
        for word in range(sentence.n):
            value = self.value(sentence, first, word, column, cython.address(size))
            if size != 1 or value[0] != ord("_"):
                return True
        return False

    def growth(self, sentence, first):
        """How many bytes longer a sentence becomes."""
        j: cython.Py_ssize_t
        _: cython.Py_ssize_t
        at: cython.p_int
        span: cython.pointer(cython.const[cython.int])
        total: cython.Py_ssize_t = 0
        for j in range(self.changed_count):
            at = sentence.bounds + self.changed[j]
            span = self.values[self.changed[j]].spans + first * self.values[self.changed[j]].step
            for _ in range(sentence.n):
                if span[0] >= 0:
                    total += span[1] - span[0] - (at[1] - 1 - at[0])
                span += self.values[self.changed[j]].step
                at += STRIDE
        return total

    def fill(self, old, new, first):
        """Copy everything but what changes, write that, and note where the columns now are."""
        word: cython.Py_ssize_t
        j: cython.Py_ssize_t
        c: cython.int
        column: cython.int
        done: cython.int = 0
        shift: cython.int = 0
        span: cython.pointer(cython.const[cython.int])
        source: cython.p_char = old.chars
        target: cython.p_char = new.chars
        before: cython.p_int = old.bounds
        after: cython.p_int = new.bounds
        for word in range(first, first + old.n):
            c = ID
            for j in range(self.changed_count):
                column = self.changed[j]
                span = self.values[column].spans + word * self.values[column].step
                while c <= column:
                    after[c] = before[c] + shift
                    c += 1
                if span[0] < 0:
                    continue
                if before[column] == done + 1:  # often it is only a tab
                    target[done + shift] = source[done]
                else:
                    memcpy(target + done + shift, source + done, before[column] - done)
                memcpy(
                    target + after[column], self.values[column].text + span[0], span[1] - span[0]
                )
                done = before[column + 1] - 1
                shift = after[column] + (span[1] - span[0]) - done
            while c < STRIDE:
                after[c] = before[c] + shift
                c += 1
            before += STRIDE
            after += STRIDE
        memcpy(target + done + shift, source + done, len(old.raw) - done)
        memcpy(new.tree, old.tree, (old.n + 1) * cython.sizeof(cython.int))
        if self.values[HEAD].spans != cython.NULL and old.n > 0:
            memcpy(
                new.tree + 1, cython.address(self.heads[first]), old.n * cython.sizeof(cython.int)
            )


def without_empty_nodes(sentence: Sentence) -> Sentence:
    """The sentence without the lines of its empty nodes; the same one if it has none."""
    if not _has_empty_nodes(sentence):
        return sentence
    raw: bytes = _EMPTY_NODE.sub(b"", sentence.raw)
    return restore_sentence(raw, sentence.source, sentence.line)


@cython.cfunc
@cython.exceptval(-1, check=False)
def _has_empty_nodes(sentence: Sentence) -> cython.int:
    """Whether there are lines of empty nodes; only what stands between words is looked at."""
    word: cython.Py_ssize_t
    end: cython.Py_ssize_t
    bounds: cython.p_int = sentence.bounds
    raw: bytes = sentence.raw
    if raw.startswith(b"0.") or raw.find(b"\n0.", 0, bounds[ID]) >= 0:
        return True
    for word in range(1, sentence.n + 1):
        end = bounds[STRIDE + ID] if word < sentence.n else len(raw)
        # A line feed may be left of the line of a word, and two of a blank line.
        if end - bounds[STRIDE - 1] > 3 and _EMPTY_NODE.search(raw, bounds[STRIDE - 1], end):
            return True
        bounds += STRIDE
    return False
