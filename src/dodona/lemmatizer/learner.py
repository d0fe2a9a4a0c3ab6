"""Online training of a lemmatiser: an averaged perceptron with a margin, one word at a time."""

from array import array
from collections.abc import Sequence

import cython
from cython.cimports.dodona.lemmatizer.decoder import best_script
from cython.cimports.dodona.linear.hashing import hash_t
from cython.cimports.dodona.linear.word_features import MOST_TEMPLATES
from cython.cimports.dodona.linear.words import ATTRIBUTES

from dodona.lemmatizer.scripts import ScriptSet
from dodona.linear.weights import Weights
from dodona.linear.word_features import WordFeatures
from dodona.linear.words import WordBatch


@cython.final
@cython.cclass
class LemmaLearner:
    """Learns the weights of the first ``classes`` scripts from examples.

    An example is a word of the batch (the number of a sentence and of a word in it, counted from
    0), its length in characters and its gold script. It is learned from if the gold script does not
    lead all others that apply by ``margin``.
    """

    def __init__(
        self,
        scripts: ScriptSet,
        features: WordFeatures,
        batch: WordBatch,
        examples: Sequence[tuple[int, int, int, int]],
        *,
        classes: int,
        margin: int,
    ) -> None:
        self.scripts = scripts
        self.features = features
        self.weights = Weights(classes)
        self.batch = batch
        self.places = array("i", [sentence for sentence, _, _, _ in examples])
        self.words = array("i", [word for _, word, _, _ in examples])
        self.lengths = array("i", [length for _, _, length, _ in examples])
        self.gold = array("i", [script for _, _, _, script in examples])
        self.scores = array("i", [0] * classes)
        self.margin = margin
        self.examples = len(examples)

    def learn(self, examples: Sequence[int]) -> None:
        """Learn from the examples of these numbers, in this order."""
        i: cython.Py_ssize_t
        order: cython.int[::1] = array("i", examples)
        with cython.nogil:
            for i in range(order.shape[0]):
                self.learn_word(order[i])

    def learn_word(self, example):
        keys: hash_t[MOST_TEMPLATES]
        scores: cython.p_int = cython.address(self.scores[0])
        row: cython.pointer(hash_t) = (
            self.batch.of_sentence(self.places[example]) + self.words[example] * ATTRIBUTES
        )
        gold: cython.int = self.gold[example]
        count: cython.int = self.features.extract(row, keys)
        self.weights.score(keys, count, scores)
        rival: cython.int = best_script(
            self.scripts, self.weights.classes, self.lengths[example], scores, gold
        )
        self.steps += 1
        self.weights.time += 1
        if rival != gold and scores[gold] - scores[rival] < self.margin:
            self.mistakes += scores[gold] <= scores[rival]
            self.weights.update(keys, count, gold, rival)
        return 0
