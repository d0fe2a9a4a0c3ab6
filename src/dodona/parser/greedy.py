"""Greedy parsing: the best-scored transition at each step, until the sentence is done."""

import cython
from cython.cimports.dodona.parser.scorer import SEVERAL

from dodona.parser.decoder import Decoder, Search


@cython.final
@cython.cclass
class GreedySearch(Search):
    """One configuration at a time."""

    def run(self, n, words):
        choice: cython.int
        self.scorer.system.start(self.state, n)
        choice = self.choose(words)
        while choice >= 0:
            self.transitions.perform(self.state, choice)
            choice = self.choose(words)

    def derive(self, n, words):
        choice: cython.int
        found: list = []
        self.scorer.system.start(self.state, n)
        choice = self.choose(words)
        while choice >= 0:
            self.transitions.perform(self.state, choice)
            found.append(choice)
            choice = self.choose(words)
        return found

    def choose(self, words):
        """The transition to make: the best-scored one of those that are legal, or FINISHED."""
        choice: cython.int = self.scorer.examine(self.state, words, self.slots)
        if choice != SEVERAL:
            return choice
        self.scorer.score(self.slots)
        return self.transitions.best(self.slots.groups, self.slots.group_count, self.slots.scores)


@cython.final
@cython.cclass
class GreedyDecoder(Decoder):
    """Parses greedily."""

    def make_search(self, batch):
        return GreedySearch(self.scorer, 1, batch.longest)
