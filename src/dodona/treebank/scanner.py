"""Takes a stretch of a treebank file apart into sentences, and says what is wrong with it.

The rules are those of CoNLL-U, of which CoNLL-X is the part without comments, multiword tokens and
empty nodes. HEAD is either `_` for all words of a sentence or a tree; or, if asked for ``partial``
ones, `_` for some words and part of a tree.
"""

import cython
from cython.cimports.libc.limits import INT_MAX
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memchr, memcpy

from dodona.errors import ArgumentError, TreebankError
from dodona.treebank.sentence import Sentence
from dodona.wording import counted

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@cython.final
@cython.cclass
class Scanner(Lines):
    """Reads ``data``, which begins in line ``line`` of ``source``, sentence by sentence.

    ``data`` should end where a sentence does. ``check_utf8`` is for data that is known to hold
    bytes that are not UTF-8, to find the sentence they are in. After an error the scanner still
    stands at the beginning of the bad sentence, and `skip` goes on to the next one.
    """

    def __init__(
        self,
        data: bytes,
        source: str = "",
        line: int = 1,
        check_utf8: bool = False,
        partial: bool = False,
    ) -> None:
        Lines.__init__(self, data, source, line)
        self.check_utf8 = check_utf8
        self.partial = partial

    def __dealloc__(self):
        free(self.bounds)
        free(self.heads)

    def at_end(self) -> bool:
        """Whether nothing is left to read."""
        return self.start == self.size

    def scan(self) -> Sentence | None:
        """The next sentence, or None at the end. Raises `TreebankError` for a bad one."""
        at: cython.Py_ssize_t
        end: cython.Py_ssize_t
        self.words = self.range_end = self.empty_nodes = 0
        at = self.skip_blank_lines(self.start)
        if self.data.startswith(_BYTE_ORDER_MARK, at):
            self.saw_byte_order_mark = True
            at = self.skip_blank_lines(at + len(_BYTE_ORDER_MARK))
        if at == self.size:
            self.start = at
            return None
        self.first = at
        self.start_line = self.line
        if self.check_utf8:
            self.check_bytes()
        while at < self.size:
            end = self.line_end(at)
            if self.is_blank(at, end):
                break
            self.read_line(at, end)
            self.line += 1
            at = end + 1
        else:
            self.saw_open_end = True
            at = self.size
        return self.finish(self.skip_blank_lines(at))

    def skip(self) -> None:
        """Pass over the sentence that `scan` could not read."""
        end: cython.Py_ssize_t = self.sentence_end()
        self.line = self.start_line + self.data.count(b"\n", self.first, end)
        self.start = self.skip_blank_lines(end)

    def make_room(self):
        """See to it that there is room for another word."""
        room: cython.Py_ssize_t = 64 if self.room == 0 else 2 * self.room
        if self.words + 1 < self.room:
            return 0
        bounds: cython.p_void = realloc(self.bounds, room * STRIDE * cython.sizeof(cython.int))
        if bounds == cython.NULL:
            raise MemoryError()
        self.bounds = cython.cast(cython.p_int, bounds)
        heads: cython.p_void = realloc(self.heads, 2 * room * cython.sizeof(cython.int))
        if heads == cython.NULL:
            raise MemoryError()
        self.heads = cython.cast(cython.p_int, heads)
        self.room = room
        return 0

    def read_line(self, at, end):
        """Read a comment, a word, the line of a multiword token or an empty node."""
        row: cython.p_int
        found: cython.p_char
        column: cython.int = 1
        place: cython.Py_ssize_t = at
        if end > at and self.text[end - 1] == ord("\r"):
            self.saw_carriage_return = True
            end -= 1
        if self.text[at] == ord("#"):
            if self.words > 0 or self.empty_nodes > 0 or self.range_end > 0:
                raise self.error("a comment stands between the words of a sentence", self.line)
            return 0
        if end - self.start >= INT_MAX:
            raise self.error("the sentence is longer than two gigabytes", self.line)
        self.make_room()
        row = self.bounds + self.words * STRIDE
        row[0] = at - self.start
        while True:
            found = cython.cast(cython.p_char, memchr(self.text + place, ord("\t"), end - place))
            if found == cython.NULL:
                break
            if found - self.text == place:
                raise self.error(f"column {column} is empty; write _ for no value", self.line)
            place = found - self.text + 1
            if column < STRIDE:
                row[column] = place - self.start
            column += 1
        if column != COLUMNS:
            raise self.error(
                f"the line has {counted(column, 'column')}, not {COLUMNS}; they are separated by "
                "tabs",
                self.line,
            )
        if place == end:
            raise self.error(f"column {COLUMNS} is empty; write _ for no value", self.line)
        row[COLUMNS] = end + 1 - self.start
        return self.read_word(row)

    def read_word(self, row):
        at: cython.Py_ssize_t = self.start + row[ID]
        end: cython.Py_ssize_t = self.start + row[FORM] - 1
        place: cython.Py_ssize_t = at
        while place < end and ord("0") <= self.text[place] <= ord("9"):
            place += 1
        if place < end and place > at and self.text[place] == ord("-"):
            return self.read_range(at, place, end)
        if place < end and place > at and self.text[place] == ord("."):
            return self.read_empty_node(at, place, end)
        if self.number(at, end) != self.words + 1:
            raise self.error(
                f"the id {self.shown(at, end)} stands where {self.words + 1} is due", self.line
            )
        self.words += 1
        self.empty_nodes = 0
        at = self.start + row[HEAD]
        end = self.start + row[DEPREL] - 1
        self.heads[self.words] = self.number(at, end)
        if self.heads[self.words] < 0 and (end != at + 1 or self.text[at] != ord("_")):
            raise self.error(
                f"the head {self.shown(at, end)} is neither a whole number nor _", self.line
            )
        return 0

    def read_range(self, at, dash, end):
        """The line of a multiword token, such as 3-4: just before its first word."""
        first: cython.int = self.number(at, dash)
        last: cython.int = self.number(dash + 1, end)
        if first != self.words + 1 or last < first or first <= self.range_end:
            raise self.error(
                f"the multiword token {self.shown(at, end)} is no range from word "
                f"{self.words + 1} on, or overlaps the one before it",
                self.line,
            )
        self.range_end = last
        self.range_line = self.line
        return 0

    def read_empty_node(self, at, dot, end):
        """The line of an empty node, such as 3.1: after word 3, counted from 1."""
        word: cython.int = self.number(at, dot)
        self.empty_nodes += 1
        if word != self.words or self.number(dot + 1, end) != self.empty_nodes:
            raise self.error(
                f"the empty node {self.shown(at, end)} stands where "
                f"{self.words}.{self.empty_nodes} is due",
                self.line,
            )
        return 0

    def check(self):
        """What can only be said of the sentence as a whole: its words and which have heads."""
        word: cython.int
        headless: cython.int = 0
        unparsed: cython.int = 0
        if self.words == 0:
            raise self.error("the sentence has no words", self.start_line)
        if self.range_end > self.words:
            raise self.error(
                f"a multiword token ends at word {self.range_end}, but there are only {self.words}",
                self.range_line,
            )
        for word in range(self.words, 0, -1):
            if self.heads[word] < 0:
                unparsed += 1
                headless = word
        if 0 < unparsed < self.words and not self.partial:
            raise self.error(
                f"there is no head for {unparsed} of {self.words} words; give all of them one, or "
                "none",
                self.line_of(headless),
            )
        return 0

    def check_tree(self):
        """Heads in range, and none that leads back to itself: each word is followed once."""
        word: cython.int
        at: cython.int
        seen_from: cython.p_int = self.heads + self.room
        for word in range(1, self.words + 1):
            if self.heads[word] > self.words:
                raise self.error(
                    f"the head of word {word} is {self.heads[word]}, but the sentence has "
                    f"{counted(self.words, 'word')}",
                    self.line_of(word),
                )
            seen_from[word] = 0
        for word in range(1, self.words + 1):
            at = word
            while at > 0 and seen_from[at] == 0:
                seen_from[at] = word
                at = self.heads[at]
            if at > 0 and seen_from[at] == word:
                raise self.error(f"the heads have a cycle through word {at}", self.line_of(at))
        return 0

    def finish(self, end):
        """The sentence that was read, checked, and the scanner moved on behind it."""
        sentence: Sentence
        self.check()
        raw: bytes = self.data[self.start : end]
        self.heads[0] = -1
        self.check_tree()
        sentence = Sentence.create(raw, self.words, self.source, self.start_line)
        memcpy(sentence.bounds, self.bounds, self.words * STRIDE * cython.sizeof(cython.int))
        memcpy(sentence.tree, self.heads, (self.words + 1) * cython.sizeof(cython.int))
        self.start = end
        return sentence

    def line_of(self, word):
        """The number of the line that a word stands in."""
        return self.start_line + self.data.count(
            b"\n", self.first, self.start + self.bounds[(word - 1) * STRIDE]
        )


def scan_one(text: str | bytes, partial: bool = False) -> Sentence:
    """The one sentence that ``text`` holds."""
    if not isinstance(text, str | bytes):
        raise ArgumentError(f"a sentence is read from text, not from {type(text).__name__}")
    try:
        data = text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError as error:
        raise TreebankError(
            f"character {error.start} of the text is half of a surrogate pair, which is no Unicode"
        ) from None
    scanner: Scanner = Scanner(data, check_utf8=True, partial=partial)
    sentence = scanner.scan()
    if sentence is None or not scanner.at_end():
        raise TreebankError("the text does not hold exactly one sentence")
    return sentence
