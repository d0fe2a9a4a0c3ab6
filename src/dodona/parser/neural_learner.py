"""Learning of a neural parser: the loss of what it does in each configuration, and its gradient.

The loss of a configuration is −log Σ p(t) over the transitions t of least cost, where p is a
softmax over those that are legal. Which configurations there are, the policy says, as for linear
models: those that the model itself comes to, once it may follow its mistakes. The gradient of a
configuration is handed down to the rows of its words at once; what is kept is no more than these.
"""

from collections.abc import Mapping, Sequence

import cython
import numpy as np
from cython.cimports.dodona.linear.hashing import hash_t
from cython.cimports.dodona.parser.neural_scorer import to_units
from cython.cimports.dodona.parser.scorer import FINISHED, SEVERAL
from cython.cimports.libc.math import expf, log

from dodona.parser.gold_trees import GoldTrees
from dodona.parser.learner import OracleLearner
from dodona.parser.neural_scorer import NeuralBatch, NeuralScorer
from dodona.parser.scorer import Workspace
from dodona.systems.gold import Gold


@cython.final
@cython.cclass
class NeuralLearner(OracleLearner):
    """Finds the gradients of the arrays of a scorer, which ``gradients`` has by the same names.

    Those of rows of words are in `to_rows` after each batch. ``dropout`` is the share of the hidden
    layer that is left out at random, ``smoothing`` is how much all legal transitions are learned
    beside those of least cost.
    """

    def __init__(
        self,
        scorer: NeuralScorer,
        golds: GoldTrees,
        gradients: Mapping[str, np.ndarray],
        *,
        oracle: str,
        seed: int,
        dropout: float = 0.2,
        smoothing: float = 0.05,
    ) -> None:
        super().__init__(scorer.transitions, golds, oracle=oracle, seed=seed)
        views = 1 + len(self.system.scored_as)
        self.scorer = scorer
        self.workspace = Workspace(scorer, 1)
        self.slot = self.workspace.slots
        self.dropout = dropout
        self.smoothing = smoothing
        self.hidden = np.zeros((views, scorer.hidden), np.float32)
        self.logits = np.zeros((views, scorer.columns), np.float32)
        self.to_logits = np.zeros((views, scorer.columns), np.float32)
        self.to_hidden = np.zeros(scorer.hidden, np.float32)
        self.probabilities = np.zeros(scorer.transitions.count, np.float32)
        self.is_candidate = np.zeros(scorer.transitions.count, np.uint8)
        self.to_hidden_biases = gradients["hidden.biases"]
        self.to_facts = gradients["facts"]
        self.to_weights = gradients["output.weights"]
        self.to_biases = gradients["output.biases"]

    def learn(
        self,
        batch: NeuralBatch,
        sentences: Sequence[int],
        *,
        explore: bool,
        p: float,
        scale: float,
    ) -> np.ndarray:
        """Go through the sentences of a batch; returns the gradient of the batch's rows.

        ``sentences`` are the numbers of their gold trees. Losses count ``scale`` times. With
        ``explore`` the model's own choice is followed though it is wrong, but for a share ``p`` of
        the cases; else one of least cost takes its place.
        """
        i: cython.Py_ssize_t
        gold: Gold
        self.explore = explore
        self.p = p
        self.scale = scale
        gradient = np.zeros((batch.rows.shape[0], batch.rows.shape[1]), np.float32)
        self.to_rows = gradient
        for i in range(batch.count):
            gold = self.golds.view(sentences[i])
            with cython.nogil:
                self.start(gold)
                self.learn_sentence(gold, batch.of_sentence(i))
        return gradient

    def learn_sentence(self, gold, words):
        choice: cython.int = self.scorer.examine(self.state, words, self.slot)
        while choice != FINISHED:
            if choice == SEVERAL:
                choice = self.learn_step(gold)
            self.transitions.perform(self.state, choice)
            choice = self.scorer.examine(self.state, words, self.slot)

    def learn_step(self, gold):
        """Score, ask the oracle, hand the gradient down; returns the transition to follow."""
        view: cython.int
        guess: cython.int
        self.score()
        guess = self.transitions.best(self.slot.groups, self.slot.group_count, self.slot.scores)
        self.ask_oracle(self.state, gold, self.slot.legal, self.slot.scores)
        self.steps += 1
        if not gold.complete and self.candidate_count == self.count_legal():
            return guess
        self.find_gradient()
        for view in range(self.slot.view_count):
            self.run_back(view)
        if self.is_candidate[guess]:
            return guess
        self.mistakes += 1
        if self.follows_mistake(gold, guess):
            return guess
        return self.candidates[self.next_random() % cython.cast(hash_t, self.candidate_count)]

    def score(self):
        """Find the logits of each view, and the scores of all transitions."""
        action: cython.int
        view: cython.int
        i: cython.int
        for view in range(self.slot.view_count):
            self.scorer.add_up(self.slot.views + view, cython.address(self.hidden[view, 0]))
            self.leave_out(cython.address(self.hidden[view, 0]))
            self.scorer.finish(
                cython.address(self.hidden[view, 0]), cython.address(self.logits[view, 0])
            )
        for i in range(self.transitions.rows):
            self.slot.scores[i] = to_units(self.logits[0, i])
        for action in range(self.slot.action_count):
            view = self.slot.numbers[action]
            for i in range(self.transitions.rows):
                self.slot.row_scores[i] = to_units(self.logits[view, i])
            self.transitions.take_scores(
                self.slot.actions[action], self.slot.row_scores, self.slot.scores
            )

    def leave_out(self, hidden):
        """Set what is negative to 0, and a share of the rest."""
        i: cython.int
        bits: hash_t = 0
        limit: hash_t = cython.cast(hash_t, self.dropout * 65536)
        factor: cython.float = 1 / (1 - self.dropout)
        for i in range(self.scorer.hidden):
            if i & 3 == 0:
                bits = self.next_random() if limit > 0 else ~cython.cast(hash_t, 0)
            hidden[i] = hidden[i] * factor if hidden[i] > 0 and (bits & 0xFFFF) >= limit else 0
            bits >>= 16

    def count_legal(self):
        """How many transitions are legal."""
        g: cython.int
        group: cython.int
        legal: cython.int = 0
        for g in range(self.slot.group_count):
            group = self.slot.groups[g]
            legal += self.transitions.last[group] - self.transitions.first[group]
        return legal

    def find_gradient(self):
        """Write the gradient of the logits of all views, and add the loss of the configuration."""
        g: cython.int
        i: cython.int
        view: cython.int
        group: cython.int
        legal: cython.int = 0
        highest: cython.float = -1e30
        total: cython.float = 0
        right: cython.float = 0
        target: cython.float
        logit: cython.float
        spread: cython.double = 0
        for view in range(self.slot.view_count):
            for i in range(self.scorer.columns):
                self.to_logits[view, i] = 0
        for g in range(self.slot.group_count):
            group = self.slot.groups[g]
            view = self.scorer.view_number(self.slot, group >> 1)
            for i in range(self.transitions.first[group], self.transitions.last[group]):
                logit = self.logits[view, self.transitions.row_of[i]]
                self.probabilities[i] = logit
                self.is_candidate[i] = 0
                highest = max(highest, logit)
                legal += 1
        for i in range(self.candidate_count):
            self.is_candidate[self.candidates[i]] = 1
        for g in range(self.slot.group_count):
            group = self.slot.groups[g]
            for i in range(self.transitions.first[group], self.transitions.last[group]):
                spread += self.probabilities[i] - highest
                self.probabilities[i] = expf(self.probabilities[i] - highest)
                total += self.probabilities[i]
                if self.is_candidate[i]:
                    right += self.probabilities[i]
        right = max(right, cython.cast(cython.float, 1e-30))
        self.loss -= (1 - self.smoothing) * log(right / total)
        self.loss -= self.smoothing * (spread / legal - log(total))
        for g in range(self.slot.group_count):
            group = self.slot.groups[g]
            view = self.scorer.view_number(self.slot, group >> 1)
            for i in range(self.transitions.first[group], self.transitions.last[group]):
                target = self.smoothing / legal
                if self.is_candidate[i]:
                    target += (1 - self.smoothing) * self.probabilities[i] / right
                self.to_logits[view, self.transitions.row_of[i]] = self.scale * (
                    self.probabilities[i] / total - target
                )

    def run_back(self, view):
        """Hand the gradient of a view's logits down to all that they were made of."""
        i: cython.int
        loops: cython.pointer(cython.const[Loops]) = self.scorer.loops
        hidden: cython.p_float = cython.address(self.hidden[view, 0])
        to_logits: cython.p_float = cython.address(self.to_logits[view, 0])
        to_hidden: cython.p_float = cython.address(self.to_hidden[0])
        size: cython.int = self.scorer.hidden
        width: cython.int = self.scorer.columns
        factor: cython.float = 1 / (1 - self.dropout)
        number: cython.Py_ssize_t
        loops.add(cython.address(self.to_biases[0]), to_logits, width)
        for i in range(size):
            to_hidden[i] = 0
            if hidden[i] != 0:
                to_hidden[i] = factor * loops.dot(
                    cython.address(self.scorer.weights[i, 0]), to_logits, width
                )
                loops.add_scaled(cython.address(self.to_weights[i, 0]), to_logits, hidden[i], width)
        loops.add(cython.address(self.to_hidden_biases[0]), to_hidden, size)
        for i in range(self.scorer.word_slots):
            number = self.slot.views[view].numbers[1 + i]
            loops.add(cython.address(self.to_rows[number, i * size]), to_hidden, size)
        for i in range(self.scorer.fact_slots):
            number = self.slot.views[view].numbers[1 + self.scorer.word_slots + i]
            loops.add(cython.address(self.to_facts[number, 0]), to_hidden, size)
