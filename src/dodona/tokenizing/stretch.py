"""A stretch of text, laid out for looking at it: lower case, classes, every run of spaces as one.

A stretch is a paragraph, or LONGEST characters of one that is longer.
"""

import cython
from cython.cimports.dodona.tokenizing.characters import SPACE, class_of, lower_of
from cython.cimports.libc.stdint import uint32_t
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy


@cython.cclass
class Stretch:
    """A text, and the stretch of it that is looked at. ``places`` leads back to the text.

    With ``sentence_a_line`` a line is a stretch. ``at_start`` says that the text is the beginning
    of a document, where a byte-order mark may stand.
    """

    def __init__(self) -> None:
        i: cython.Py_ssize_t
        self.at_start = True
        for i in range(PADDING):
            self.low_room[i] = ord(" ")
            self.kind_room[i] = SPACE
        self.view.low = cython.address(self.low_room[PADDING])
        self.view.kinds = cython.address(self.kind_room[PADDING])

    def __dealloc__(self):
        free(self.characters)

    def load(self, text):
        """Take another text to look at."""
        data: bytes = text.encode("utf-32-le")
        if len(text) > self.room:
            room: cython.p_void = realloc(self.characters, len(data))
            if room == cython.NULL:
                raise MemoryError()
            self.characters = cython.cast(cython.pointer(uint32_t), room)
            self.room = len(text)
        memcpy(self.characters, cython.cast(cython.p_char, data), len(data))
        self.size = len(text)
        return 0

    def prepare(self, at, final):
        """Lay out the stretch that begins at ``at`` for looking at it, and move ``at`` behind it.

        Every run of spaces becomes one space; one with two line ends closes a paragraph.
        """
        i: cython.Py_ssize_t = at[0]
        end: cython.Py_ssize_t
        size: cython.Py_ssize_t = 0
        lines: cython.int
        kind: cython.int
        while True:
            while i < self.size:
                kind = class_of(self.characters[i])
                if kind == SPACE:
                    break
                if size == LONGEST:
                    return self.laid_out(size, CUT)
                self.low_room[PADDING + size] = lower_of(self.characters[i])
                self.kind_room[PADDING + size] = kind
                self.places[size] = i
                size += 1
                i += 1
            end = i
            lines = 0
            while end < self.size and class_of(self.characters[end]) == SPACE:
                lines += self.line_ends(end)
                end += 1
            if end == self.size and not final:
                return WAIT
            if lines > 1 or end == self.size or (lines == 1 and self.sentence_a_line):
                at[0] = end
                return self.laid_out(size, CLOSED_PARAGRAPH if lines > 1 else CLOSED)
            if size == LONGEST:
                return self.laid_out(size, CUT)
            self.low_room[PADDING + size] = ord(" ")
            self.kind_room[PADDING + size] = SPACE
            self.places[size] = i
            size += 1
            i = end

    def laid_out(self, size, what):
        i: cython.Py_ssize_t
        self.view.size = size
        for i in range(size, size + PADDING):
            self.low_room[PADDING + i] = ord(" ")
            self.kind_room[PADDING + i] = SPACE
        return what

    def line_ends(self, at):
        """How many line ends a space stands for: a separator of paragraphs for two."""
        character: uint32_t = self.characters[at]
        if character == ord("\r"):
            return at + 1 == self.size or self.characters[at + 1] != ord("\n")
        return 2 if character == 0x2029 else character == ord("\n") or character == 0x2028
