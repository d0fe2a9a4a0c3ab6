"""Greedy parsing: the best-scored transition at each step, until the sentence is done."""

from array import array

import cython
from cython.cimports.dodona.features.extractor import MAX_TEMPLATES
from cython.cimports.dodona.features.hashing import hash_t

from dodona.features.extractor import Extractor
from dodona.features.tokens import TokenBatch
from dodona.parsing.frozen import FrozenWeights
from dodona.systems.labelled import LabelledTransitions
from dodona.systems.state import State


@cython.final
@cython.cclass
class GreedyDecoder:
    """Parses with frozen weights. It never changes and can be used by several threads at once."""

    def __init__(
        self, transitions: LabelledTransitions, extractor: Extractor, weights: FrozenWeights
    ) -> None:
        self.system = transitions.system
        self.transitions = transitions
        self.extractor = extractor
        self.weights = weights

    def parse(self, tokens: TokenBatch) -> tuple[array, array]:
        """The heads and label numbers of all words of the batch, one after the other."""
        i: cython.Py_ssize_t
        d: cython.Py_ssize_t
        word: cython.Py_ssize_t = 0
        state: State = State(tokens.longest)
        scores: cython.int[::1] = array("i", [0] * self.weights.width)
        total = sum(tokens.lengths)
        heads = array("i", bytes(4 * total))
        labels = array("i", bytes(4 * total))
        heads_out: cython.int[::1] = heads
        labels_out: cython.int[::1] = labels
        with cython.nogil:
            for i in range(tokens.count):
                self.decode(
                    state, tokens.lengths[i], tokens.of_sentence(i), cython.address(scores[0])
                )
                for d in range(1, tokens.lengths[i] + 1):
                    heads_out[word] = state.heads[d]
                    labels_out[word] = state.labels[d]
                    word += 1
        return heads, labels

    def decode(self, state, n, tokens, scores):
        """Parse one sentence; the arcs are in ``state`` afterwards."""
        keys: hash_t[MAX_TEMPLATES]
        mask: cython.ulonglong
        choice: cython.int
        count: cython.int
        missing: cython.int = 0
        self.system.start(state, n)
        while True:
            mask = self.system.valid(state)
            if mask == 0:
                return
            choice = self.transitions.only_choice(state, mask)
            if choice < 0:
                self.system.look(state)
                count = self.extractor.extract_present(state, tokens, keys, cython.address(missing))
                self.weights.score(keys, count, missing, scores)
                choice = self.transitions.best(state, mask, scores)
            self.transitions.perform(state, choice)
