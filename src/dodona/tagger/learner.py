"""Online training of a tagger: an averaged perceptron with a margin.

A greedy tagger learns word by word and follows its own choices: the tags before a word are those
that the model gave, right or wrong, as they will be when it tags. A tagger with a beam learns once
a sentence, where the gold tags fall behind most (max-violation).
"""

from array import array
from collections.abc import Sequence
from itertools import accumulate

import cython
from cython.cimports.dodona.linear.hashing import hash_t
from cython.cimports.dodona.linear.word_features import MOST_TEMPLATES
from cython.cimports.dodona.linear.words import ATTRIBUTES, MARGIN
from cython.cimports.dodona.tagger.decoder import TagBeam

from dodona.linear.weights import Weights
from dodona.linear.word_features import WordFeatures
from dodona.linear.words import WordBatch
from dodona.tagger.tagset import TagSet


@cython.final
@cython.cclass
class TagLearner(TagBeam):
    """Learns weights from sentences whose ``gold`` tags are given as numbers.

    With a ``beam`` of 1 it learns from a word if its gold tag does not lead all others by
    ``margin``; with more, from a sentence if somewhere in it the gold tags so far do not lead all
    other hypotheses by that much.
    """

    def __init__(
        self,
        tagset: TagSet,
        features: WordFeatures,
        batch: WordBatch,
        gold: array[int],
        *,
        margin: int,
        beam: int = 1,
    ) -> None:
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        TagBeam.__init__(self, tagset, features, beam, batch.longest, tagset.classes)
        self.weights = Weights(tagset.classes)
        self.batch = batch
        self.gold = array("i", [*gold, 0])  # never empty, so that there is an address
        self.margin = margin
        self.path = array("i", bytes(4 * (batch.longest + 1)))
        self.choices = array("i", bytes(4 * (batch.words + 1)))
        self.first = array("q", accumulate(batch.lengths, initial=0))
        for i in range(batch.count):
            for j in range(batch.lengths[i]):
                self.choices[self.first[i] + j] = self.tagset.look_up(
                    batch.of_sentence(i) + j * ATTRIBUTES
                )

    def learn(self, sentences: Sequence[int]) -> None:
        """Learn from the sentences of these numbers, in this order."""
        i: cython.Py_ssize_t
        order: cython.int[::1] = array("i", sentences)
        with cython.nogil:
            for i in range(order.shape[0]):
                if self.width == 1:
                    self.learn_words(order[i])
                else:
                    self.learn_sentence(order[i])

    def score(self, row, word):
        keys: hash_t[MOST_TEMPLATES]
        count: cython.int = self.features.extract(row, keys)
        self.weights.score(keys, count, cython.address(self.scores[0]))

    def learn_words(self, index):
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
        i: cython.Py_ssize_t
        part: cython.int
        for i in range(self.tagset.part_ends[good], self.tagset.part_ends[good + 1]):
            part = self.tagset.parts[i]
            if not self.tagset.has_part(bad, part):
                self.weights.adjust(keys, count, part, 1)
        for i in range(self.tagset.part_ends[bad], self.tagset.part_ends[bad + 1]):
            part = self.tagset.parts[i]
            if not self.tagset.has_part(good, part):
                self.weights.adjust(keys, count, part, -1)
        return 0

    def learn_sentence(self, index):
        """Search with the beam, and update where the gold tags lead least if that is too little."""
        i: cython.Py_ssize_t
        rival: cython.int
        total: cython.longlong = 0
        lead: cython.longlong = 0
        least: cython.longlong = self.margin
        gold_place: cython.int = 0
        last: cython.Py_ssize_t = -1
        rows: cython.pointer(hash_t) = self.batch.of_sentence(index)
        gold: cython.p_int = cython.address(self.gold[self.first[index]])
        self.begin()
        for i in range(self.batch.lengths[index]):
            total += self.score_gold(rows, i, self.choices[self.first[index] + i], gold)
            self.extend(rows, i, self.choices[self.first[index] + i], 0)
            gold_place = self.place_of(i, gold_place, gold[i])
            rival = 1 if gold_place == 0 else 0
            if rival < self.size:
                lead = total - self.totals[rival]
                if lead < least:
                    least = lead
                    last = i
                    self.trace(i, rival, cython.address(self.path[0]))
        self.steps += 1
        self.weights.time += 1
        self.mistakes += gold_place != 0
        if last >= 0:
            self.update_path(rows, last, index, gold)
        return 0

    def score_gold(self, rows, word, choice, gold):
        """The score of the gold tag of a word after gold tags; 0 if the word can have no other."""
        if self.is_certain(choice):
            return 0
        self.assign_path(rows, word, gold)
        self.score(rows + word * ATTRIBUTES, word)
        return self.tagset.sum_of(gold[word], cython.address(self.scores[0]))

    def place_of(self, word, parent, tag):
        """The place of the hypothesis that extends another one by a tag; -1 if it is lost."""
        i: cython.int
        for i in range(self.size):
            if (
                self.parents[word * self.width + i] == parent
                and self.tags[word * self.width + i] == tag
            ):
                return i
        return -1

    def is_certain(self, choice):
        return self.tagset.member_ends[choice + 1] - self.tagset.member_ends[choice] == 1

    def assign_path(self, rows, word, tags):
        """Note in the rows the tags of the words before a word."""
        i: cython.Py_ssize_t
        for i in range(max(word - MARGIN, 0), word):
            self.tagset.assign(tags[i], rows + i * ATTRIBUTES)

    def update_path(self, rows, last, index, gold):
        """Reward the gold tags up to the last word, punish those of the path that was kept."""
        i: cython.Py_ssize_t
        path: cython.p_int = cython.address(self.path[0])
        differs: cython.Py_ssize_t = -1 - MARGIN
        for i in range(last + 1):
            if path[i] != gold[i]:
                differs = i
            if i - differs <= MARGIN and not self.is_certain(self.choices[self.first[index] + i]):
                self.adjust_parts(rows, i, gold, 1)
                self.adjust_parts(rows, i, path, -1)
        return 0

    def adjust_parts(self, rows, word, tags, by):
        """Add to the weights of all parts of the tag of a word after the tags before it."""
        i: cython.Py_ssize_t
        keys: hash_t[MOST_TEMPLATES]
        tag: cython.int = tags[word]
        self.assign_path(rows, word, tags)
        count: cython.int = self.features.extract(rows + word * ATTRIBUTES, keys)
        for i in range(self.tagset.part_ends[tag], self.tagset.part_ends[tag + 1]):
            self.weights.adjust(keys, count, self.tagset.parts[i], by)
        return 0
