"""Parsing that keeps arcs: a scorer which offers only transitions that leave them within reach.

A dynamic oracle knows of each transition how many gold arcs it puts out of reach. With the arcs to
keep as the gold tree, of which the other heads are not known, a transition that costs nothing keeps
them all, and where they are part of a tree that the system derives there is always one. So whatever
the scores are, and whatever the search, the arcs are in the tree.
"""

from collections.abc import Iterable, Sequence

import cython
from cython.cimports.dodona.parser.labelled import MISSING
from cython.cimports.dodona.parser.scorer import FINISHED, SEVERAL, read_views

from dodona.linear.words import WordBatch
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.scorer import Batch, Scorer
from dodona.systems import parsing_system
from dodona.systems.gold import Gold
from dodona.treebank.sentence import Sentence


@cython.final
@cython.cclass
class KeepingScorer(Scorer):
    """The scores of another scorer, in sentences of which some arcs are kept.

    ``golds`` are these arcs, for each sentence of a batch; None where there are none. If they are
    not part of a tree that the system derives, with labels that transitions give, parsing ends
    before all words have heads. It is used by one thread: oracles of some systems take notes.
    """

    def __init__(self, inner: Scorer, golds: Iterable[Gold | None]) -> None:
        given = inner.transitions
        system = parsing_system(inner.system.name, single_root=inner.system.single_root)
        transitions = LabelledTransitions(system, given.labels, given.classes[: given.rows])
        super().__init__(transitions, inner.width, inner.mirrored)
        self.inner = inner
        self.golds = list(golds)
        self.is_free = True
        system.reserve(max((gold.n for gold in self.golds if gold is not None), default=0))

    def prepare(self, sentences: Sequence[Sentence], words: WordBatch | None = None) -> Batch:
        return KeepingBatch(self, self.inner.prepare(sentences, words))

    def turn_to(self, index):
        """Go on with the sentence at this place of the batch."""
        self.is_free = self.golds[index] is None
        if not self.is_free:
            self.gold = self.golds[index]
        return 0

    def examine(self, state, words, slot):
        group: cython.int
        if self.is_free:
            return Scorer.examine(self, state, words, slot)
        slot.legal = self.system.valid(state)
        if slot.legal == 0:
            return FINISHED
        slot.group_count = self.list_keeping(state, slot)
        if slot.group_count == 0:
            return FINISHED
        if slot.group_count == 1:
            group = slot.groups[0]
            if self.transitions.last[group] - self.transitions.first[group] == 1:
                return self.transitions.first[group]
        read_views(self, state, words, slot)
        return SEVERAL

    def list_keeping(self, state, slot):
        """Write the groups of the transitions that cost nothing, and leave only these legal.

        Of an arc with a label to keep it is the one class with this label. Returns how many.
        """
        action: cython.int = 0
        group: cython.int
        only: cython.int
        count: cython.int = 0
        one: cython.ulonglong = 1
        mask: cython.ulonglong = slot.legal
        slot.legal = 0
        self.system.fill_costs(state, self.gold)
        while mask != 0:
            if mask & 1 and self.gold.costs[action] == 0:
                group = self.transitions.group(state, action)
                only = MISSING
                if self.transitions.first[group] < self.transitions.last[group]:
                    only = self.transitions.gold_class(state, self.gold, action)
                if only != MISSING:
                    slot.groups[count] = group if only < 0 else self.transitions.alone + only
                    slot.legal |= one << action
                    count += 1
            mask >>= 1
            action += 1
        return count

    def read_view(self, state, words, view):
        self.inner.read_view(state, words, view)

    def locate_view(self, view):
        self.inner.locate_view(view)

    def score_view(self, view, scores):
        self.inner.score_view(view, scores)


@cython.final
@cython.cclass
class KeepingBatch(Batch):
    """Sentences as the scorer of a `KeepingScorer` has prepared them, for one thread."""

    def __init__(self, scorer: KeepingScorer, inner: Batch) -> None:
        self.scorer = scorer
        self.inner = inner
        self.count = inner.count
        self.longest = inner.longest
        self.lengths = inner.lengths

    def of_sentence(self, index):
        with cython.gil:
            self.scorer.turn_to(index)
        return self.inner.of_sentence(index)
