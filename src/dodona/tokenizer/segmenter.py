"""Text into tokens, sentences and multiword tokens, whatever the pieces it arrives in.

A text is taken apart in stretches: a paragraph, or where that is longer than LONGEST characters,
as much of it as is surely decided. What a stretch is depends on the text alone, so that it does
not matter in which pieces the text arrives.
"""

from array import array

import cython
import numpy as np
from cython.cimports.dodona.linear.hashing import hash_t
from cython.cimports.dodona.tokenizer.boundaries import (
    INSIDE_SENTENCE,
    PARAGRAPH_END,
    SENTENCE_END,
    SPLIT,
)
from cython.cimports.dodona.tokenizer.candidates import is_candidate, split_features
from cython.cimports.dodona.tokenizer.characters import INSIDE, MARK, SPACE, class_of
from cython.cimports.dodona.tokenizer.features import LOOKAHEAD, MOST_FEATURES, View
from cython.cimports.dodona.tokenizer.layout import CLOSED_PARAGRAPH, CUT, LONGEST, WAIT
from cython.cimports.libc.stdint import uint8_t

from dodona.linear.frozen import FrozenWeights
from dodona.tokenizer.tables import CharacterTables


@cython.cclass
class Segmenter(BoundaryFinder):
    """Takes text apart; what is decided at each place is up to `decide` of a subclass.

    The gates are those of `BoundaryFinder`. ``candidates`` are places of tokens and endings that
    may be split, ``least_lengths`` the lengths that tokens need for each rule of splitting. A
    segmenter is for one thread.
    """

    def __init__(
        self,
        boundary_gate: np.ndarray,
        join_gate: np.ndarray,
        ending_gate: np.ndarray,
        candidates: np.ndarray,
        least_lengths: np.ndarray,
    ) -> None:
        if len(candidates) != 8192 or len(least_lengths) == 0:
            raise ValueError("the tables of a segmenter do not fit")
        BoundaryFinder.__init__(self, boundary_gate, join_gate, ending_gate)
        self.candidates = candidates
        self.least_lengths = least_lengths
        self.has_splits = len(least_lengths) > 1

    def feed(self, text: str, final: bool, release: bool = False) -> int:
        """Take a text apart; returns how many of its characters are done with.

        The rest waits for more text to follow, unless this is ``final``. To ``release`` is to give
        out also those sentences of a paragraph without end that nothing more can change.
        """
        is_final: cython.bint = final
        releases: cython.bint = release
        done: cython.Py_ssize_t
        self.load(text)
        self.reserve(len(text))
        self.count = 0
        self.skipped = self.given
        self.given = 0
        with cython.nogil:
            done = self.run(is_final, releases)
        self.at_start = self.at_start and done == 0
        return done

    def run(self, final, release):
        """Segment all stretches that are complete; returns where what comes after them begins."""
        at: cython.Py_ssize_t = 0
        done: cython.Py_ssize_t = 0
        first: cython.Py_ssize_t
        what: cython.int
        if self.at_start and self.size and self.characters[0] == 0xFEFF:
            at = 1
        while True:
            while at < self.size and class_of(self.characters[at]) == SPACE:
                at += 1
            if at == self.size:
                return at if final else done
            first = self.count
            what = self.prepare(cython.address(at), final)
            if what == WAIT:
                if release:
                    self.give_certain(first)
                self.given = self.count - first
                if first == 0 and self.given < self.skipped:
                    self.given = self.skipped
                return done
            self.find_tokens()
            if what == CUT:
                at = self.keep_finished(first)
            else:
                self.tokens[self.count - 1].ends = (
                    PARAGRAPH_END if what == CLOSED_PARAGRAPH else SENTENCE_END
                )
            self.tokens[self.count - 1].until = done = at
            if self.has_splits:
                self.split(first)

    def give_certain(self, first):
        """Keep the sentences of an unfinished stretch that what follows cannot change.

        The stretch itself stays, so that its other sentences see what stands before them. How the
        last token of a sentence is split depends on the next one; such a sentence has to wait.
        """
        i: cython.Py_ssize_t
        token: cython.pointer(Token)
        self.find_tokens()
        i = self.count - 1
        while i >= first:
            token = self.tokens + i
            if (
                token.ends != INSIDE_SENTENCE
                and token.last + LOOKAHEAD <= self.view.size
                and not self.may_be_split(token)
            ):
                token.until = self.tokens[i + 1].start
                break
            i -= 1
        self.count = i + 1
        if self.has_splits:
            self.split(first)
        return 0

    def may_be_split(self, token):
        """Whether rules ask for a token; one that holds a space is never split."""
        candidates: cython.pointer(cython.const[uint8_t]) = cython.address(self.candidates[0])
        if not self.has_splits or self.has_space(token):
            return False
        return is_candidate(
            cython.address(self.view), token.first, token.last, token.name, candidates
        )

    def keep_finished(self, first):
        """Of a stretch that was cut, keep the sentences that what follows cannot change.

        Returns where the next stretch begins. Where no sentence ends, one is made to.
        """
        limit: cython.Py_ssize_t = LONGEST - LOOKAHEAD
        i: cython.Py_ssize_t = self.count - 1
        last: cython.Py_ssize_t
        while i >= first and self.tokens[i].last > limit:
            i -= 1
        if i < first:  # a single token, longer than any is
            while limit > LONGEST // 2 and self.view.kinds[limit] in (MARK, INSIDE):
                limit -= 1
            limit -= self.view.kinds[limit - 1] == SPACE
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
        for i in range(first, self.count):
            token = self.tokens + i
            after = self.tokens[i + 1].name if i + 1 < self.count else 0
            if self.may_be_split(token):
                count = split_features(
                    view, token.first, token.last, token.name, before, after, keys
                )
                token.rule = self.decide(SPLIT, keys, count, i)
            before = token.name
        return 0

    def has_space(self, token):
        """Whether a token holds a space; such a token is never split."""
        i: cython.Py_ssize_t
        for i in range(token.first, token.last):  # noqa: SIM110
            if self.view.kinds[i] == SPACE:
                return True
        return False

    def best_rule(self, scores, length):
        """The rule with the best score of those for which a token is long enough."""
        i: cython.int
        best: cython.int = 0
        for i in range(1, len(self.least_lengths)):
            if scores[i] > scores[best] and length >= self.least_lengths[i]:
                best = i
        return best


@cython.final
@cython.cclass
class FrozenSegmenter(Segmenter):
    """A segmenter that decides by trained weights."""

    def __init__(
        self, tables: CharacterTables, boundaries: FrozenWeights, splits: FrozenWeights
    ) -> None:
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
