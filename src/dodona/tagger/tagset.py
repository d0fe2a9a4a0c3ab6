"""The tags that a tagger can give, what they are made of, and which of them a word can have.

A tag is UPOS, XPOS and FEATS together. It is scored by its parts, so that what is learned of a part
serves all tags that have it.
"""

from array import array
from collections.abc import Sequence
from itertools import accumulate

import cython
import numpy as np
from cython.cimports.dodona.linear.hashing import hash_number, scramble
from cython.cimports.dodona.linear.words import (
    ATTRIBUTES,
    KINDS,
    LANGUAGE_TAG,
    LEXICON,
    MORPHOLOGY,
    SUFFIX,
    TAG,
    UNIVERSAL_TAG,
    WORD,
    combine_tags,
    is_mark,
    lower_key,
)

from dodona.linear.hashing import hash_name
from dodona.linear.lexicon import Lexicon
from dodona.linear.words import MARKS

Tag = tuple[str, str, str]


def parts_of(tag: Tag) -> list[str]:
    """What a tag is made of: its UPOS, its UPOS with its XPOS, and each of its features."""
    upos, xpos, feats = tag
    return list(dict.fromkeys([upos, f"{upos}\t{xpos}", *(f"\t{f}" for f in feats.split("|"))]))


@cython.final
@cython.cclass
class TagSet:
    """The tags, and the choices among them: lists of the tags that a word can have.

    Choice 0 is that of words that the lexicon does not know well enough; those without letters and
    digits have one of their own, if there is an entry ``MARKS``. ``keys`` are those of words that
    it knows, with the number of their choice and of their kind. Words of the same kind
    have the same tags; the kind is a feature of the words around.
    """

    def __init__(
        self,
        tags: Sequence[Tag],
        choices: Sequence[Sequence[int]],
        keys: np.ndarray,
        entry_choices: np.ndarray,
        entry_kinds: np.ndarray,
    ) -> None:
        i: cython.Py_ssize_t
        c: cython.Py_ssize_t
        lists = [parts_of(tag) for tag in tags]
        number = {
            part: i for i, part in enumerate(dict.fromkeys(p for parts in lists for p in parts))
        }
        self.tags = list(tags)
        self.classes = len(number)
        self.parts = array("i", [number[part] for parts in lists for part in parts])
        self.part_ends = array("i", accumulate((len(parts) for parts in lists), initial=0))
        self.members = array("i", [tag for choice in choices for tag in choice])
        self.member_ends = array("i", accumulate((len(c) for c in choices), initial=0))
        self.every = array("i", range(len(tags)))
        self._share_sums([lists[tag] for tag in choices[0]], number)
        self.atoms = np.zeros((len(tags), ATTRIBUTES), np.uint64)
        for i in range(len(tags)):
            for c in range(TAG_COLUMNS):
                self.atoms[i, UNIVERSAL_TAG + c] = hash_name(tags[i][c])
            self.atoms[i, TAG] = combine_tags(cython.address(self.atoms[i, 0]))
        self.lexicon = Lexicon(keys)
        self.entry_members = np.ascontiguousarray(entry_choices, np.int32)
        self.entry_kinds = np.ascontiguousarray(entry_kinds, np.int32)
        marks: cython.int = self.lexicon.find(MARKS)
        self.marks = self.entry_members[marks] if marks >= 0 else 0

    def _share_sums(self, lists: list, number: dict) -> None:
        """Note what lists of parts have in common: one node for each way to begin, the root 0."""
        begins = {tuple(names[: i + 1]) for names in lists for i in range(len(names))}
        # The shortest first: nobody then waits for the sum of the node before.
        order = sorted(begins, key=lambda names: (len(names), names))
        nodes = {names: i for i, names in enumerate([(), *order])}
        parents = array("i", [nodes[names[: len(names) - 1]] for names in order])
        parts = array("i", [number[names[len(names) - 1]] for names in order])
        self.node_parents = parents
        self.node_parts = parts
        self.member_nodes = array("i", [nodes[tuple(names)] for names in lists])

    def look_up(self, row):
        """Note in a row what kind of word the lexicon knows; returns the choice of its tags."""
        entry: cython.int = self.lexicon.find(row[WORD])
        choice: cython.int = self.entry_members[entry] if entry >= 0 else 0
        if entry < 0:
            if is_mark(row):
                choice = self.marks
            entry = self.lexicon.find(lower_key(row))
        if entry >= 0:
            row[LEXICON] = hash_number(self.entry_kinds[entry])
        else:
            row[LEXICON] = scramble(row[SUFFIX + 1] + row[KINDS])
        return choice

    def size_of(self, choice):
        """How many tags a choice has."""
        return self.member_ends[choice + 1] - self.member_ends[choice]

    def sum_of(self, tag, scores):
        """The score of a tag: the sum of those of its parts."""
        i: cython.Py_ssize_t
        total: cython.int = 0
        for i in range(self.part_ends[tag], self.part_ends[tag + 1]):
            total += scores[self.parts[i]]
        return total

    def totals(self, tags, count, scores, sums, totals):
        """Write the scores of some tags; ``sums`` has room for the nodes and one number more.

        What begins alike has a common sum, if the tags are those of choice 0: they are many.
        """
        i: cython.Py_ssize_t
        if tags != cython.address(self.members[0]):
            for i in range(count):
                totals[i] = self.sum_of(tags[i], scores)
            return
        sums[0] = 0
        for i in range(self.node_parts.shape[0]):
            sums[i + 1] = sums[self.node_parents[i]] + scores[self.node_parts[i]]
        for i in range(count):
            totals[i] = sums[self.member_nodes[i]]

    def options(self, choice, row, given, room, count):
        """The tags that a word can have, and their number: those of its choice that are as given.

        If none of these is, it is all tags that are, and if there is none, all tags of the choice.
        ``room`` is for as many numbers as there are tags.
        """
        first: cython.Py_ssize_t = self.member_ends[choice]
        size: cython.int = self.size_of(choice)
        if given != 0:
            count[0] = self.agreeing(cython.address(self.members[first]), size, row, given, room)
            if count[0] == 0:
                size = self.every.shape[0]
                count[0] = self.agreeing(cython.address(self.every[0]), size, row, given, room)
            if count[0] > 0:
                return room
        count[0] = self.size_of(choice)
        return cython.address(self.members[first])

    def agreeing(self, tags, count, row, given, found):
        """Write those of some tags that agree with a row; returns their number."""
        i: cython.Py_ssize_t
        size: cython.int = 0
        for i in range(count):
            if self.agrees(tags[i], row, given):
                found[size] = tags[i]
                size += 1
        return size

    def agrees(self, tag, row, given):
        """Whether a tag agrees with a row in those of UPOS, XPOS and FEATS that are given."""
        c: cython.Py_ssize_t
        for c in range(TAG_COLUMNS):
            if given >> c & 1 and row[UNIVERSAL_TAG + c] != self.atoms[tag, UNIVERSAL_TAG + c]:
                return False
        return True

    def has_part(self, tag, part):
        """Whether a part is among those of a tag."""
        i: cython.Py_ssize_t
        for i in range(self.part_ends[tag], self.part_ends[tag + 1]):
            if self.parts[i] == part:
                return True
        return False

    def assign(self, tag, row):
        """Note the tag of a word in its row."""
        row[UNIVERSAL_TAG] = self.atoms[tag, UNIVERSAL_TAG]
        row[LANGUAGE_TAG] = self.atoms[tag, LANGUAGE_TAG]
        row[MORPHOLOGY] = self.atoms[tag, MORPHOLOGY]
        row[TAG] = self.atoms[tag, TAG]

    def assign_but(self, tag, row, kept):
        """Note the tag of a word in its row, but for those of its three values that are kept."""
        c: cython.Py_ssize_t
        for c in range(TAG_COLUMNS):
            if not kept >> c & 1:
                row[UNIVERSAL_TAG + c] = self.atoms[tag, UNIVERSAL_TAG + c]
        row[TAG] = combine_tags(row)
