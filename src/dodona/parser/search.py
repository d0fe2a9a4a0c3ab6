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
from cython.cimports.dodona.parser.scorer import FINISHED, SEVERAL
from cython.cimports.dodona.systems.state import NODE_SIZE
from cython.cimports.libc.limits import LLONG_MIN
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy

from dodona.parser.decoder import Search
from dodona.parser.scorer import Scorer


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
class BeamSearch(Search):
    """A search with a beam of ``size``.

    `begin` puts in the first hypothesis. Then `expand` chooses the next candidates, and `advance`
    makes them the hypotheses, until `is_finished`. There are two generations of hypotheses, the
    current one and the one before; `turn` exchanges them. What can follow a hypothesis of the
    current generation is in the slot of its number; the scores there are those of the generation
    that was expanded last.
    """

    def __init__(self, scorer: Scorer, size: int, longest: int) -> None:
        super().__init__(scorer, size, longest)
        self.size = size
        self.by_mean = type(scorer.system).varying_length
        self.agenda = Agenda(size)
        self.blocks = array("i", bytes(4 * 2 * size * NODE_SIZE * (longest + 1)))
        self.hypotheses = cython.cast(
            cython.pointer(Hypothesis), calloc(2 * self.size, cython.sizeof(Hypothesis))
        )
        if self.hypotheses == cython.NULL:
            raise MemoryError()
        self.current = self.hypotheses
        self.previous = self.hypotheses + self.size

    def __dealloc__(self):
        free(self.hypotheses)

    def run(self, n, words):
        """Parse one sentence; the hypotheses are finished afterwards, the best one first.

        The configuration of the best one is in ``state``.
        """
        self.begin(n, words)
        while not self.is_finished():
            self.expand()
            self.advance()
        self.load(self.current)

    def derive(self, n, words):
        slot: cython.int
        paths: list = [[]]
        self.begin(n, words)
        while not self.is_finished():
            self.expand()
            following: list = []
            for slot in range(self.agenda.count):
                path: list = list(paths[self.agenda.best[slot].parent])
                if self.agenda.best[slot].transition >= 0:
                    path.append(self.agenda.best[slot].transition)
                following.append(path)
            paths = following
            self.advance()
        return paths[0]

    def begin(self, n, words):
        """Make the initial configuration the only hypothesis."""
        self.scorer.system.start(self.state, n)
        self.clear(n, words)
        self.add(0, 0, 0)

    def clear(self, n, words):
        """Have no hypothesis; those to come are of a sentence of n words."""
        i: cython.Py_ssize_t
        self.words = words
        self.state.n = n
        for i in range(2 * self.size):
            self.hypotheses[i].block = cython.address(self.blocks[i * NODE_SIZE * (n + 1)])
        self.count = 0

    def add(self, score, total, decisions):
        """Make the configuration in ``state`` the next hypothesis."""
        slot: cython.int = self.count
        hypothesis: cython.pointer(Hypothesis) = self.current + slot
        hypothesis.score = score
        hypothesis.total = total
        hypothesis.decisions = decisions
        self.count += 1
        self.save(hypothesis)
        hypothesis.only = self.scorer.examine(self.state, self.words, self.slots + slot)
        hypothesis.like = self.find_alike(slot) if hypothesis.only == SEVERAL else slot

    def find_alike(self, slot):
        """The slot of the first hypothesis that has the same scores."""
        i: cython.int
        for i in range(slot):
            if (
                self.current[i].only == SEVERAL
                and self.current[i].like == i
                and self.scorer.scores_alike(self.slots + i, self.slots + slot)
            ):
                return i
        return slot

    def scores_of(self, hypothesis):
        """The scores of all transitions for a hypothesis, after `expand`."""
        return self.slots[hypothesis.like].scores

    def expand(self):
        """Score the hypotheses and choose the best candidates."""
        slot: cython.int
        self.agenda.clear()
        for slot in range(self.count):
            if self.current[slot].only == SEVERAL and self.current[slot].like == slot:
                self.scorer.locate(self.slots + slot)
        for slot in range(self.count):
            if self.current[slot].only == SEVERAL and self.current[slot].like == slot:
                self.scorer.score(self.slots + slot)
            self.offer(slot)

    def offer(self, slot):
        """Offer all that can follow a hypothesis to the agenda."""
        self.offer_to(self.agenda, slot, cython.NULL)

    def offer_to(self, agenda, slot, allowed):
        """Offer an agenda what can follow a hypothesis.

        If there are several classes, and ``allowed`` is given, only those that it marks.
        """
        hypothesis: cython.pointer(Hypothesis) = self.current + slot
        scores: cython.p_int
        refused: cython.longlong
        group: cython.int
        g: cython.int
        i: cython.int
        if hypothesis.only != SEVERAL:
            if hypothesis.score > agenda.least:
                agenda.offer(hypothesis.score, slot, hypothesis.only)
            return
        scores = self.scores_of(hypothesis)
        refused = _highest_refused(self, hypothesis, agenda.least)
        for g in range(self.slots[slot].group_count):
            group = self.slots[slot].groups[g]
            for i in range(self.transitions.first[group], self.transitions.last[group]):
                if scores[i] <= refused or (allowed != cython.NULL and not allowed[i]):
                    continue
                agenda.offer(self.score_after(hypothesis, scores[i]), slot, i)
                refused = _highest_refused(self, hypothesis, agenda.least)

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
            total += source.scores_of(parent)[candidate.transition]
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
        hypothesis.second_size = self.state.second_size
        hypothesis.mode = self.state.mode
        hypothesis.front = self.state.front
        hypothesis.stand_in = self.state.stand_in
        hypothesis.partner = self.state.partner
        memcpy(hypothesis.block, cython.address(self.state.block[0]), self.block_bytes())

    def load(self, hypothesis):
        self.state.stack_size = hypothesis.stack_size
        self.state.second_size = hypothesis.second_size
        self.state.mode = hypothesis.mode
        self.state.front = hypothesis.front
        self.state.stand_in = hypothesis.stand_in
        self.state.partner = hypothesis.partner
        memcpy(cython.address(self.state.block[0]), hypothesis.block, self.block_bytes())

    def block_bytes(self):
        return NODE_SIZE * (self.state.n + 1) * cython.sizeof(cython.int)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _highest_refused(
    search: BeamSearch, hypothesis: cython.pointer(Hypothesis), least: cython.longlong
) -> cython.longlong:
    """The highest score of a transition after which a hypothesis has no more than ``least``.

    It is `BeamSearch.score_after` the other way round, without a division for each transition.
    """
    total: cython.longlong = least
    if least == LLONG_MIN:
        return LLONG_MIN
    if search.by_mean:  # a mean is rounded towards zero, a shift downwards
        if least >= 0:
            total = ((least + 1) * (hypothesis.decisions + 1) - 1) >> UNIT_BITS
        else:
            total = (least * (hypothesis.decisions + 1)) >> UNIT_BITS
    return total - hypothesis.total
