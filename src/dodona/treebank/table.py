"""Sentences as a table: a packed column for each column of their words."""

from array import array
from collections.abc import Iterable
from math import isfinite

import cython
from cython.cimports.dodona.treebank.packed import Numbers, Texts
from cython.cimports.dodona.treebank.sentence import (
    DEPREL,
    DEPS,
    FEATS,
    FORM,
    ID,
    LEMMA,
    MISC,
    STRIDE,
    UPOS,
    XPOS,
    Sentence,
)
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memchr, memcmp

from dodona.treebank.comments import comment_value
from dodona.treebank.tokens import text_of

SCORES = {"score": "Score", "label_score": "LabelScore", "tag_score": "TagScore"}
"""What MISC says in numbers of a word, and how it calls that."""

_SCORE_NAMES = {name.encode(): i for i, name in enumerate(SCORES.values())}


@cython.final
@cython.cclass
class Table:
    """The words and multiword tokens (``ranges``) of some sentences, by the names of records.

    Those of sentence i stand from ``word_offsets[i]`` to ``word_offsets[i + 1]``, and in the same
    way the ranges. ``texts`` and ``comments`` have one entry a sentence. See `dodona.treebank
    .records` for what the columns say; ``scores`` has a list for each of `SCORES`, which is empty
    if no word has any.
    """

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        sentence: Sentence
        self.form, self.lemma, self.upos, self.xpos = Texts(), Texts(), Texts(), Texts()
        self.feats, self.deprel, self.deps, self.misc = Texts(), Texts(), Texts(), Texts()
        self.id, self.head, self.starts, self.ends = Numbers(), Numbers(), Numbers(), Numbers()
        self.range_first, self.range_last = Numbers(), Numbers()
        self.range_form, self.range_misc = Texts(), Texts()
        self.range_starts, self.range_ends = Numbers(), Numbers()
        self.words = {
            "id": self.id, "form": self.form, "lemma": self.lemma, "upos": self.upos,
            "xpos": self.xpos, "feats": self.feats, "head": self.head, "deprel": self.deprel,
            "deps": self.deps, "misc": self.misc, "start": self.starts, "end": self.ends,
        }  # fmt: skip
        self.ranges = {
            "first": self.range_first, "last": self.range_last, "form": self.range_form,
            "misc": self.range_misc, "start": self.range_starts, "end": self.range_ends,
        }  # fmt: skip
        self.scores = [[] for _ in SCORES]
        self.texts = []
        self.comments = []
        self.word_offsets = array("i", [0])
        self.range_offsets = array("i", [0])
        for sentence in sentences:
            self._add(sentence)
        for scores in self.scores:
            if scores:
                scores.extend([None] * (self.id.count - len(scores)))

    def __dealloc__(self):
        free(self.pieces)

    def _add(self, sentence: Sentence) -> None:
        comments = sentence.comments
        text = comment_value(comments, "text")
        self.piece_count = 0
        self.read_words(sentence)
        if not self.has_places() and (text is None or not self.find_places(text.encode())):
            text = self._make_places(sentence)
        elif text is None:
            text = text_of(sentence.tokens)
        self.add_places()
        self.texts.append(text)
        self.comments.append(comments)
        self.word_offsets.append(self.id.count)
        self.range_offsets.append(self.range_first.count)

    def _make_places(self, sentence: Sentence) -> str:
        """Find the places with all care, also in a text that must be made first; the text."""
        i: cython.Py_ssize_t
        tokens = sentence.tokens
        for i in range(self.piece_count):
            if not self.pieces[i].told:
                self.pieces[i].start = tokens[i].start
                self.pieces[i].end = tokens[i].end
        text = sentence.text
        if text is not None and all(text[t.start : t.end] == t.form for t in tokens):
            return text
        return text_of(tokens)

    def read_words(self, sentence):
        """Add the columns of all words but for their places, and note the tokens."""
        word: cython.Py_ssize_t
        taken: cython.Py_ssize_t = 0
        gap: cython.Py_ssize_t = 0
        first: cython.Py_ssize_t = self.id.count
        text: cython.p_const_char = sentence.chars
        at: cython.p_int = sentence.bounds
        for word in range(sentence.n):
            if word >= taken:
                # Between words there is a line feed, and perhaps a carriage return.
                if word == 0 or at[ID] - gap > 2:
                    taken = self.read_gap(sentence, gap, at[ID])
                if word >= taken:
                    self.add_piece(
                        text + at[FORM],
                        at[LEMMA] - 1 - at[FORM],
                        cython.cast(cython.int, word),
                        cython.cast(cython.int, word),
                        False,
                    )
                    taken = word + 1
            self.id.add(cython.cast(cython.int, word + 1))
            self.form.put(text + at[FORM], at[LEMMA] - 1 - at[FORM])
            self.form.close()
            if sentence.is_blank(cython.cast(cython.int, word), FORM):
                self.lemma.put(text + at[LEMMA], at[UPOS] - 1 - at[LEMMA])  # an underscore has one
                self.lemma.close()
            else:
                self.lemma.add(text + at[LEMMA], at[UPOS] - 1 - at[LEMMA])
            self.upos.add(text + at[UPOS], at[XPOS] - 1 - at[UPOS])
            self.xpos.add(text + at[XPOS], at[FEATS] - 1 - at[XPOS])
            self.feats.add(text + at[FEATS], at[FEATS + 1] - 1 - at[FEATS])
            self.head.add(sentence.tree[word + 1])
            self.deprel.add(text + at[DEPREL], at[DEPS] - 1 - at[DEPREL])
            self.deps.add(text + at[DEPS], at[MISC] - 1 - at[DEPS])
            self.start = -1
            self.read_misc(self.misc, text + at[MISC], text + at[MISC + 1] - 1, first + word)
            if not self.pieces[self.piece_count - 1].is_range:
                self.tell_place()
            gap = at[STRIDE - 1]
            at += STRIDE
        return 0

    def read_gap(self, sentence, at, end):
        """Read the line of a multiword token, if there is one before a word; where it ends."""
        text: cython.p_const_char = sentence.chars
        line_end: cython.p_const_char
        here: cython.p_const_char = text + at
        stop: cython.p_const_char = text + end
        if at == 0 and end >= 3 and memcmp(here, b"\xef\xbb\xbf", 3) == 0:
            here += 3
        while here < stop:
            line_end = cython.cast(cython.p_const_char, memchr(here, ord("\n"), stop - here))
            if line_end == cython.NULL:
                line_end = stop
            if ord("0") <= here[0] <= ord("9"):
                last: cython.int = self.read_range(here, line_end)
                if last > 0:
                    return last
            here = line_end + 1
        return 0

    def read_range(self, at, end):
        """Read the line of a multiword token; the number of its last word, 0 if it is none."""
        first: cython.int = 0
        last: cython.int = 0
        _: cython.int
        begin: cython.p_const_char
        while at < end and ord("0") <= at[0] <= ord("9"):
            first = 10 * first + at[0] - ord("0")
            at += 1
        if at == end or at[0] != ord("-"):
            return 0
        at += 1
        while at < end and ord("0") <= at[0] <= ord("9"):
            last = 10 * last + at[0] - ord("0")
            at += 1
        begin = at + 1
        at = cython.cast(cython.p_const_char, memchr(begin, ord("\t"), end - begin))
        self.range_form.put(begin, at - begin)
        self.range_form.close()
        self.range_first.add(first)
        self.range_last.add(last)
        self.add_piece(begin, at - begin, first - 1, last - 1, True)
        for _ in range(7):
            at = cython.cast(cython.p_const_char, memchr(at + 1, ord("\t"), end - at - 1))
        end -= (end - 1)[0] == ord("\r")
        self.start = -1
        self.read_misc(self.range_misc, at + 1, end, -1)
        self.tell_place()
        return last

    def read_misc(self, column, at, end, word):
        """Add what MISC says, but for what it says in numbers: the place, and scores of a word."""
        stop: cython.p_const_char
        rest: cython.bint = False
        if end - at == 1 and at[0] == ord("_"):
            return column.close()
        while at < end:
            stop = cython.cast(cython.p_const_char, memchr(at, ord("|"), end - at))
            if stop == cython.NULL:
                stop = end
            told = self.read_place(at, stop) or (word >= 0 and self.read_score(at, stop, word))
            if not told:
                if rest:
                    column.put(b"|", 1)
                column.put(at, stop - at)
                rest = True
            at = stop + 1
        return column.close()

    def read_place(self, at, end):
        """Read where a token stands, if that is what an entry of MISC says."""
        numbers: cython.int[2]
        i: cython.int
        begin: cython.p_const_char
        if end - at < 14 or memcmp(at, b"TokenRange=", 11) != 0:
            return False
        at += 11
        for i in range(2):
            numbers[i] = 0
            begin = at
            while at < end and at - begin < 9 and ord("0") <= at[0] <= ord("9"):
                numbers[i] = 10 * numbers[i] + at[0] - ord("0")
                at += 1
            if at == begin:
                return False
            if i == 0:
                if at == end or at[0] != ord(":"):
                    return False
                at += 1
        if at != end:
            return False
        self.start = numbers[0]
        self.end = numbers[1]
        return True

    def read_score(self, at, end, word):
        """Read a score of a word, if that is what an entry of MISC says."""
        if at[0] != ord("S") and at[0] != ord("L") and at[0] != ord("T"):
            return False
        name, _, value = at[: end - at].partition(b"=")
        if name not in _SCORE_NAMES:
            return False
        try:
            number = float(value)
        except ValueError:
            return False
        scores = self.scores[_SCORE_NAMES[name]]
        if not isfinite(number) or len(scores) > word:
            return False
        scores.extend([None] * (word - len(scores)))
        scores.append(number)
        return True

    def add_piece(self, form, size, first, last, is_range):
        """Note a token whose place is not known yet."""
        if self.piece_count == self.piece_room:
            room: cython.Py_ssize_t = max(64, 2 * self.piece_room)
            pieces: cython.p_void = realloc(self.pieces, room * cython.sizeof(Piece))
            if pieces == cython.NULL:
                raise MemoryError()
            self.pieces = cython.cast(cython.pointer(Piece), pieces)
            self.piece_room = room
        piece: cython.pointer(Piece) = self.pieces + self.piece_count
        piece.form = form
        piece.size = size
        piece.first = first
        piece.last = last
        piece.is_range = is_range
        piece.told = False
        self.piece_count += 1
        return 0

    def tell_place(self):
        """Note that the last token stands where MISC says, if it does."""
        piece: cython.pointer(Piece) = self.pieces + self.piece_count - 1
        if self.start >= 0:
            piece.start = self.start
            piece.end = self.end
            piece.told = True

    def has_places(self):
        """Whether MISC tells the places of all tokens."""
        i: cython.Py_ssize_t
        for i in range(self.piece_count):  # noqa: SIM110
            if not self.pieces[i].told:
                return False
        return True

    def find_places(self, text):
        """Find the tokens in their text, if that has nothing but them and spaces between them."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        characters: cython.int = 0
        size: cython.Py_ssize_t
        at: cython.p_const_char = text
        end: cython.p_const_char = at + len(text)
        start: cython.int
        for i in range(self.piece_count):
            while at < end and at[0] == ord(" "):
                at += 1
                characters += 1
            size = self.pieces[i].size
            if end - at < size or memcmp(at, self.pieces[i].form, size) != 0:
                return False
            start = characters
            for k in range(size):
                characters += (at[k] & 0xC0) != 0x80
            at += size
            if not self.pieces[i].told:
                self.pieces[i].start = start
                self.pieces[i].end = characters
        return at == end

    def add_places(self):
        """Add the places of all words, which are those of their tokens, and of the ranges."""
        i: cython.Py_ssize_t
        _: cython.int
        for i in range(self.piece_count):
            for _ in range(self.pieces[i].first, self.pieces[i].last + 1):
                self.starts.add(self.pieces[i].start)
                self.ends.add(self.pieces[i].end)
            if self.pieces[i].is_range:
                self.range_starts.add(self.pieces[i].start)
                self.range_ends.add(self.pieces[i].end)
        return 0
