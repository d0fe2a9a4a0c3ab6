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
        self.room = max(transitions.count, weights.width)

    def parse(self, tokens: TokenBatch) -> tuple[array, array]:
        """The heads and label numbers of all words of the batch, one after the other."""
        i: cython.Py_ssize_t
        d: cython.Py_ssize_t
        word: cython.Py_ssize_t = 0
        state: State = State(tokens.longest)
        scores: cython.int[::1] = self.make_scores()
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

    def derivations(self, tokens: TokenBatch) -> list:
        """The transitions that lead to the tree of each sentence, as pairs of a name and a label.

        This is for people who want to see how a tree came about; it is slower than `parse`.
        """
        i: cython.Py_ssize_t
        choice: cython.int
        mask: cython.ulonglong
        state: State = State(tokens.longest)
        scores: cython.int[::1] = self.make_scores()
        result: list = []
        for i in range(tokens.count):
            chosen: list = []
            self.system.start(state, tokens.lengths[i])
            mask = self.system.valid(state)
            while mask != 0:
                choice = self.choose(state, mask, tokens.of_sentence(i), cython.address(scores[0]))
                self.transitions.perform(state, choice)
                name, _, label = self.transitions.classes[choice]
                chosen.append((name, label))
                mask = self.system.valid(state)
            result.append(chosen)
        return result

    def decode(self, state, n, tokens, scores):
        """Parse one sentence; the arcs are in ``state`` afterwards."""
        mask: cython.ulonglong
        self.system.start(state, n)
        while True:
            mask = self.system.valid(state)
            if mask == 0:
                return
            self.transitions.perform(state, self.choose(state, mask, tokens, scores))

    def choose(self, state, mask, tokens, scores):
        """The transition to make: the best-scored one of those that are legal."""
        actions: cython.int[64]
        i: cython.int
        choice: cython.int = self.transitions.only_choice(state, mask)
        if choice >= 0:
            return choice
        self.system.look(state)
        self.score(state, tokens, scores)
        for i in range(self.transitions.list_views(mask, actions)):
            self.system.look_at(state, actions[i])
            self.score(state, tokens, scores + self.room)
            self.transitions.take_scores(actions[i], scores + self.room, scores)
        return self.transitions.best(state, mask, scores)

    def score(self, state, tokens, scores):
        """Write the scores for what ``state.focus`` shows."""
        keys: hash_t[MAX_TEMPLATES]
        missing: cython.int = 0
        count: cython.int = self.extractor.extract_present(
            state, tokens, keys, cython.address(missing)
        )
        self.weights.score(keys, count, missing, scores)

    def make_scores(self):
        """Room for the scores of all transitions, and behind them for those of one view."""
        return array("i", bytes(4 * (self.room + self.weights.width)))
