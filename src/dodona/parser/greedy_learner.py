"""Online training of a greedy parser: Algorithms 2 and 3 of Goldberg & Nivre (2012).

Both are one loop. With the static oracle the set of best transitions holds its one transition, and
training follows it; with a dynamic oracle the set holds all transitions of least cost, and the
exploration policy says which transition training follows.
"""

import cython
from cython.cimports.dodona.linear.hashing import hash_t
from cython.cimports.dodona.parser.scorer import FINISHED, SEVERAL

from dodona.parser.gold_trees import GoldTrees
from dodona.parser.learner import ParserLearner
from dodona.parser.linear_scorer import LearningScorer
from dodona.parser.scorer import Batch, Workspace


@cython.final
@cython.cclass
class GreedyLearner(ParserLearner):
    """Learns weights for greedy parsing. An example is a configuration with a choice.

    With the oracle ``static`` training follows its one path. With ``nondet`` and ``dynamic`` it
    follows the model's own choice if that has the least cost (policy *ambiguity*), and where
    ``explore`` is on, also if it has not, but for a share ``p`` of the cases (policy
    *explore*, the paper's p).
    """

    def __init__(
        self,
        scorer: LearningScorer,
        batch: Batch,
        golds: GoldTrees,
        *,
        oracle: str,
        seed: int,
    ) -> None:
        super().__init__(scorer, batch, golds, oracle=oracle, seed=seed)
        self.workspace = Workspace(scorer, 1)
        self.slot = self.workspace.slots

    def learn_sentence(self, gold, words):
        choice: cython.int = self.scorer.examine(self.state, words, self.slot)
        while choice != FINISHED:
            if choice == SEVERAL:
                choice = self.learn_step(gold)
            self.transitions.perform(self.state, choice)
            choice = self.scorer.examine(self.state, words, self.slot)
        return 0

    def learn_step(self, gold):
        """Score, compare with the oracle, update; returns the transition to follow."""
        slot: cython.pointer(Slot) = self.slot
        guess: cython.int
        best: cython.int
        is_best: cython.bint = False
        i: cython.int
        self.scorer.locate(slot)
        self.scorer.score(slot)
        guess = self.transitions.best(slot.groups, slot.group_count, slot.scores)
        best = self.ask_oracle(self.state, gold, slot.legal, slot.scores)
        for i in range(self.candidate_count):
            is_best = is_best or self.candidates[i] == guess
        self.steps += 1
        if not is_best:
            self.mistakes += 1
            self.scorer.update(slot, best, guess)
        self.weights.time += 1
        if is_best or self.follows_mistake(gold, guess):
            return guess
        return self.candidates[self.next_random() % cython.cast(hash_t, self.candidate_count)]
