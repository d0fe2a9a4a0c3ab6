"""The lines of tokens and their words in CoNLL-U, such that the text can be put together again.

The spaces after a token are one space, or none (`SpaceAfter=No`), or what `SpacesAfter` says; a
text that begins with spaces has `SpacesBefore` at its first token. Where FORM cannot be what the
text has, `TextForm` says what that is. `forms` tells how these values are written. `TokenRange`
says where a token stands in the text.
"""

from array import array
from collections.abc import Sequence
from itertools import accumulate

import cython
from cython.cimports.dodona.tokenizer.characters import LOWER, UPPER, class_of
from cython.cimports.dodona.treebank.sentence import COLUMNS, FORM, LEMMA, STRIDE
from cython.cimports.libc.stdint import uint32_t
from cython.cimports.libc.stdlib import free, realloc

from dodona.tokenizer.splitting import SplitRule

_CHARACTERS = cython.declare(cython.int, 1)
_PLAIN = cython.declare(cython.int, 0)
_CAPITAL = cython.declare(cython.int, 1)
_UPPER = cython.declare(cython.int, 2)


@cython.final
@cython.cclass
class TokenLines(Output):
    """Writes one token after the other, and notes in ``rows`` where the columns of words lie.

    ``rules`` are those of `splitting`. ``ranges`` is None, or says what `TokenRange` counts:
    ``"characters"`` or ``"bytes"``.
    """

    def __init__(self, rules: Sequence[SplitRule], ranges: str | None) -> None:
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
        self.ranges = [None, "characters", "bytes"].index(ranges)
        self.line = 1

    def __dealloc__(self):
        free(self.rows)

    def token(self, token, following, words):
        """Write a token and its words; returns how many words the sentence now has."""
        first: cython.int = self.rule_starts[token.rule - 1] if token.rule > 0 else 0
        last: cython.int = self.rule_starts[token.rule] if token.rule > 0 else 0
        size: cython.int = token.end - token.start
        i: cython.int
        row: cython.Py_ssize_t
        start: cython.Py_ssize_t
        changed: cython.bint
        self.reserve(4 * size + 100)
        self.reserve_row()
        row = self.row(words + 1, words + last - first)
        start = self.size
        self.put_characters(token.start, token.end)
        changed = not self.is_normal and self.normalise(start)
        self.end_form(row)
        self.misc(token, following, changed)
        if last == first:
            self.rows[row + COLUMNS] = self.offset()
            self.row_count += STRIDE
            return words + 1
        for i in range(first, last):
            self.reserve(4 * size + self.letter_starts[3 * i + 3] - self.letter_starts[3 * i] + 100)
            self.reserve_row()
            words += 1
            row = self.row(words, 0)
            start = self.size
            self.piece(token, i, size)
            if not self.is_normal:
                self.normalise(start)
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

    def misc(self, token, following, changed):
        """Write the last column of a token, and move on behind its spaces.

        ``changed`` says that its form is not what the text has.
        """
        start: cython.Py_ssize_t = self.size
        offset: cython.Py_ssize_t
        self.reserve(6 * (following - token.end + self.spaces_before) + 200)
        if following == token.end:
            self.put("SpaceAfter=No|", 14)
        elif following > token.end + 1 or self.characters[token.end] != ord(" "):
            self.put("SpacesAfter=", 12)
            self.put_spaces(self.characters + token.end, following - token.end)
        if self.spaces_before:
            self.put("SpacesBefore=", 13)
            self.put_spaces(self.characters + token.start - self.spaces_before, self.spaces_before)
            self.spaces_before = 0
        if changed:
            self.put_text_form(self.characters + token.start, token.end - token.start)
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
        return 0

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
        return self.size - self.sentence_start

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
