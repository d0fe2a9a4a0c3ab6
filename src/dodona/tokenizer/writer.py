"""Sentences in CoNLL-U from tokens: their comments, and a line for each token and word."""

from collections.abc import Sequence

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.dodona.tokenizer.boundaries import INSIDE_SENTENCE, PARAGRAPH_END
from cython.cimports.dodona.tokenizer.characters import UNSTABLE
from cython.cimports.dodona.tokenizer.segmenter import Segmenter
from cython.cimports.dodona.treebank.sentence import STRIDE, Sentence
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.libc.stdint import uint32_t
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy

from dodona.errors import TreebankError
from dodona.tokenizer.splitting import SplitRule
from dodona.treebank.comments import document_comment


@cython.final
@cython.cclass
class Writer:
    """Writes the tokens that a segmenter found, text after text of one document.

    ``rules`` and ``ranges`` are those of `TokenLines`.
    """

    def __init__(
        self,
        rules: Sequence[SplitRule],
        *,
        source: str = "",
        document: str | None = None,
        first_number: int = 1,
        ranges: str | None = None,
    ) -> None:
        self.lines = TokenLines(rules, ranges)
        self.source = source
        self.document = f"{document_comment(document)}\n".encode()
        self.new_document = self.new_paragraph = True
        self.number = first_number

    def __dealloc__(self):
        free(self.sentences)

    def write(self, segmenter: Segmenter, done: int) -> list[Sentence]:
        """The sentences of the text that was fed last, of which ``done`` characters are used."""
        i: cython.Py_ssize_t
        found: cython.pointer(Written)
        sentence: Sentence
        raw: bytes
        end: cython.Py_ssize_t
        used: cython.Py_ssize_t = done
        lines: TokenLines = self.lines
        result: list = []
        lines.characters = segmenter.characters
        self.is_stable = segmenter.flags & UNSTABLE == 0
        lines.size = lines.row_count = self.sentence_count = 0
        with cython.nogil:
            self.fill(segmenter.tokens + segmenter.skipped, segmenter.count - segmenter.skipped)
            if self.sentence_count == 0:
                lines.pass_over(used)
        lines.done = max(0, lines.done - used)
        for i in range(self.sentence_count):
            found = self.sentences + i
            end = self.sentences[i + 1].start if i + 1 < self.sentence_count else lines.size
            if end - found.start >= INT_MAX:
                raise TreebankError("the spaces after a word are too many", self.source, found.line)
            raw = PyBytes_FromStringAndSize(lines.output + found.start, end - found.start)
            sentence = Sentence.create(raw, found.words, self.source, found.line)
            memcpy(
                sentence.bounds,
                lines.rows + found.row,
                found.words * STRIDE * cython.sizeof(cython.int),
            )
            _clear_tree(sentence)
            result.append(sentence)
        return result

    def fill(self, tokens, count):
        """Write all sentences, one after the other, and note where they begin."""
        first: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        following: cython.Py_ssize_t
        words: cython.int = 0
        for i in range(count):
            if i == first:
                words = 0
                self.begin(tokens[i].start)
                self.comments(tokens + first, count - first)
            following = tokens[i].until if tokens[i].until else tokens[i + 1].start
            words = self.lines.token(tokens + i, following, words)
            if tokens[i].ends != INSIDE_SENTENCE:
                self.lines.put("\n", 1)
                self.sentences[self.sentence_count - 1].words = words
                self.new_paragraph = tokens[i].ends == PARAGRAPH_END
                first = i + 1
        return 0

    def begin(self, start):
        """Pass over the spaces before a sentence; if a line ends in them, a paragraph begins."""
        i: cython.Py_ssize_t
        c: uint32_t
        self.lines.spaces_before = start - self.lines.done
        for i in range(self.lines.done, start):
            c = self.lines.characters[i]
            if c == ord("\n") or c == ord("\r") or c == 0x2028 or c == 0x2029:
                self.new_paragraph = True
        self.lines.pass_over(start)

    def comments(self, tokens, count):
        """Begin a sentence: note it, and write its comments."""
        i: cython.Py_ssize_t = 0
        room: cython.Py_ssize_t
        start: cython.Py_ssize_t
        if self.sentence_count == self.sentence_room:
            room = 2 * self.sentence_room + 64
            sentences: cython.p_void = realloc(self.sentences, room * cython.sizeof(Written))
            if sentences == cython.NULL:
                with cython.gil:
                    raise MemoryError()
            self.sentences = cython.cast(cython.pointer(Written), sentences)
            self.sentence_room = room
        self.lines.reserve(200)
        self.lines.sentence_start = self.lines.size
        self.sentences[self.sentence_count].start = self.lines.size
        self.sentences[self.sentence_count].row = self.lines.row_count
        self.sentences[self.sentence_count].line = self.lines.line
        self.sentence_count += 1
        if self.new_document:
            self.lines.reserve(self.document.shape[0] + 200)
            self.lines.put(
                cython.cast(cython.p_char, cython.address(self.document[0])),
                self.document.shape[0],
            )
        if self.new_paragraph:
            self.lines.put("# newpar\n", 9)
        self.new_document = self.new_paragraph = False
        self.lines.put("# sent_id = ", 12)
        self.lines.put_number(self.number)
        self.number += 1
        self.lines.put("\n# text = ", 10)
        start = self.lines.size
        while True:
            self.lines.reserve(4 * (tokens[i].end - tokens[i].start) + 8)
            self.lines.put_characters(tokens[i].start, tokens[i].end)
            if tokens[i].ends != INSIDE_SENTENCE or i + 1 == count:
                break
            if tokens[i + 1].start > tokens[i].end:
                self.lines.put(" ", 1)
            i += 1
        self.lines.is_normal = self.is_stable or not self.lines.normalise(start)
        self.lines.put("\n", 1)
        return 0


@cython.cfunc
def _clear_tree(sentence: Sentence) -> cython.void:
    """A sentence without heads."""
    i: cython.Py_ssize_t
    for i in range(sentence.n + 1):
        sentence.tree[i] = -1
