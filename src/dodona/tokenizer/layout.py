"""A stretch of text, laid out for looking at it: lower case, classes, every run of spaces as one.

A stretch is a paragraph, or LONGEST characters of one that is longer. A space that holds the end
of a line before an item of a list is laid out as a line end.
"""

import cython
from cython.cimports.dodona.tokenizer.characters import (
    BULLET,
    CLASSES,
    IN_UNIT,
    SPACE,
    class_and_flags,
    class_of,
    lower_of,
)
from cython.cimports.dodona.tokenizer.units import mark_units
from cython.cimports.libc.stdint import uint32_t
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memcpy


@cython.cclass
class Layout:
    """A text, and a stretch of it that is laid out. ``places`` leads back to the text.

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
        if data:  # there may be no room yet
            memcpy(self.characters, cython.cast(cython.p_char, data), len(data))
        self.size = len(text)
        self.flags = 0
        return 0

    def prepare(self, at, final):
        """Lay out the stretch that begins at ``at`` for looking at it, and move ``at`` behind it.

        Every run of spaces becomes one space; one with two line ends closes a paragraph. If a
        sentence is a line, it is closed by the end of its line, and spaces that follow are not its.
        """
        i: cython.Py_ssize_t = at[0]
        end: cython.Py_ssize_t
        size: cython.Py_ssize_t = 0
        lines: cython.int
        kind: cython.int
        flags: cython.int = 0
        while True:
            while i < self.size:
                kind = class_and_flags(self.characters[i])
                if kind == SPACE:
                    break
                if size == LONGEST:
                    return self.laid_out(size, flags, CUT)
                self.low_room[PADDING + size] = lower_of(self.characters[i])
                self.kind_room[PADDING + size] = kind & (CLASSES - 1)
                flags |= kind
                self.places[size] = i
                size += 1
                i += 1
            end = i
            lines = 0
            while end < self.size and class_of(self.characters[end]) == SPACE:
                if lines > 0 and self.sentence_a_line:
                    break
                lines += self.line_ends(end)
                end += 1
            if end == self.size and not final and not self.is_whole_line(lines):
                return self.laid_out(size, flags, WAIT)
            if lines > 1 or end == self.size or (lines == 1 and self.sentence_a_line):
                at[0] = end
                return self.laid_out(size, flags, CLOSED_PARAGRAPH if lines > 1 else CLOSED)
            if size == LONGEST:
                return self.laid_out(size, flags, CUT)
            self.low_room[PADDING + size] = (
                ord("\n") if lines == 1 and self.begins_item(end) else ord(" ")
            )
            self.kind_room[PADDING + size] = SPACE
            self.places[size] = i
            size += 1
            i = end

    def laid_out(self, size, flags, what):
        """End the view, and mark the units in it; ``flags`` are those of all its characters."""
        i: cython.Py_ssize_t
        self.view.size = size
        self.flags |= flags
        for i in range(size, size + PADDING):
            self.low_room[PADDING + i] = ord(" ")
            self.kind_room[PADDING + i] = SPACE
        if flags & IN_UNIT:
            mark_units(
                cython.address(self.low_room[PADDING]),
                cython.address(self.kind_room[PADDING]),
                size,
            )
        return what

    def is_whole_line(self, lines):
        """Whether the text ends with the line end of a sentence; after CR there may come an LF."""
        return self.sentence_a_line and lines > 0 and self.characters[self.size - 1] != ord("\r")

    def line_ends(self, at):
        """How many line ends a space stands for: a separator of paragraphs for two."""
        character: uint32_t = self.characters[at]
        if character == ord("\r"):
            return at + 1 == self.size or self.characters[at + 1] != ord("\n")
        return 2 if character == 0x2029 else character == ord("\n") or character == 0x2028

    def begins_item(self, at):
        """Whether what begins a line at ``at`` is an item of a list: a bullet stands there.

        What may also be a dash or the sign of a number is one only before a space.
        """
        character: uint32_t = self.characters[at]
        if class_and_flags(character) & BULLET == 0:
            return False
        return (
            (character >= 0x80 and character != ord("–") and character != ord("—"))
            or at + 1 == self.size
            or class_of(self.characters[at + 1]) == SPACE
        )
