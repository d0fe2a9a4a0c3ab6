"""Learning where tokens and sentences end: a perceptron on the segmenter's own paths.

The segmenter goes through a text as it will later; what it decided before is what it sees, right
or wrong, while the gold text says at every place what would have been right there.
"""

from array import array

import cython
import numpy as np
from cython.cimports.dodona.tokenizer.boundaries import BOUNDARY, SPLIT
from cython.cimports.dodona.tokenizer.segmenter import Segmenter

from dodona.linear.weights import Weights
from dodona.tokenizer.tables import CharacterTables


@cython.final
@cython.cclass
class LearningSegmenter(Segmenter):
    """A segmenter that learns; ``margin`` is how far right scores must lie above wrong ones."""

    def __init__(self, tables: CharacterTables, margin: int) -> None:
        Segmenter.__init__(self, *tables)
        self.boundaries = Weights(2)
        self.splits = Weights(len(self.least_lengths))
        self.margin = margin
        self.scores = array("i", bytes(4 * max(2, len(self.least_lengths))))

    def learn(self, text: str, starts: np.ndarray, endings: np.ndarray, rules: np.ndarray) -> None:
        """Learn from one text and three numbers for each place in it (and for its end).

        For a place where a gold token ends: where it starts, whether a sentence ends there as
        well, and the rule by which the token is split. Elsewhere ``starts`` is -1.
        """
        if not len(starts) == len(endings) == len(rules) == len(text) + 1:
            raise ValueError("the gold places do not fit the text")
        self.gold_starts = starts
        self.gold_endings = endings
        self.gold_rules = rules
        self.feed(text, True)

    def decide(self, what, keys, count, at):
        gold: cython.int
        scores: cython.p_int = cython.address(self.scores[0])
        if what == SPLIT:
            return self.learn_split(keys, count, at)
        gold = self.gold_starts[at] >= 0 if what == BOUNDARY else self.gold_endings[at]
        self.boundaries.score(keys, count, scores)
        self.steps += 1
        self.mistakes += gold != (scores[1] > scores[0])
        if scores[gold] - scores[1 - gold] <= self.margin:
            self.boundaries.update(keys, count, gold, 1 - gold)
        self.boundaries.time += 1
        return scores[1] > scores[0]

    def learn_split(self, keys, count, at):
        """Learn the rule of a token, if it is one in the gold text as well."""
        scores: cython.p_int = cython.address(self.scores[0])
        length: cython.int = self.tokens[at].last - self.tokens[at].first
        gold: cython.int
        guess: cython.int
        if self.gold_starts[self.tokens[at].end] != self.tokens[at].start:
            return 0
        gold = self.gold_rules[self.tokens[at].end]
        self.splits.score(keys, count, scores)
        scores[gold] -= self.margin
        guess = self.best_rule(scores, length)
        if guess != gold:
            self.splits.update(keys, count, gold, guess)
        self.splits.time += 1
        return guess
