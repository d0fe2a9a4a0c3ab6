"""Online training of a parser with a beam: a structured perceptron.

Collins & Roark 2004 (*early* update), Huang, Fayong & Guo 2012 (*max-violation*), and Aufrant,
Wisniewski & Yvon 2017, *Don't Stop Me Now! Using Global Dynamic Oracles to Correct Training Biases
of Transition-Based Dependency Parsers*.

A hypothesis is *correct* if the oracle allows each of its transitions, from the configuration on
where the search began. With the static oracle that is the one canonical derivation. With a dynamic
oracle it is every derivation that has lost nothing since; where something must be lost, as on
trees that the system cannot derive, every one whose transitions all have the least cost.

The reference of an update is the best correct hypothesis: of the beam, or, once none is left
there, of a second beam that holds correct hypotheses only.
"""

from array import array

import cython
from cython.cimports.dodona.parser.scorer import SEVERAL
from cython.cimports.libc.string import memset

from dodona.parser.gold_trees import GoldTrees
from dodona.parser.history import History
from dodona.parser.learner import ParserLearner
from dodona.parser.linear_scorer import LearningScorer
from dodona.parser.scorer import Batch, Scorer, Workspace
from dodona.parser.search import Agenda, BeamSearch
from dodona.systems.state import State


@cython.cclass
class TrainingSearch(BeamSearch):
    """A search that knows which hypotheses are correct.

    ``correct_agenda`` holds the best correct candidates, whether they are in the beam or not. With
    ``correct_only`` there are no others. For both generations of hypotheses, ``nodes`` are their
    places in the history and ``allowed`` tells the classes that keep a hypothesis correct.
    """

    def __init__(self, scorer: Scorer, size: int, longest: int, correct_only: bool) -> None:
        super().__init__(scorer, size, longest)
        self.width = scorer.transitions.count
        self.correct_only = correct_only
        self.correct_agenda = Agenda(size)
        self.nodes = array("i", bytes(4 * 2 * size))
        self.is_correct = array("i", bytes(4 * 2 * size))
        self.allowed = array("b", bytes(2 * size * self.width))

    def offer(self, slot):
        index: cython.Py_ssize_t = self.current + slot - self.hypotheses
        if slot == 0:
            self.correct_agenda.clear()
        if not self.correct_only:
            self.offer_to(self.agenda, slot, cython.NULL)
        if self.is_correct[index]:
            self.offer_to(
                self.correct_agenda, slot, cython.address(self.allowed[index * self.width])
            )

    def keeps_correct(self, candidate):
        """Whether a candidate that was chosen in the current generation is correct."""
        index: cython.Py_ssize_t = self.current + candidate.parent - self.hypotheses
        if not self.is_correct[index] or self.current[candidate.parent].only != SEVERAL:
            return self.is_correct[index]
        return self.allowed[index * self.width + candidate.transition]

    def has_correct(self):
        """Whether one of the candidates chosen for the beam is correct."""
        i: cython.int = 0
        while i < self.agenda.count and not self.keeps_correct(self.agenda.best + i):
            i += 1
        return i < self.agenda.count

    def node_of(self, candidate):
        """The node of the hypothesis of the current generation that a candidate goes on from."""
        return self.nodes[self.current + candidate.parent - self.hypotheses]


@cython.cclass
class BeamLearner(ParserLearner):
    """Learns weights for parsing with a beam of ``beam`` hypotheses.

    With ``max_violation`` the update is made where the best hypothesis is ahead of the reference
    the most, else where the last correct hypothesis leaves the beam (or at the end, if it comes
    out second). With ``restart`` training then goes on from the best hypothesis there, right or
    wrong, with a new search, else with the next sentence. An example is a search.
    """

    def __init__(
        self,
        scorer: LearningScorer,
        batch: Batch,
        golds: GoldTrees,
        *,
        oracle: str,
        seed: int,
        beam: int,
        max_violation: bool,
        restart: bool,
    ) -> None:
        super().__init__(scorer, batch, golds, oracle=oracle, seed=seed)
        self.max_violation = max_violation
        self.restart = restart
        self.history = History()
        self.twin = State(batch.longest)
        self.workspace = Workspace(scorer, 2)
        self.main = TrainingSearch(scorer, beam, batch.longest, False)
        self.reference = TrainingSearch(scorer, beam, batch.longest, True)
        self.good_path = array("i", [0])
        self.bad_path = array("i", [0])

    def learn_sentence(self, gold, words):
        mistaken: cython.bint = True
        while mistaken and self.system.valid(self.state) != 0:
            mistaken = self.search(gold, words)
            if mistaken:
                self.update(words)
            self.steps += 1
            self.mistakes += mistaken
            self.weights.time += 1
            mistaken = mistaken and self.restart
        return 0

    def search(self, gold, words):
        """Search from ``state`` on, until an update is called for or the end.

        Returns whether one is; the nodes to update with are ``good_node`` and ``bad_node``.
        """
        fallen: cython.bint = False
        is_wrong: cython.bint = False
        self.begin(gold, words)
        while not (self.main.is_finished() and self.reference.is_finished()):
            self.main.expand()
            if self.reference.count > 0:
                self.reference.expand()
                is_wrong = True
                self.compare(self.reference)
            else:
                is_wrong = not self.main.keeps_correct(self.main.agenda.best)
                if is_wrong:
                    self.compare(self.main)
                fallen = not self.main.has_correct()
                if fallen and not self.max_violation:
                    break
            self.advance(gold, fallen)
            fallen = False
        return is_wrong

    def begin(self, gold, words):
        self.history.clear()
        self.largest = LLONG_MIN
        self.reference.clear(gold.n, words)
        self.main.clear(gold.n, words)
        self.main.state.copy_from(self.state)
        self.main.add(0, 0, 0)
        self.mark(self.main, 0, True, gold)
        return 0

    def compare(self, source):
        """Note where to update: at the last step, or where the violation is the largest."""
        good: cython.pointer(Candidate) = source.correct_agenda.best
        bad: cython.pointer(Candidate) = self.main.agenda.best
        violation: cython.longlong = bad.score - good.score
        if violation > self.largest or not self.max_violation:
            self.largest = violation
            self.good_node = self.history.add(source.node_of(good), good.transition)
            self.bad_node = self.history.add(self.main.node_of(bad), bad.transition)
        return 0

    def advance(self, gold, fallen):
        """Carry out the candidates of both beams; if the last correct one has left the first, the
        second one begins.
        """
        i: cython.int
        self.main.turn()
        for i in range(self.main.agenda.count):
            self.take(self.main, self.main, self.main.agenda.best + i, gold)
        if fallen:
            for i in range(self.main.correct_agenda.count):
                self.take(self.reference, self.main, self.main.correct_agenda.best + i, gold)
        elif self.reference.count > 0:
            self.reference.turn()
            for i in range(self.reference.correct_agenda.count):
                candidate: cython.pointer(Candidate) = self.reference.correct_agenda.best + i
                self.take(self.reference, self.reference, candidate, gold)
        return 0

    def take(self, target, source, candidate, gold):
        """Add a candidate of one search to a search."""
        parent: cython.Py_ssize_t = source.previous + candidate.parent - source.hypotheses
        is_correct: cython.bint = source.is_correct[parent] and (
            source.previous[candidate.parent].only != SEVERAL
            or source.allowed[parent * source.width + candidate.transition]
        )
        target.follow(source, candidate)
        return self.mark(
            target, self.history.add(source.nodes[parent], candidate.transition), is_correct, gold
        )

    def mark(self, search, node, is_correct, gold):
        """Note what is known of the newest hypothesis, whose configuration is still at hand."""
        i: cython.int
        slot: cython.pointer(Slot) = search.slots + search.count - 1
        index: cython.Py_ssize_t = search.current + search.count - 1 - search.hypotheses
        search.nodes[index] = node
        search.is_correct[index] = is_correct
        if is_correct and search.hypotheses[index].only == SEVERAL:
            memset(cython.address(search.allowed[index * search.width]), 0, search.width)
            self.ask_oracle(search.state, gold, slot.legal, slot.scores)
            for i in range(self.candidate_count):
                search.allowed[index * search.width + self.candidates[i]] = 1
        return 0

    def update(self, words):
        """Add the features of the good derivation, take away those of the bad one.

        Afterwards ``state`` is what the bad one has led to.
        """
        i: cython.Py_ssize_t = 0
        length: cython.Py_ssize_t = self.history.length(self.bad_node)
        if length > self.good_path.shape[0]:
            self.make_room(length)
        good: cython.p_int = cython.address(self.good_path[0])
        bad: cython.p_int = cython.address(self.bad_path[0])
        self.history.trace(self.good_node, good)
        self.history.trace(self.bad_node, bad)
        while good[i] == bad[i]:
            self.perform(self.state, bad[i])
            i += 1
        self.twin.copy_from(self.state)
        while i < length:
            self.update_step(words, good[i], bad[i])
            self.perform(self.twin, good[i])
            self.perform(self.state, bad[i])
            i += 1
        return 0

    def update_step(self, words, good, bad):
        """Where both make the same transition, the features that they share stay as they are."""
        slots: cython.pointer(Slot) = self.workspace.slots
        one: cython.pointer(View) = self.read(self.twin, words, good, slots)
        other: cython.pointer(View) = self.read(self.state, words, bad, slots + 1)
        count: cython.int
        i: cython.int
        if good == bad and one != cython.NULL and other != cython.NULL:
            count = 0
            for i in range(one.size):
                if one.numbers[i] != other.numbers[i]:
                    one.numbers[count] = one.numbers[i]
                    other.numbers[count] = other.numbers[i]
                    count += 1
            one.size = count
            other.size = count
        if one != cython.NULL and one.size:
            self.scorer.adjust(one, good, 1)
        if other != cython.NULL and other.size:
            self.scorer.adjust(other, bad, -1)
        return 0

    def read(self, state, words, transition, slot):
        """What a transition sees in a configuration; NULL, if nothing had to be decided there."""
        if transition < 0 or self.scorer.examine(state, words, slot) != SEVERAL:
            return cython.NULL
        return self.scorer.view_of(slot, transition)

    def perform(self, state, transition):
        if transition >= 0:
            self.transitions.perform(state, transition)

    def make_room(self, length):
        self.good_path = array("i", bytes(8 * length))
        self.bad_path = array("i", bytes(8 * length))
        return 0
