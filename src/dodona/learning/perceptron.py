"""Online training of a greedy parser: Algorithms 2 and 3 of Goldberg & Nivre (2012).

Both are one loop. With the static oracle the set of best transitions holds its one transition, and
training follows it; with a dynamic oracle the set holds all transitions of least cost, and the
exploration policy says which transition training follows.
"""

from array import array
from collections.abc import Sequence

import cython
from cython.cimports.dodona.features.extractor import MAX_TEMPLATES
from cython.cimports.dodona.features.hashing import hash_t, scramble

from dodona.features.extractor import Extractor
from dodona.features.tokens import TokenBatch
from dodona.learning.weights import Weights
from dodona.systems.exact_oracles import exact_oracle
from dodona.systems.gold import Gold
from dodona.systems.labelled import LabelledTransitions
from dodona.systems.state import State


@cython.cclass
class Learner:
    """Learns weights from sentences, a stretch at a time.

    With the oracle ``static`` training follows its one path. With ``nondet`` and ``dynamic`` it
    follows the model's own choice if that has the least cost (policy *ambiguity*), and where
    ``explore`` is on, also if it has not, but for a share ``follow_gold`` of the cases (policy
    *explore*, the paper's p). ``nondet`` asks the partial oracle, which knows gold paths only. For
    trees that ask for exact costs these take the place of the system's own.
    """

    def __init__(
        self,
        transitions: LabelledTransitions,
        extractor: Extractor,
        tokens: TokenBatch,
        golds: Sequence[Gold],
        *,
        oracle: str,
        seed: int,
    ) -> None:
        self.system = transitions.system
        self.system.reserve(tokens.longest)
        self.transitions = transitions
        self.extractor = extractor
        self.weights = Weights(transitions.rows)
        self.tokens = tokens
        self.golds = list(golds)
        longest = max((gold.n for gold in golds if gold.exact), default=0)
        self.exact = exact_oracle(self.system, longest) if longest else None
        self.state = State(tokens.longest)
        self.static = oracle == "static"
        self.partial = oracle == "nondet"
        self.random_state = scramble(cython.cast(hash_t, seed) + 1)
        self.scores = array("i", [0] * transitions.count)
        self.row_scores = array("i", [0] * transitions.rows)
        self.candidates = array("i", [0] * transitions.count)

    def learn(self, sentences: Sequence[int], explore: bool, follow_gold: float) -> None:
        """Learn from the sentences of these numbers, in this order."""
        index: cython.Py_ssize_t
        gold: Gold
        self.explore = explore
        self.follow_gold = follow_gold
        for index in sentences:
            gold = self.golds[index]
            tokens: cython.pointer(cython.const[hash_t]) = self.tokens.of_sentence(index)
            with cython.nogil:
                self.learn_sentence(gold, tokens)

    def shuffle(self, sentences: list[int]) -> None:
        """Put a list into a random order (Fisher & Yates)."""
        for i in range(len(sentences) - 1, 0, -1):
            j = self.next_random() % (i + 1)
            sentences[i], sentences[j] = sentences[j], sentences[i]

    def learn_sentence(self, gold, tokens):
        mask: cython.ulonglong
        only: cython.int
        self.system.start(self.state, gold.n)
        if gold.exact:
            self.exact.prepare(gold)
        while True:
            mask = self.system.valid(self.state)
            if mask == 0:
                return 0
            only = self.transitions.only_choice(self.state, mask)
            if only < 0:
                only = self.learn_step(gold, tokens, mask)
            self.transitions.perform(self.state, only)

    def learn_step(self, gold, tokens, mask):
        """Score, compare with the oracle, update; returns the transition to follow."""
        keys: hash_t[MAX_TEMPLATES]
        gold_mask: cython.ulonglong
        guess: cython.int
        best: cython.int
        count: cython.int = 0
        is_best: cython.bint = False
        i: cython.int
        self.system.look(self.state)
        self.extractor.extract(self.state, tokens, keys)
        self.weights.score(keys, self.extractor.count, cython.address(self.scores[0]))
        self.score_views(tokens, mask)
        guess = self.transitions.best(self.state, mask, cython.address(self.scores[0]))
        gold_mask = self.ask_oracle(self.state, gold, mask)
        best = self.transitions.best_gold(
            self.state,
            gold,
            gold_mask,
            cython.address(self.scores[0]),
            cython.address(self.candidates[0]),
            cython.address(count),
        )
        for i in range(count):
            is_best = is_best or self.candidates[i] == guess
        self.steps += 1
        if not is_best:
            self.mistakes += 1
            if best < self.transitions.rows and guess < self.transitions.rows:
                self.weights.update(keys, self.extractor.count, best, guess)
            else:
                self.adjust(tokens, best, 1)
                self.adjust(tokens, guess, -1)
        self.weights.time += 1
        if is_best or (self.explore and self.random_share() > self.follow_gold):
            return guess
        return self.candidates[self.next_random() % cython.cast(hash_t, count)]

    def score_views(self, tokens, mask):
        """Score the legal actions that have a view of their own."""
        keys: hash_t[MAX_TEMPLATES]
        actions: cython.int[64]
        rows: cython.p_int = cython.address(self.row_scores[0])
        i: cython.int
        for i in range(self.transitions.list_views(mask, actions)):
            self.system.look_at(self.state, actions[i])
            self.extractor.extract(self.state, tokens, keys)
            self.weights.score(keys, self.extractor.count, rows)
            self.transitions.take_scores(actions[i], rows, cython.address(self.scores[0]))

    def adjust(self, tokens, transition, by):
        """Add ``by`` to the weights of a transition for the features that it sees."""
        keys: hash_t[MAX_TEMPLATES]
        self.transitions.look(self.state, transition)
        self.extractor.extract(self.state, tokens, keys)
        return self.weights.adjust(
            keys, self.extractor.count, self.transitions.row_of[transition], by
        )

    def ask_oracle(self, state, gold, mask):
        """Leave the costs of the legal actions in ``gold``; returns the actions to choose from."""
        action: cython.ulonglong = 1
        if self.static:
            return action << self.system.static_action(state, gold)
        if self.partial:
            self.system.fill_partial_costs(state, gold)
        elif gold.exact:
            self.exact.fill_costs(state, gold)
        else:
            self.system.fill_costs(state, gold)
        self.system.prefer(state, gold)
        return mask

    def next_random(self):
        """Splitmix: the next of a sequence that the seed determines."""
        self.random_state += cython.cast(hash_t, 0x9E3779B97F4A7C15)
        return scramble(self.random_state * cython.cast(hash_t, 0xBF58476D1CE4E5B9))

    def random_share(self):
        """A random number from 0 up to 1."""
        return cython.cast(cython.double, self.next_random() >> 11) / 9007199254740992.0
