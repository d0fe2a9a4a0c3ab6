"""Where tokens and sentences end in a stretch of text: one decision after the other."""

import cython
import numpy as np
from cython.cimports.dodona.linear.hashing import hash_t
from cython.cimports.dodona.tokenizer.characters import (
    CLASSES,
    CLOSE,
    INSIDE,
    MARK,
    OPEN,
    QUOTE,
    SPACE,
    UPPER,
)
from cython.cimports.dodona.tokenizer.features import (
    MOST_FEATURES,
    Chunk,
    boundary_features,
    chunk_signs,
    ending_features,
    name_of,
    name_step,
)
from cython.cimports.dodona.tokenizer.layout import LONGEST
from cython.cimports.libc.stdint import uint32_t
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memset


@cython.cclass
class BoundaryFinder(Layout):
    """Finds the tokens of stretches; what is decided at each place is up to `decide` of a subclass.

    The gates say for which pairs of characters' classes there is anything to decide: a boundary
    between two characters, a token that goes on across a space, the end of a sentence. Whatever
    they say, no token ends before a mark or inside a unit (see `units`), and a sentence ends where
    an item of a list begins a line.
    """

    def __init__(
        self, boundary_gate: np.ndarray, join_gate: np.ndarray, ending_gate: np.ndarray
    ) -> None:
        if (
            len(boundary_gate) != CLASSES * CLASSES
            or len(join_gate) != CLASSES * CLASSES
            or len(ending_gate) != 2 * CLASSES * CLASSES
        ):
            raise ValueError("the gates of a segmenter do not fit")
        self.boundary_gate = _closed_before(boundary_gate, [MARK, INSIDE])
        self.join_gate = join_gate
        self.ending_gate = _closed_before(ending_gate, [INSIDE])
        Layout.__init__(self)

    def __dealloc__(self):
        free(self.tokens)

    def decide(self, what, keys, count, at):
        """The class of a place in the text (of the token of that number, if it may be split).

        This is for subclasses; here a sentence is what paragraphs hold, a token what spaces part.
        """
        return what == BOUNDARY and self.characters[at] == ord(" ")

    def reserve(self, size):
        # A stretch has fewer tokens than characters, and some of them may be given up again.
        if size + LONGEST > self.token_room:
            tokens: cython.p_void = realloc(self.tokens, (size + LONGEST) * cython.sizeof(Token))
            if tokens == cython.NULL:
                raise MemoryError()
            self.tokens = cython.cast(cython.pointer(Token), tokens)
            self.token_room = size + LONGEST
        return 0

    def find_tokens(self):
        """Find the tokens and the ends of sentences of the stretch that is laid out."""
        at: cython.Py_ssize_t = 0
        sentence: SentenceSoFar
        memset(cython.address(sentence), 0, cython.sizeof(SentenceSoFar))
        while at < self.view.size:
            at = self.find_in_chunk(at, cython.address(sentence))
        return 0

    def find_in_chunk(self, at, sentence):
        """Find the tokens up to the next space that ends one; returns what comes after it."""
        keys: hash_t[MOST_FEATURES]
        chunk: Chunk
        count: cython.int
        inside: cython.bint
        gate: cython.Py_ssize_t
        i: cython.Py_ssize_t = at + 1
        view: cython.pointer(View) = cython.address(self.view)
        chunk.start = chunk.token = at
        chunk.token_name = name_step(0, view.low[at])
        chunk.token_before = sentence.now
        chunk.end = at
        while True:
            while chunk.end < view.size and view.kinds[chunk.end] != SPACE:
                chunk.end += 1
            chunk.name = name_of(view, at, chunk.end)
            chunk.signs = chunk_signs(view, at, chunk.end)
            while i < chunk.end:
                if self.boundary_gate[view.kinds[i - 1] * CLASSES + view.kinds[i]]:
                    count = boundary_features(view, cython.address(chunk), i, keys)
                    if self.decide(BOUNDARY, keys, count, self.places[i - 1] + 1):
                        self.end_token(sentence, chunk.token, i, chunk.token_name)
                        chunk.token = i
                        chunk.token_name = 0
                        chunk.token_before = sentence.now
                chunk.token_name = name_step(chunk.token_name, view.low[i])
                i += 1
            inside = view.kinds[i + 1] == INSIDE
            gate = view.kinds[i - 1] * CLASSES + view.kinds[i + 1]
            if not (inside or self.join_gate[gate]) or not self.is_single_space(i):
                break
            if not inside:
                count = boundary_features(view, cython.address(chunk), i, keys)
                if self.decide(BOUNDARY, keys, count, self.places[i - 1] + 1):
                    break
            chunk.token_name = name_step(chunk.token_name, view.low[i])
            chunk.token_name = name_step(chunk.token_name, view.low[i + 1])
            i += 2
            chunk.end = i
        self.end_token(sentence, chunk.token, chunk.end, chunk.token_name)
        return chunk.end + 1

    def is_single_space(self, at):
        """Whether there is a space at a place such as tokens may hold."""
        space: uint32_t
        if at + 1 >= self.view.size or self.places[at + 1] != self.places[at] + 1:
            return False
        space = self.characters[self.places[at]]
        return space == ord(" ") or space == 0xA0

    def end_token(self, sentence, start, end, name):
        """Note a token, and decide whether the sentence ends with it."""
        keys: hash_t[MOST_FEATURES]
        count: cython.int
        following: cython.Py_ssize_t = end + (self.view.kinds[end] == SPACE)
        gate: cython.Py_ssize_t
        token: cython.pointer(Token) = self.tokens + self.count
        token.first = start
        token.last = end
        token.start = self.places[start]
        token.end = self.places[end - 1] + 1
        token.name = name
        token.ends = INSIDE_SENTENCE
        token.until = 0
        token.rule = 0
        self.count += 1
        if following >= self.view.size or self.sentence_a_line:
            return 0
        if self.view.low[end] == ord("\n"):
            token.ends = SENTENCE_END
            memset(sentence, 0, cython.sizeof(SentenceSoFar))
            return 0
        _add_to_sentence(sentence, cython.address(self.view), start, name)
        gate = (following > end) * CLASSES * CLASSES
        gate += self.view.kinds[end - 1] * CLASSES + self.view.kinds[following]
        if self.ending_gate[gate]:
            count = ending_features(cython.address(self.view), sentence, end, following, keys)
            if self.decide(ENDING, keys, count, token.end):
                token.ends = SENTENCE_END
                memset(sentence, 0, cython.sizeof(SentenceSoFar))
        return 0


@cython.cfunc
def _closed_before(gate: object, kinds: list) -> object:
    """A gate that nothing opens before characters of some classes."""
    closed: bytearray = bytearray(gate)
    for kind in kinds:
        for i in range(kind, len(closed), CLASSES):
            closed[i] = 0
    return closed


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_to_sentence(
    sentence: cython.pointer(SentenceSoFar),
    view: cython.pointer(View),
    start: cython.Py_ssize_t,
    name: hash_t,
) -> cython.void:
    kind: cython.int = view.kinds[start]
    sentence.token = start
    sentence.before = sentence.last
    sentence.last = sentence.now
    sentence.now = name
    if sentence.tokens == 0:
        sentence.first = name
    sentence.tokens += 1
    sentence.capitals += kind == UPPER
    sentence.quotes += kind == QUOTE
    sentence.depth += kind == OPEN
    if kind == CLOSE and sentence.depth > 0:
        sentence.depth -= 1
