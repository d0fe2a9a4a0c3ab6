"""Greedy parsing: the best-scored transition at each step, until the sentence is done.

Where the scorer allows it, several sentences are parsed side by side: while the processor fetches
what one of them needs next, the others go on.
"""

from array import array
from itertools import accumulate

import cython
from cython.cimports.dodona.parser.scorer import FINISHED, SEVERAL

from dodona.parser.decoder import Decoder, Search
from dodona.parser.scorer import Batch


@cython.final
@cython.cclass
class GreedySearch(Search):
    """One configuration at a time. ``following`` is what can follow it; see `Scorer.examine`.

    Searches for the sentences of a batch are a chain: each knows the ``other`` behind it. Of the
    sentences, a search has every so many'th (``stride``). Heads and labels go to ``heads`` and
    ``labels``, where those of a sentence begin at its place in ``starts``.
    """

    def run(self, n, words):
        self.begin(n, words)
        while self.following != FINISHED:
            self.locate()
            self.step()

    def derive(self, n, words):
        found: list = []
        self.begin(n, words)
        while self.following != FINISHED:
            self.locate()
            found.append(self.choose())
            self.examine()
        return found

    def begin(self, n, words):
        """Begin with the initial configuration."""
        self.words = words
        self.scorer.system.start(self.state, n)
        self.examine()

    def examine(self):
        self.following = self.scorer.examine(self.state, self.words, self.slots)

    def locate(self):
        """Find the weights that the next choice takes, if there is one to make."""
        if self.following == SEVERAL:
            self.scorer.locate(self.slots)

    def choose(self):
        """Make the only transition, or the best-scored one of several; returns it."""
        choice: cython.int = self.following
        if choice == SEVERAL:
            self.scorer.score(self.slots)
            choice = self.transitions.best(
                self.slots.groups, self.slots.group_count, self.slots.scores
            )
        self.transitions.perform(self.state, choice)
        return choice

    def step(self):
        """Go on to the next choice, or to the end."""
        self.choose()
        self.examine()
        while self.following >= 0:
            self.choose()
            self.examine()

    def begin_next(self):
        """Begin with the next sentence; those without words are passed over."""
        self.following = FINISHED
        while self.sentence < self.batch.count and self.following == FINISHED:
            self.begin(self.batch.lengths[self.sentence], self.batch.of_sentence(self.sentence))
            if self.following == FINISHED:
                self.sentence += self.stride

    def is_done(self):
        """Whether this search and those behind it have parsed all their sentences."""
        return self.following == FINISHED and (self.is_last or self.other.is_done())

    def locate_all(self):
        """`locate` for this search and those behind it."""
        self.locate()
        if not self.is_last:
            self.other.locate_all()

    def step_all(self):
        """`step` for this search and those behind it; begins the next sentence after the last."""
        d: cython.Py_ssize_t
        first: cython.Py_ssize_t
        if self.following != FINISHED:
            self.step()
            if self.following == FINISHED:
                first = self.starts[self.sentence]
                for d in range(self.state.n):
                    self.heads[first + d] = self.state.heads[d + 1]
                    self.labels[first + d] = self.state.labels[d + 1]
                self.sentence += self.stride
                self.begin_next()
        if not self.is_last:
            self.other.step_all()


@cython.final
@cython.cclass
class GreedyDecoder(Decoder):
    """Parses greedily."""

    def parse(self, batch: Batch) -> tuple[array[int], array[int]]:
        i: cython.Py_ssize_t
        search: GreedySearch
        first: GreedySearch = None
        starts = array("q", accumulate(batch.lengths, initial=0))
        heads = array("i", [0]) * starts[batch.count]
        labels = array("i", [0]) * starts[batch.count]
        count: cython.Py_ssize_t = min(type(self.scorer).side_by_side, batch.count)
        for i in range(count):
            search = self.make_search(batch)
            search.other = first
            search.is_last = i == 0
            search.batch, search.sentence, search.stride = batch, i, count
            search.starts, search.heads, search.labels = starts, heads, labels
            search.begin_next()
            first = search
        if first is not None:
            with cython.nogil:
                while not first.is_done():
                    first.locate_all()
                    first.step_all()
        return heads, labels

    def make_search(self, batch):
        return GreedySearch(self.scorer, 1, batch.longest)
