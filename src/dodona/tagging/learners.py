"""Online training of a tagger and a lemmatiser: averaged perceptrons with a margin.

The tagger is greedy and follows its own choices: the tags before a word are those that the model
gave, right or wrong, as they will be when it tags. The lemmatiser learns one word at a time.
"""

from array import array
from collections.abc import Sequence
from itertools import accumulate

import cython
from cython.cimports.dodona.features.hashing import hash_t
from cython.cimports.dodona.tagging.features import MOST_TEMPLATES
from cython.cimports.dodona.tagging.lemma_decoder import best_script
from cython.cimports.dodona.tagging.words import ATTRIBUTES

from dodona.learning.weights import Weights
from dodona.tagging.features import WordFeatures
from dodona.tagging.scripts import ScriptSet
from dodona.tagging.tagset import TagSet
from dodona.tagging.words import WordBatch


@cython.final
@cython.cclass
class TagLearner:
    """Learns weights from sentences whose ``gold`` tags are given as numbers, word by word.

    A word is learned from if its gold tag does not lead all others by ``margin``.
    """

    def __init__(
        self,
        tagset: TagSet,
        features: WordFeatures,
        batch: WordBatch,
        gold: array,
        *,
        margin: int,
    ) -> None:
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        self.tagset = tagset
        self.features = features
        self.weights = Weights(tagset.classes)
        self.batch = batch
        self.gold = gold
        self.margin = margin
        self.scores = array("i", [0] * tagset.classes)
        self.choices = array("i", bytes(4 * (batch.words + 1)))
        self.first = array("q", accumulate(batch.lengths, initial=0))
        for i in range(batch.count):
            for j in range(batch.lengths[i]):
                self.choices[self.first[i] + j] = tagset.look_up(
                    batch.of_sentence(i) + j * ATTRIBUTES
                )

    def learn(self, sentences: Sequence[int]) -> None:
        """Learn from the sentences of these numbers, in this order."""
        index: cython.Py_ssize_t
        for index in sentences:
            with cython.nogil:
                self.learn_sentence(index)

    def learn_sentence(self, index):
        i: cython.Py_ssize_t
        count: cython.int = 0
        options: cython.pointer(cython.const[cython.int])
        tag: cython.int
        place: cython.Py_ssize_t = self.first[index]
        row: cython.pointer(hash_t) = self.batch.of_sentence(index)
        for i in range(place, place + self.batch.lengths[index]):
            options = self.tagset.options(
                self.choices[i], row, 0, cython.NULL, cython.address(count)
            )
            tag = options[0]
            if count > 1:
                tag = self.learn_word(row, options, count, self.gold[i])
            self.tagset.assign(tag, row)
            row += ATTRIBUTES
        return 0

    def learn_word(self, row, options, option_count, gold):
        """Score the tags of a word, update if need be; returns the tag that the model gives."""
        keys: hash_t[MOST_TEMPLATES]
        scores: cython.p_int = cython.address(self.scores[0])
        count: cython.int = self.features.extract(row, keys)
        self.weights.score(keys, count, scores)
        rival: cython.int = self.best_but(options, option_count, gold)
        lead: cython.int = self.tagset.sum_of(gold, scores) - self.tagset.sum_of(rival, scores)
        self.steps += 1
        self.weights.time += 1
        if lead < self.margin:
            self.update(keys, count, gold, rival)
        if lead > 0:
            return gold
        self.mistakes += 1
        return rival

    def best_but(self, options, count, gold):
        """The best-scored of some tags other than the gold one."""
        i: cython.Py_ssize_t
        total: cython.int
        most: cython.int = 0
        best: cython.int = -1
        for i in range(count):
            total = self.tagset.sum_of(options[i], cython.address(self.scores[0]))
            if options[i] != gold and (best < 0 or total > most):
                best = options[i]
                most = total
        return best

    def update(self, keys, count, good, bad):
        """Reward the parts that only the good tag has, punish those that only the bad one has."""
        self.adjust_parts(keys, count, good, bad, 1)
        self.adjust_parts(keys, count, bad, good, -1)
        return 0

    def adjust_parts(self, keys, count, tag, other, by):
        """Add to the weights of the parts of a tag that the other one does not have."""
        i: cython.Py_ssize_t
        part: cython.int
        for i in range(self.tagset.part_ends[tag], self.tagset.part_ends[tag + 1]):
            part = self.tagset.parts[i]
            if not self.tagset.has_part(other, part):
                self.weights.adjust(keys, count, part, by)
        return 0


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
        examples: Sequence[tuple],
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
