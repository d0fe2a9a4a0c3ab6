"""Online training of a greedy tagger: an averaged perceptron that follows its own choices.

The tags before a word are those that the model gave, right or wrong, as they will be when it tags.
"""

from array import array
from collections.abc import Sequence
from itertools import accumulate

import cython
from cython.cimports.dodona.features.hashing import hash_t
from cython.cimports.dodona.tagging.features import MOST_TEMPLATES
from cython.cimports.dodona.tagging.words import ATTRIBUTES

from dodona.learning.weights import Weights
from dodona.tagging.features import WordFeatures
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
        tag: cython.int
        place: cython.Py_ssize_t = self.first[index]
        row: cython.pointer(hash_t) = self.batch.of_sentence(index)
        for i in range(self.batch.lengths[index]):
            tag = self.tagset.only(self.choices[place + i])
            if tag < 0:
                tag = self.learn_word(row, self.choices[place + i], self.gold[place + i])
            self.tagset.assign(tag, row)
            row += ATTRIBUTES
        return 0

    def learn_word(self, row, choice, gold):
        """Score the tags of a word, update if need be; returns the tag that the model gives."""
        keys: hash_t[MOST_TEMPLATES]
        scores: cython.p_int = cython.address(self.scores[0])
        count: cython.int = self.features.extract(row, keys)
        self.weights.score(keys, count, scores)
        rival: cython.int = self.tagset.best(choice, scores, gold)
        lead: cython.int = self.tagset.sum_of(gold, scores) - self.tagset.sum_of(rival, scores)
        self.steps += 1
        self.weights.time += 1
        if lead < self.margin:
            self.update(keys, count, gold, rival)
        if lead > 0:
            return gold
        self.mistakes += 1
        return rival

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
