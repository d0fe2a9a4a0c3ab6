"""Online training of a parser: what all learners have in common, and all linear ones."""

from array import array
from collections.abc import Sequence

import cython
from cython.cimports.dodona.linear.hashing import hash_t, scramble

from dodona.parser.gold_trees import GoldTrees
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.linear_scorer import LearningScorer
from dodona.parser.scorer import Batch
from dodona.systems.exact_oracles import exact_oracle
from dodona.systems.gold import Gold
from dodona.systems.state import State


@cython.cclass
class OracleLearner:
    """What follows an oracle through the sentences of a treebank, whatever it learns there.

    The oracle is ``static``, ``nondet``, which knows gold paths only, or ``dynamic``. For trees
    that ask for exact costs these take the place of the system's own. ``golds`` are all trees that
    there will be. A subclass counts ``steps`` and ``mistakes``.
    """

    def __init__(
        self, transitions: LabelledTransitions, golds: GoldTrees, *, oracle: str, seed: int
    ) -> None:
        longest: cython.int = max(golds.lengths, default=0)
        self.golds = golds
        self.system = transitions.system
        self.transitions = transitions
        if oracle == "dynamic":
            self.system.check_length(longest)
        self.system.reserve(longest)
        self.state = State(longest)
        longest = golds.longest_exact
        self.exact = exact_oracle(self.system, longest) if longest else None
        self.static = oracle == "static"
        self.nondet = oracle == "nondet"
        self.random_state = scramble(cython.cast(hash_t, seed) + 1)
        self.candidates = array("i", [0] * self.transitions.count)

    def start(self, gold):
        """Begin a sentence: its initial configuration is in ``state``."""
        self.system.start(self.state, gold.n)
        if gold.exact:
            self.exact.prepare(gold)

    def shuffle(self, sentences: list[int]) -> None:
        """Put a list into a random order (Fisher & Yates)."""
        for i in range(len(sentences) - 1, 0, -1):
            j = self.next_random() % (i + 1)
            sentences[i], sentences[j] = sentences[j], sentences[i]

    def ask_oracle(self, state, gold, mask, scores):
        """Write the transitions that the oracle allows to ``candidates``.

        Returns the one with the highest score. ``mask`` are the legal actions.
        """
        action: cython.ulonglong = 1
        if self.static:
            mask = action << self.system.static_action(state, gold)
        else:
            self.fill_costs(state, gold)
        return self.transitions.best_gold(
            state,
            gold,
            mask,
            scores,
            cython.address(self.candidates[0]),
            cython.address(self.candidate_count),
        )

    def fill_costs(self, state, gold):
        """Leave the costs of the legal actions in ``gold``."""
        if self.nondet:
            self.system.fill_nondet_costs(state, gold)
        elif gold.exact:
            self.exact.fill_costs(state, gold)
        else:
            self.system.fill_costs(state, gold)
        self.system.prefer(state, gold)

    def follows_mistake(self, gold, guess):
        """Whether to go on with the model's own choice though it is wrong."""
        return (
            self.explore
            and self.random_share() > self.p
            and self.system.is_explored(self.state, gold, self.transitions.actions[guess])
        )

    def next_random(self):
        """Splitmix: the next of a sequence that the seed determines."""
        self.random_state += cython.cast(hash_t, 0x9E3779B97F4A7C15)
        return scramble(self.random_state * cython.cast(hash_t, 0xBF58476D1CE4E5B9))

    def random_share(self):
        """A random number from 0 up to 1."""
        return cython.cast(cython.double, self.next_random() >> 11) / 9007199254740992.0


@cython.cclass
class ParserLearner(OracleLearner):
    """Learns the weights of a linear scorer from a batch of its sentences, a stretch at a time.

    A subclass says how to learn from a sentence.
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
        super().__init__(scorer.transitions, golds, oracle=oracle, seed=seed)
        self.scorer = scorer
        self.weights = scorer.weights
        self.batch = batch

    def learn(self, sentences: Sequence[int], explore: bool, p: float) -> None:
        """Learn from the sentences of these numbers, in this order."""
        index: cython.Py_ssize_t
        gold: Gold
        self.explore = explore
        self.p = p
        for index in sentences:
            gold = self.golds.view(index)
            with cython.nogil:
                self.start(gold)
                self.learn_sentence(gold, self.batch.of_sentence(index))

    def learn_sentence(self, gold, words):
        """Learn from a sentence; its initial configuration is in ``state``."""
        return 0
