"""Beam search over transition sequences: the best N configurations after each number of steps.

The score of a hypothesis is the sum of the scores of its transitions; for systems whose derivations
vary in length, it is their mean. In a step all hypotheses are scored, the best N pairs of a
hypothesis and a transition are chosen over the whole beam, and only these are carried out. A
transition that is the only one is made without a score, as in greedy parsing. A hypothesis that is
finished waits for the others and keeps its score (padding).

Of pairs with the same score the first one counts as better: that of the better hypothesis, or of
the class that greedy parsing would prefer. A beam of one is greedy parsing.
"""

from array import array

import cython
from cython.cimports.dodona.features.extractor import MAX_TEMPLATES
from cython.cimports.dodona.systems.state import NODE_SIZE
from cython.cimports.libc.limits import LLONG_MIN
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcmp, memcpy

from dodona.features.extractor import Extractor
from dodona.systems.labelled import LabelledTransitions
from dodona.systems.state import State


@cython.final
@cython.cclass
class Agenda:
    """The best candidates offered so far, best first, and no more than ``size`` of them.

    ``least`` is what a candidate must surpass to be taken.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.best = cython.cast(
            cython.pointer(Candidate), calloc(self.size, cython.sizeof(Candidate))
        )
        if self.best == cython.NULL:
            raise MemoryError()
        self.clear()

    def __dealloc__(self):
        free(self.best)

    def clear(self):
        self.count = 0
        self.least = LLONG_MIN

    def offer(self, score, parent, transition):
        """Take a candidate that is better than ``least``."""
        i: cython.int
        if self.count < self.size:
            self.count += 1
        i = self.count - 1
        while i > 0 and self.best[i - 1].score < score:
            self.best[i] = self.best[i - 1]
            i -= 1
        self.best[i].score = score
        self.best[i].parent = parent
        self.best[i].transition = transition
        if self.count == self.size:
            self.least = self.best[self.count - 1].score


@cython.cclass
class BeamSearch:
    """The working memory of a search with a beam of ``size``, for sentences of up to ``longest``
    words. It is used by one thread at a time.

    `begin` puts in the first hypothesis. Then `expand` chooses the next candidates, and `advance`
    makes them the hypotheses, until `is_finished`. There are two generations of hypotheses, the
    current one and the one before; `turn` exchanges them. A subclass says how to score.
    """

    def __init__(
        self,
        transitions: LabelledTransitions,
        extractor: Extractor,
        size: int,
        longest: int,
        width: int,
    ) -> None:
        self.system = transitions.system
        self.transitions = transitions
        self.extractor = extractor
        self.size = size
        self.width = width
        self.by_mean = type(transitions.system).varying_length
        self.state = State(longest)
        self.agenda = Agenda(size)
        self.most_views = 1 + len(transitions.system.scored_as)
        self.blocks = array("i", bytes(4 * 2 * size * NODE_SIZE * (longest + 1)))
        self.keys = array("Q", bytes(8 * size * self.most_views * MAX_TEMPLATES))
        self.scores = array("i", bytes(4 * size * width))
        self.row_scores = array("i", bytes(4 * width))
        self.hypotheses = cython.cast(
            cython.pointer(Hypothesis), calloc(2 * self.size, cython.sizeof(Hypothesis))
        )
        if self.hypotheses == cython.NULL:
            raise MemoryError()
        self.current = self.hypotheses
        self.previous = self.hypotheses + self.size

    def __dealloc__(self):
        free(self.hypotheses)

    def begin(self, tokens):
        """Start from the configuration that is in ``state``."""
        i: cython.Py_ssize_t
        self.tokens = tokens
        for i in range(2 * self.size):
            self.hypotheses[i].block = cython.address(
                self.blocks[i * NODE_SIZE * (self.state.n + 1)]
            )
        self.count = 0
        self.add(0, 0, 0)

    def add(self, score, total, decisions):
        """Make the configuration in ``state`` the next hypothesis."""
        slot: cython.int = self.count
        self.current[slot].score = score
        self.current[slot].total = total
        self.current[slot].decisions = decisions
        self.count += 1
        self.save(self.current + slot)
        self.examine(slot)

    def examine(self, slot):
        """Note what can be done with the configuration in ``state``, and its features."""
        i: cython.int
        hypothesis: cython.pointer(Hypothesis) = self.current + slot
        mask: cython.ulonglong = self.system.valid(self.state)
        hypothesis.only = FINISHED
        hypothesis.like = slot
        if mask == 0:
            return
        hypothesis.only = self.transitions.only_choice(self.state, mask)
        if hypothesis.only < 0:
            hypothesis.only = SEVERAL
            self.list_groups(hypothesis, mask)
            hypothesis.view_count = self.transitions.list_views(mask, hypothesis.views)
            self.system.look(self.state)
            self.extractor.extract(self.state, self.tokens, self.keys_of(slot, 0))
            for i in range(hypothesis.view_count):
                self.system.look_at(self.state, hypothesis.views[i])
                self.extractor.extract(self.state, self.tokens, self.keys_of(slot, i + 1))
            self.find_alike(slot)

    def list_groups(self, hypothesis, mask):
        action: cython.int = 0
        hypothesis.group_count = 0
        while mask != 0:
            if mask & 1:
                hypothesis.groups[hypothesis.group_count] = self.transitions.group(
                    self.state, action
                )
                hypothesis.group_count += 1
            mask >>= 1
            action += 1

    def find_alike(self, slot):
        """See whether a better hypothesis has the same features: then it has the same scores.

        Those with several views are not compared.
        """
        i: cython.int
        hypothesis: cython.pointer(Hypothesis) = self.current + slot
        size: cython.size_t = self.extractor.count * cython.sizeof(hash_t)
        if hypothesis.view_count:
            return
        for i in range(slot):
            if (
                self.current[i].only == SEVERAL
                and self.current[i].like == i
                and self.current[i].view_count == 0
                and memcmp(self.keys_of(i, 0), self.keys_of(slot, 0), size) == 0
            ):
                hypothesis.like = i
                return

    def keys_of(self, slot, view):
        """The features of a hypothesis; those of its own views come after the common ones."""
        return cython.address(self.keys[(slot * self.most_views + view) * MAX_TEMPLATES])

    def scores_of(self, slot):
        """The scores of all classes for a hypothesis, after `score`."""
        return cython.address(self.scores[self.current[slot].like * self.width])

    def expand(self):
        """Score the hypotheses and choose the best candidates."""
        slot: cython.int
        self.agenda.clear()
        for slot in range(self.count):
            if self.current[slot].only == SEVERAL and self.current[slot].like == slot:
                self.score_slot(slot)
            self.offer(slot)

    def score_slot(self, slot):
        """Score all transitions of a hypothesis."""
        i: cython.int
        scores: cython.p_int = cython.address(self.scores[slot * self.width])
        rows: cython.p_int = cython.address(self.row_scores[0])
        hypothesis: cython.pointer(Hypothesis) = self.current + slot
        self.score(self.keys_of(slot, 0), scores)
        for i in range(hypothesis.view_count):
            self.score(self.keys_of(slot, i + 1), rows)
            self.transitions.take_scores(hypothesis.views[i], rows, scores)

    def score(self, keys, scores):
        """Write the scores of all classes with weights of their own for these features."""

    def offer(self, slot):
        """Offer all that can follow a hypothesis to the agenda."""
        self.offer_to(self.agenda, slot, cython.NULL)

    def offer_to(self, agenda, slot, allowed):
        """Offer an agenda what can follow a hypothesis.

        If there are several classes, and ``allowed`` is given, only those that it marks.
        """
        hypothesis: cython.pointer(Hypothesis) = self.current + slot
        scores: cython.p_int
        score: cython.longlong
        g: cython.int
        i: cython.int
        if hypothesis.only != SEVERAL:
            if hypothesis.score > agenda.least:
                agenda.offer(hypothesis.score, slot, hypothesis.only)
            return
        scores = self.scores_of(slot)
        for g in range(hypothesis.group_count):
            for i in range(
                self.transitions.first[hypothesis.groups[g]],
                self.transitions.last[hypothesis.groups[g]],
            ):
                score = self.score_after(hypothesis, scores[i])
                if score > agenda.least and (allowed == cython.NULL or allowed[i]):
                    agenda.offer(score, slot, i)

    def score_after(self, hypothesis, score):
        """The score of a hypothesis after a transition with a score of its own."""
        total: cython.longlong = hypothesis.total + score
        return total * UNIT // (hypothesis.decisions + 1) if self.by_mean else total

    def advance(self):
        """Carry out the candidates that were chosen; they are the hypotheses now."""
        i: cython.int
        self.turn()
        for i in range(self.agenda.count):
            self.follow(self, self.agenda.best + i)

    def turn(self):
        """Make room for the next generation."""
        generation: cython.pointer(Hypothesis) = self.current
        self.current = self.previous
        self.previous = generation
        self.count = 0

    def follow(self, source, candidate):
        """Add the hypothesis that a candidate stands for, from the previous ones of a search."""
        parent: cython.pointer(Hypothesis) = source.previous + candidate.parent
        total: cython.longlong = parent.total
        decisions: cython.int = parent.decisions
        if parent.only == SEVERAL:
            total += source.scores[parent.like * self.width + candidate.transition]
            decisions += 1
        self.load(parent)
        if candidate.transition >= 0:
            self.transitions.perform(self.state, candidate.transition)
        self.add(candidate.score, total, decisions)

    def is_finished(self):
        """Whether all hypotheses are."""
        slot: cython.int = 0
        while slot < self.count and self.current[slot].only == FINISHED:
            slot += 1
        return slot == self.count

    def save(self, hypothesis):
        hypothesis.stack_size = self.state.stack_size
        hypothesis.front = self.state.front
        hypothesis.unshifted = self.state.unshifted
        hypothesis.left = self.state.left
        memcpy(hypothesis.block, cython.address(self.state.block[0]), self.block_bytes())

    def load(self, hypothesis):
        self.state.stack_size = hypothesis.stack_size
        self.state.front = hypothesis.front
        self.state.unshifted = hypothesis.unshifted
        self.state.left = hypothesis.left
        memcpy(cython.address(self.state.block[0]), hypothesis.block, self.block_bytes())

    def block_bytes(self):
        return NODE_SIZE * (self.state.n + 1) * cython.sizeof(cython.int)
