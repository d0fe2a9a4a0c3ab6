"""Greedy parsing that also says how sure it is: the probabilities of arcs and of their labels.

The scores of the legal transitions are logits: a softmax makes probabilities of them. That of an
arc is the sum over all labels of the transition that made it; that of its label is the share of the
label that was chosen.
"""

from array import array

import cython
from cython.cimports.dodona.parser.scorer import SEVERAL
from cython.cimports.libc.math import exp

from dodona.parser.decoder import Decoder, Search
from dodona.parser.scorer import Batch, Scorer


@cython.final
@cython.cclass
class SureSearch(Search):
    """One configuration at a time; notes of each word how sure its arc and its label are."""

    def __init__(self, scorer: Scorer, longest: int, unit: float) -> None:
        super().__init__(scorer, 1, longest)
        self.unit = unit
        self.arcs = array("f", [0]) * (longest + 1)
        self.labels = array("f", [0]) * (longest + 1)

    def run(self, n, words):
        d: cython.int
        choice: cython.int
        for d in range(n + 1):
            self.arcs[d] = self.labels[d] = 1
        self.scorer.system.start(self.state, n)
        choice = self.scorer.examine(self.state, words, self.slots)
        while choice >= 0 or choice == SEVERAL:
            if choice == SEVERAL:
                self.scorer.locate(self.slots)
                self.scorer.score(self.slots)
                choice = self.transitions.best(
                    self.slots.groups, self.slots.group_count, self.slots.scores
                )
                self.note(choice)
            self.transitions.perform(self.state, choice)
            choice = self.scorer.examine(self.state, words, self.slots)

    def note(self, choice):
        """Note how sure the arc is that a transition makes, if it makes one."""
        g: cython.int
        i: cython.int
        group: cython.int
        action: cython.int = self.transitions.actions[choice]
        dependent: cython.int = self.scorer.system.arc_dependent(self.state, action)
        power: cython.double
        total: cython.double = 0
        same: cython.double = 0
        if dependent < 0:
            return
        for g in range(self.slots.group_count):
            group = self.slots.groups[g]
            for i in range(self.transitions.first[group], self.transitions.last[group]):
                power = exp((self.slots.scores[i] - self.slots.scores[choice]) / self.unit)
                total += power
                if self.transitions.actions[i] == action:
                    same += power
        self.arcs[dependent] = cython.cast(cython.float, same / total)
        self.labels[dependent] = cython.cast(cython.float, 1 / same)


@cython.final
@cython.cclass
class SureDecoder(Decoder):
    """Parses greedily, with a scorer whose scores are logits in units of 1 / ``unit``."""

    def __init__(self, scorer: Scorer, unit: float) -> None:
        super().__init__(scorer)
        self.unit = unit

    def parse_surely(
        self, batch: Batch
    ) -> tuple[array[int], array[int], array[float], array[float]]:
        """The heads and label numbers of all words, and the probabilities of both.

        Arcs that could not be otherwise have the probability 1.
        """
        i: cython.Py_ssize_t
        d: cython.Py_ssize_t
        word: cython.Py_ssize_t = 0
        search: SureSearch = SureSearch(self.scorer, batch.longest, self.unit)
        total = sum(batch.lengths)
        heads, labels = array("i", [0]) * total, array("i", [0]) * total
        arcs, sure_labels = array("f", [0]) * total, array("f", [0]) * total
        heads_out: cython.int[::1] = heads
        labels_out: cython.int[::1] = labels
        arcs_out: cython.float[::1] = arcs
        sure_out: cython.float[::1] = sure_labels
        with cython.nogil:
            for i in range(batch.count):
                search.run(batch.lengths[i], batch.of_sentence(i))
                for d in range(1, batch.lengths[i] + 1):
                    heads_out[word] = search.state.heads[d]
                    labels_out[word] = search.state.labels[d]
                    arcs_out[word] = search.arcs[d]
                    sure_out[word] = search.labels[d]
                    word += 1
        return heads, labels, arcs, sure_labels
