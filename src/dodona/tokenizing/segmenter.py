"""Text into tokens, sentences and multiword tokens: one decision after the other.

A text is taken apart in stretches: a paragraph, or where that is longer than LONGEST characters,
as much of it as is surely decided. What a stretch is depends on the text alone, so that it does
not matter in which pieces the text arrives.
"""

from array import array

import cython
from cython.cimports.dodona.features.hashing import hash_t
from cython.cimports.dodona.tokenizing.candidates import is_candidate, split_features
from cython.cimports.dodona.tokenizing.characters import (
    CLOSE,
    OPEN,
    QUOTE,
    SPACE,
    UPPER,
    class_of,
)
from cython.cimports.dodona.tokenizing.features import (
    LOOKAHEAD,
    MOST_FEATURES,
    Chunk,
    boundary_features,
    chunk_signs,
    ending_features,
    name_of,
    name_step,
)
from cython.cimports.libc.stdint import uint8_t, uint32_t
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.libc.string import memset

from dodona.parsing.frozen import FrozenWeights


@cython.cclass
class Segmenter(Stretch):
    """Takes text apart; what is decided at each place is up to `decide` of a subclass.

    The gates say for which pairs of characters' classes there is anything to decide: a boundary
    between two characters, a token that goes on across a space, the end of a sentence.
    ``candidates`` are places of tokens and endings that may be split, ``least_lengths`` the
    lengths that tokens need for each rule of splitting. A segmenter is for one thread.
    """

    def __init__(self, boundary_gate, join_gate, ending_gate, candidates, least_lengths) -> None:
        self.boundary_gate = boundary_gate
        self.join_gate = join_gate
        self.ending_gate = ending_gate
        self.candidates = candidates
        self.least_lengths = least_lengths
        self.at_start = True
        self.has_splits = len(least_lengths) > 1
        if (
            len(boundary_gate) != CLASSES * CLASSES
            or len(join_gate) != CLASSES * CLASSES
            or len(ending_gate) != 2 * CLASSES * CLASSES
            or len(candidates) != 8192
            or len(least_lengths) == 0
        ):
            raise ValueError("the tables of a segmenter do not fit")
        Stretch.__init__(self)

    def __dealloc__(self):
        free(self.tokens)

    def feed(self, text: str, final: bool) -> int:
        """Take a text apart; returns how many of its characters are done with.

        The rest waits for more text to follow, unless this is ``final``.
        """
        is_final: cython.bint = final
        done: cython.Py_ssize_t
        self.load(text)
        self.reserve(len(text))
        self.count = 0
        with cython.nogil:
            done = self.run(is_final)
        self.at_start = self.at_start and done == 0
        return done

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

    def run(self, final):
        """Segment all stretches that are complete; returns where the first incomplete one is."""
        at: cython.Py_ssize_t = 0
        start: cython.Py_ssize_t
        first: cython.Py_ssize_t
        what: cython.int
        if self.at_start and self.size and self.characters[0] == 0xFEFF:
            at = 1
        while True:
            while at < self.size and class_of(self.characters[at]) == SPACE:
                at += 1
            if at == self.size:
                break
            start = at
            first = self.count
            what = self.prepare(cython.address(at), final)
            if what == WAIT:
                return start if self.count else 0
            self.segment()
            if what == CUT:
                at = self.keep_finished(first)
            else:
                self.tokens[self.count - 1].ends = (
                    PARAGRAPH_END if what == CLOSED_PARAGRAPH else SENTENCE_END
                )
            if self.has_splits:
                self.split(first)
        return at if final else 0

    def segment(self):
        """Find the tokens and the ends of sentences of the stretch that is laid out."""
        at: cython.Py_ssize_t = 0
        sentence: SentenceSoFar
        memset(cython.address(sentence), 0, cython.sizeof(SentenceSoFar))
        while at < self.view.size:
            at = self.segment_chunk(at, cython.address(sentence))
        return 0

    def segment_chunk(self, at, sentence):
        """Find the tokens up to the next space that ends one; returns what comes after it."""
        keys: hash_t[MOST_FEATURES]
        chunk: Chunk
        count: cython.int
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
            if not self.may_join(i):
                break
            count = boundary_features(view, cython.address(chunk), i, keys)
            if self.decide(BOUNDARY, keys, count, self.places[i - 1] + 1):
                break
            chunk.token_name = name_step(chunk.token_name, view.low[i])
            chunk.token_name = name_step(chunk.token_name, view.low[i + 1])
            i += 2
            chunk.end = i
        self.end_token(sentence, chunk.token, chunk.end, chunk.token_name)
        return chunk.end + 1

    def may_join(self, at):
        """Whether a token may go on across the space at a place."""
        space: uint32_t
        if at + 1 >= self.view.size or self.places[at + 1] != self.places[at] + 1:
            return False
        space = self.characters[self.places[at]]
        if space != ord(" ") and space != 0xA0:
            return False
        return self.join_gate[self.view.kinds[at - 1] * CLASSES + self.view.kinds[at + 1]] != 0

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
        token.rule = 0
        self.count += 1
        if following >= self.view.size or self.sentence_a_line:
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

    def keep_finished(self, first):
        """Of a stretch that was cut, keep the sentences that what follows cannot change.

        Returns where the next stretch begins. Where no sentence ends, one is made to.
        """
        limit: cython.int = LONGEST - LOOKAHEAD
        i: cython.Py_ssize_t = self.count - 1
        last: cython.Py_ssize_t
        while i >= first and self.tokens[i].last > limit:
            i -= 1
        if i < first:  # a single token, longer than any is
            while self.view.kinds[limit - 1] == SPACE or self.view.kinds[limit] == SPACE:
                limit -= 1
            self.tokens[first].end = self.places[limit - 1] + 1
            self.tokens[first].last = limit
            self.tokens[first].ends = SENTENCE_END
            self.count = first + 1
            return self.places[limit]
        last = i
        while i >= first and self.tokens[i].ends == INSIDE_SENTENCE:
            i -= 1
        if i < first:
            i = last
            self.tokens[i].ends = SENTENCE_END
        self.count = i + 1
        return self.tokens[i + 1].start

    def split(self, first):
        """Decide which of the tokens from ``first`` on are multiword tokens, and their rules."""
        keys: hash_t[MOST_FEATURES]
        before: hash_t = 0
        after: hash_t
        count: cython.int
        i: cython.Py_ssize_t
        token: cython.pointer(Token)
        view: cython.pointer(View) = cython.address(self.view)
        candidates: cython.pointer(cython.const[uint8_t]) = cython.address(self.candidates[0])
        for i in range(first, self.count):
            token = self.tokens + i
            after = self.tokens[i + 1].name if i + 1 < self.count else 0
            if is_candidate(view, token.first, token.last, token.name, candidates):
                count = split_features(
                    view, token.first, token.last, token.name, before, after, keys
                )
                token.rule = self.decide(SPLIT, keys, count, i)
            before = token.name
        return 0

    def best_rule(self, scores, length):
        """The rule with the best score of those for which a token is long enough."""
        i: cython.int
        best: cython.int = 0
        for i in range(1, len(self.least_lengths)):
            if scores[i] > scores[best] and length >= self.least_lengths[i]:
                best = i
        return best


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


@cython.final
@cython.cclass
class FrozenSegmenter(Segmenter):
    """A segmenter that decides by trained weights."""

    def __init__(self, tables, boundaries: FrozenWeights, splits: FrozenWeights) -> None:
        Segmenter.__init__(self, *tables)
        if splits.classes != len(self.least_lengths) or boundaries.classes != 2:
            raise ValueError("the weights of a segmenter do not fit its tables")
        self.boundaries = boundaries
        self.splits = splits
        self.scores = array("i", bytes(4 * max(boundaries.width, splits.width)))

    def decide(self, what, keys, count, at):
        scores: cython.p_int = cython.address(self.scores[0])
        if what == SPLIT:
            self.splits.score(keys, count, 0, scores)
            return self.best_rule(scores, self.tokens[at].last - self.tokens[at].first)
        self.boundaries.score(keys, count, 0, scores)
        return scores[1] > scores[0]
