"""Parsing with a beam and frozen weights."""

from array import array

import cython

from dodona.features.extractor import Extractor
from dodona.features.tokens import TokenBatch
from dodona.parsing.frozen import FrozenWeights
from dodona.parsing.search import BeamSearch
from dodona.systems.labelled import LabelledTransitions


@cython.cclass
class FrozenSearch(BeamSearch):
    """A search that scores with frozen weights."""

    def __init__(
        self,
        transitions: LabelledTransitions,
        extractor: Extractor,
        size: int,
        longest: int,
        weights: FrozenWeights,
    ) -> None:
        width = max(transitions.count, weights.width)
        super().__init__(transitions, extractor, size, longest, width)
        self.weights = weights

    def score(self, keys, scores):
        self.weights.score(keys, self.extractor.count, 0, scores)

    def run(self, n, tokens):
        """Parse one sentence; the hypotheses are finished afterwards, the best one first."""
        self.system.start(self.state, n)
        self.begin(tokens)
        while not self.is_finished():
            self.expand()
            self.advance()


@cython.cclass
class BeamDecoder:
    """Parses with a beam. It never changes and can be used by several threads at once."""

    def __init__(
        self,
        transitions: LabelledTransitions,
        extractor: Extractor,
        weights: FrozenWeights,
        beam: int,
    ) -> None:
        self.transitions = transitions
        self.extractor = extractor
        self.weights = weights
        self.beam = beam

    def parse(self, tokens: TokenBatch) -> tuple[array, array]:
        """The heads and label numbers of all words of the batch, one after the other."""
        i: cython.Py_ssize_t
        d: cython.Py_ssize_t
        word: cython.Py_ssize_t = 0
        search: FrozenSearch = self.make_search(tokens)
        total = sum(tokens.lengths)
        heads = array("i", bytes(4 * total))
        labels = array("i", bytes(4 * total))
        heads_out: cython.int[::1] = heads
        labels_out: cython.int[::1] = labels
        with cython.nogil:
            for i in range(tokens.count):
                search.run(tokens.lengths[i], tokens.of_sentence(i))
                search.load(search.current)
                for d in range(1, tokens.lengths[i] + 1):
                    heads_out[word] = search.state.heads[d]
                    labels_out[word] = search.state.labels[d]
                    word += 1
        return heads, labels

    def hypotheses(self, tokens: TokenBatch) -> list:
        """The finished hypotheses of each sentence, best first: their scores, heads and labels."""
        i: cython.Py_ssize_t
        slot: cython.int
        n: cython.int
        search: FrozenSearch = self.make_search(tokens)
        result = []
        for i in range(tokens.count):
            n = tokens.lengths[i]
            with cython.nogil:
                search.run(n, tokens.of_sentence(i))
            found = []
            for slot in range(search.count):
                search.load(search.current + slot)
                heads = tuple([search.state.heads[d] for d in range(1, n + 1)])
                labels = tuple([search.state.labels[d] for d in range(1, n + 1)])
                found.append((search.current[slot].score, heads, labels))
            result.append(found)
        return result

    def derivations(self, tokens: TokenBatch) -> list:
        """The transitions that lead to the best tree of each sentence, as pairs of name and label.

        This is for people who want to see how a tree came about; it is slower than `parse`.
        """
        i: cython.Py_ssize_t
        slot: cython.int
        search: FrozenSearch = self.make_search(tokens)
        result: list = []
        for i in range(tokens.count):
            search.system.start(search.state, tokens.lengths[i])
            search.begin(tokens.of_sentence(i))
            paths: list = [[]]
            while not search.is_finished():
                search.expand()
                following: list = []
                for slot in range(search.agenda.count):
                    path: list = list(paths[search.agenda.best[slot].parent])
                    if search.agenda.best[slot].transition >= 0:
                        path.append(search.agenda.best[slot].transition)
                    following.append(path)
                paths = following
                search.advance()
            result.append([self.transitions.classes[choice][::2] for choice in paths[0]])
        return result

    def make_search(self, tokens):
        return FrozenSearch(
            self.transitions, self.extractor, self.beam, tokens.longest, self.weights
        )
