r"""Sentences in CoNLL-U from tokens, such that the text can be put together again exactly.

The spaces after a token are one space, or none (`SpaceAfter=No`), or what `SpacesAfter` says; a
text that begins with spaces has `SpacesBefore` at its first token. In both values `\s \t \n \r`
stand for a space, a tab and line ends. `TokenRange` says where a token stands in the text.
"""

from array import array
from collections.abc import Sequence
from itertools import accumulate

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize
from cython.cimports.dodona.tokenizing.characters import LOWER, UPPER, class_of
from cython.cimports.dodona.tokenizing.segmenter import (
    INSIDE_SENTENCE,
    PARAGRAPH_END,
    Segmenter,
)
from cython.cimports.dodona.treebank.sentence import (
    COLUMNS,
    FORM,
    LEMMA,
    STRIDE,
    Sentence,
)
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.libc.stdint import uint32_t
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy

from dodona.errors import TreebankError

_CHARACTERS = cython.declare(cython.int, 1)
_PLAIN = cython.declare(cython.int, 0)
_CAPITAL = cython.declare(cython.int, 1)
_UPPER = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class Writer(Output):
    """Writes the tokens that a segmenter found, text after text of one document.

    ``rules`` are those of `splitting`. ``ranges`` is None, or says what `TokenRange` counts:
    ``"characters"`` or ``"bytes"``.
    """

    def __init__(
        self,
        rules: Sequence,
        *,
        source: str = "",
        document: str | None = None,
        first_number: int = 1,
        ranges: str | None = None,
    ) -> None:
        pieces = [piece for rule in rules for piece in rule]
        forms = [
            form.encode()
            for _, _, letters in pieces
            for form in (letters, letters[:1].upper() + letters[1:], letters.upper())
        ]
        self.rule_starts = _starts([len(rule) for rule in rules])
        self.piece_starts = array("i", [start for start, _, _ in pieces] or [0])
        self.piece_ends = array("i", [end for _, end, _ in pieces] or [0])
        self.letter_starts = _starts([len(form) for form in forms])
        self.letters = b"".join(forms) + b"\0"
        self.source = source
        self.document = b"# newdoc\n"
        if document is not None:
            self.document = f"# newdoc id = {' '.join(document.split())}\n".encode()
        self.ranges = [None, "characters", "bytes"].index(ranges)
        self.new_document = self.new_paragraph = True
        self.number = first_number
        self.line = 1

    def __dealloc__(self):
        free(self.rows)
        free(self.sentences)

    def write(self, segmenter: Segmenter, done: int) -> list:
        """The sentences of the text that was fed last, of which ``done`` characters are used."""
        i: cython.Py_ssize_t
        found: cython.pointer(Written)
        sentence: Sentence
        raw: bytes
        end: cython.Py_ssize_t
        result: list = []
        self.characters = segmenter.characters
        self.done = self.spaces_before = 0
        self.end = done
        self.size = self.row_count = self.sentence_count = 0
        with cython.nogil:
            self.fill(segmenter.tokens, segmenter.count)
        for i in range(self.sentence_count):
            found = self.sentences + i
            end = self.sentences[i + 1].start if i + 1 < self.sentence_count else self.size
            if end - found.start >= INT_MAX:
                raise TreebankError("the spaces after a word are too many", self.source, found.line)
            raw = PyBytes_FromStringAndSize(self.output + found.start, end - found.start)
            sentence = Sentence.create(raw, found.words, self.source, found.line)
            memcpy(
                sentence.bounds,
                self.rows + found.row,
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
        if count == 0:
            return 0
        self.spaces_before = tokens[0].start if self.new_document else 0
        self.pass_over(tokens[0].start)
        for i in range(count):
            if i == first:
                words = 0
                self.comments(tokens + first, count - first)
            following = tokens[i + 1].start if i + 1 < count else self.end
            words = self.token(tokens + i, following, words)
            if tokens[i].ends != INSIDE_SENTENCE:
                self.put("\n", 1)
                self.sentences[self.sentence_count - 1].words = words
                self.new_paragraph = tokens[i].ends == PARAGRAPH_END
                first = i + 1
        return 0

    def comments(self, tokens, count):
        """Begin a sentence: note it, and write its comments."""
        i: cython.Py_ssize_t = 0
        room: cython.Py_ssize_t
        if self.sentence_count == self.sentence_room:
            room = 2 * self.sentence_room + 64
            sentences: cython.p_void = realloc(self.sentences, room * cython.sizeof(Written))
            if sentences == cython.NULL:
                with cython.gil:
                    raise MemoryError()
            self.sentences = cython.cast(cython.pointer(Written), sentences)
            self.sentence_room = room
        self.reserve(200)
        self.sentences[self.sentence_count].start = self.size
        self.sentences[self.sentence_count].row = self.row_count
        self.sentences[self.sentence_count].line = self.line
        self.sentence_count += 1
        if self.new_document:
            self.reserve(self.document.shape[0] + 200)
            self.put(
                cython.cast(cython.p_char, cython.address(self.document[0])),
                self.document.shape[0],
            )
        if self.new_paragraph:
            self.put("# newpar\n", 9)
        self.new_document = self.new_paragraph = False
        self.put("# sent_id = ", 12)
        self.put_number(self.number)
        self.number += 1
        self.put("\n# text = ", 10)
        while True:
            self.reserve(4 * (tokens[i].end - tokens[i].start) + 8)
            self.put_characters(tokens[i].start, tokens[i].end)
            if tokens[i].ends != INSIDE_SENTENCE or i + 1 == count:
                break
            if tokens[i + 1].start > tokens[i].end:
                self.put(" ", 1)
            i += 1
        self.put("\n", 1)
        return 0

    def token(self, token, following, words):
        """Write a token and its words; returns how many words the sentence now has."""
        first: cython.int = self.rule_starts[token.rule - 1] if token.rule > 0 else 0
        last: cython.int = self.rule_starts[token.rule] if token.rule > 0 else 0
        size: cython.int = token.end - token.start
        i: cython.int
        row: cython.Py_ssize_t
        self.reserve(4 * (size + following - token.end + self.spaces_before) + 300)
        self.reserve_row()
        row = self.row(words + 1, words + last - first)
        self.put_characters(token.start, token.end)
        self.end_form(row)
        self.misc(token, following)
        if last == first:
            self.rows[row + COLUMNS] = self.offset()
            self.row_count += STRIDE
            return words + 1
        for i in range(first, last):
            self.reserve(4 * size + self.letter_starts[3 * i + 3] - self.letter_starts[3 * i] + 100)
            self.reserve_row()
            words += 1
            row = self.row(words, 0)
            self.piece(token, i, size)
            self.end_form(row)
            self.put("_\n", 2)
            self.rows[row + COLUMNS] = self.offset()
            self.row_count += STRIDE
        return words

    def row(self, first, last):
        """Write the id of a word, or of a token with words up to ``last``; returns its row."""
        row: cython.Py_ssize_t = self.row_count
        self.rows[row] = self.offset()
        self.put_number(first)
        if last > first:
            self.put("-", 1)
            self.put_number(last)
        self.put("\t", 1)
        self.rows[row + FORM] = self.offset()
        return row

    def end_form(self, row):
        """Write the columns between FORM and MISC, which are empty."""
        i: cython.int
        self.put("\t_\t_\t_\t_\t_\t_\t_\t", 15)
        for i in range(LEMMA, COLUMNS):
            self.rows[row + i] = self.offset() - 2 * (COLUMNS - 1 - i)

    def misc(self, token, following):
        """Write the last column of a token, and move on behind its spaces."""
        start: cython.Py_ssize_t = self.size
        offset: cython.Py_ssize_t
        if following == token.end:
            self.put("SpaceAfter=No|", 14)
        elif following > token.end + 1 or self.characters[token.end] != ord(" "):
            self.put("SpacesAfter=", 12)
            self.put_spaces(token.end, following)
        if self.spaces_before:
            self.put("SpacesBefore=", 13)
            self.put_spaces(0, self.spaces_before)
            self.spaces_before = 0
        if self.ranges:
            self.put("TokenRange=", 11)
            offset = self.character_offset if self.ranges == _CHARACTERS else self.byte_offset
            self.put_number(offset)
            self.put(":", 1)
            self.pass_over(token.end)
            offset = self.character_offset if self.ranges == _CHARACTERS else self.byte_offset
            self.put_number(offset)
            self.put("|", 1)
        self.pass_over(following)
        if self.size == start:
            self.put("_|", 2)
        self.output[self.size - 1] = ord("\n")

    def piece(self, token, piece, size):
        """Write a word of a multiword token."""
        start: cython.int = self.piece_starts[piece]
        end: cython.int = size - self.piece_ends[piece]
        form: cython.int = _PLAIN
        start = 0 if start < 0 else size - start
        self.put_characters(token.start + start, token.start + end)
        if self.letter_starts[3 * piece] == self.letter_starts[3 * piece + 1]:
            return
        if size > 1 and self.all_upper(token):
            form = _UPPER
        elif self.piece_starts[piece] < 0 and end == 0:
            form = _CAPITAL if class_of(self.characters[token.start]) == UPPER else _PLAIN
        start = self.letter_starts[3 * piece + form]
        end = self.letter_starts[3 * piece + form + 1]
        self.put(cython.cast(cython.p_char, cython.address(self.letters[start])), end - start)

    def all_upper(self, token):
        i: cython.Py_ssize_t
        kind: cython.int
        seen: cython.bint = False
        for i in range(token.start, token.end):
            kind = class_of(self.characters[i])
            if kind == LOWER:
                return False
            seen = seen or kind == UPPER
        return seen

    def offset(self):
        """How far the sentence at hand is written."""
        return self.size - self.sentences[self.sentence_count - 1].start

    def reserve_row(self):
        room: cython.Py_ssize_t
        if self.row_count + STRIDE > self.row_room:
            room = 2 * self.row_room + 64 * STRIDE
            rows: cython.p_void = realloc(self.rows, room * cython.sizeof(cython.int))
            if rows == cython.NULL:
                with cython.gil:
                    raise MemoryError()
            self.rows = cython.cast(cython.p_int, rows)
            self.row_room = room
        return 0

    def put_characters(self, start, end):
        self.put_utf8(self.characters + start, end - start)

    def put_spaces(self, start, end):
        """Write spaces as a value of MISC, and the sign that parts it from the next."""
        i: cython.Py_ssize_t
        c: uint32_t
        for i in range(start, end):
            c = self.characters[i]
            if c == ord(" "):
                self.put("\\s", 2)
            elif c == ord("\t"):
                self.put("\\t", 2)
            elif c == ord("\n"):
                self.put("\\n", 2)
            elif c == ord("\r"):
                self.put("\\r", 2)
            else:
                self.put_characters(i, i + 1)
        self.put("|", 1)

    def pass_over(self, end):
        """Count characters, bytes and lines up to a place in the text."""
        c: uint32_t
        while self.done < end:
            c = self.characters[self.done]
            self.character_offset += 1
            self.byte_offset += 1 + (c >= 0x80) + (c >= 0x800) + (c >= 0x10000)
            self.line += c == ord("\n")
            self.done += 1


def _starts(sizes: list) -> array:
    """Where each of some stretches begins, and where the last one ends."""
    return array("i", [0, *accumulate(sizes)])


@cython.cfunc
def _clear_tree(sentence: Sentence) -> cython.void:
    """A sentence without heads."""
    i: cython.Py_ssize_t
    for i in range(sentence.n + 1):
        sentence.tree[i] = -1
