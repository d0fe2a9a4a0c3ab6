"""The lines of a treebank's data: where they end, what stands there, and how that is named."""

import cython
from cython.cimports.libc.string import memchr

from dodona.errors import TreebankError
from dodona.treebank.comments import comment_value
from dodona.treebank.utf8 import find_bad_byte


@cython.cclass
class Lines:
    """``data``, which begins in line ``line`` of ``source``, and a sentence that is looked at.

    The sentence's part of the data begins at ``start``, its first line that is not blank at
    ``first``, and that is line ``start_line`` of the source.
    """

    def __init__(self, data: bytes, source: str, line: int) -> None:
        self.data = data
        self.text = data
        self.size = len(data)
        self.source = source
        self.line = line

    def line_end(self, at):
        """Where the line that begins at ``at`` ends: at its line feed, or at the end of data."""
        found: cython.p_char = cython.cast(
            cython.p_char, memchr(self.text + at, ord("\n"), self.size - at)
        )
        return self.size if found == cython.NULL else found - self.text

    def is_blank(self, at, end):
        return at == end or (end == at + 1 and self.text[at] == ord("\r"))

    def skip_blank_lines(self, at):
        end: cython.Py_ssize_t
        while at < self.size:
            end = self.line_end(at)
            if not self.is_blank(at, end):
                break
            self.line += 1
            at = min(end + 1, self.size)
        return at

    def sentence_end(self):
        """Where the sentence at hand ends: before its blank line, or at the end of data."""
        at: cython.Py_ssize_t = self.first
        end: cython.Py_ssize_t
        while at < self.size:
            end = self.line_end(at)
            if self.is_blank(at, end):
                return at
            at = end + 1
        return self.size

    def number(self, at, end):
        """The whole number between two places, or -1 if there is none."""
        value: cython.int = 0
        if at >= end or end - at > 9 or (self.text[at] == ord("0") and end - at > 1):
            return -1
        while at < end:
            if not ord("0") <= self.text[at] <= ord("9"):
                return -1
            value = value * 10 + (self.text[at] - ord("0"))
            at += 1
        return value

    def shown(self, at, end):
        text = self.data[at:end].decode(errors="replace")
        return repr(text if len(text) <= 40 else text[:40] + "...")

    def check_bytes(self):
        """See to it that the sentence is UTF-8, before anything else is said about it."""
        place: cython.Py_ssize_t = find_bad_byte(self.data, self.first, self.sentence_end())
        if place < 0:
            return 0
        raise self.error(
            f"byte {self.data[place]:#04x} is not UTF-8; save the file as UTF-8",
            self.start_line + self.data.count(b"\n", self.first, place),
        )

    def error(self, message, line):
        """An error for the sentence at hand, named by its id if it has one."""
        sent_id = self.sent_id()
        return TreebankError(message, self.source, line, f"sentence {sent_id}" if sent_id else "")

    def sent_id(self):
        """The id of the sentence at hand, or None; only comments that may have it are decoded."""
        comments_end: cython.Py_ssize_t = self.first
        at: cython.Py_ssize_t = self.first
        end: cython.Py_ssize_t
        while comments_end < self.size and self.text[comments_end] == ord("#"):
            comments_end = min(self.line_end(comments_end) + 1, self.size)
        while (at := self.data.find(b"sent_id", at, comments_end)) >= 0:
            start: cython.Py_ssize_t = self.data.rfind(b"\n", self.first, at) + 1
            end = self.line_end(at)
            line = self.data[max(start, self.first) : end].decode(errors="replace")
            value = comment_value([line], "sent_id")
            if value is not None:
                return value
            at = end
        return None
