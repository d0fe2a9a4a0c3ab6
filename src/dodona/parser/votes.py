"""Votes of parsers for labelled arcs, and the trees that they elect.

Sagae & Lavie (2006), *Parser Combination by Reparsing*: the tree is the one whose arcs have the
most votes in all. Every vote counts the same, or each as much as it is said to be worth. Between
arcs, or trees, with as many votes those count that earlier parsers voted for.
"""

from array import array
from collections.abc import Sequence
from itertools import accumulate

import cython
from cython.cimports.dodona.treebank.spanning import SpanningTree


@cython.final
@cython.cclass
class Votes:
    """The votes of so many parsers for the arcs of sentences of these lengths.

    Labels are numbers that all parsers share; not all parsers need have voted on each sentence.
    ``most`` is what a vote of each parser can be worth, 1 if nothing is said.
    """

    def __init__(
        self, lengths: Sequence[int], members: int, most: Sequence[int] | None = None
    ) -> None:
        self.members = members
        self.most = array("i", [1] * members if most is None else most)
        self.lengths = array("i", lengths)
        self.words = sum(lengths)
        self.starts = array("q", accumulate(lengths, initial=0))
        self.heads = array("i", bytes(4 * self.words * members))
        self.labels = array("i", bytes(4 * self.words * members))
        self.worths = array("i", bytes(4 * self.words * members))
        self.has_voted = bytearray(len(lengths) * members)

    def cast(
        self,
        member: int,
        sentences: Sequence[int],
        heads: cython.const[cython.int][::1],
        labels: cython.const[cython.int][::1],
        numbers: cython.const[cython.int][::1],
        worths: cython.const[cython.int][::1],
    ) -> None:
        """Note the trees of a parser for some sentences, which are named by their places.

        ``numbers`` are those that its labels have for all parsers. ``worths`` say what the vote for
        the arc of each word is worth.
        """
        i: cython.Py_ssize_t
        to: cython.Py_ssize_t
        word: cython.Py_ssize_t = 0
        voter: cython.int = member
        worth: cython.int
        sentence: cython.Py_ssize_t
        if not 0 <= voter < self.members:
            raise ValueError(f"there is no parser {member} of {self.members}")
        for sentence in sentences:
            if word + self.lengths[sentence] > min(
                heads.shape[0], labels.shape[0], worths.shape[0]
            ):
                raise ValueError("there are too few heads, labels or worths for the sentences")
            to = voter * self.words + self.starts[sentence]
            for i in range(self.lengths[sentence]):
                if not (
                    0 <= heads[word] <= self.lengths[sentence]
                    and 0 <= labels[word] < numbers.shape[0]
                ):
                    raise ValueError(f"there is no head {heads[word]}, or no label {labels[word]}")
                worth = worths[word]
                if not 1 <= worth <= self.most[voter]:
                    raise ValueError(f"a vote is worth 1 to {self.most[voter]}, not {worth}")
                self.worths[to + i] = worth
                self.heads[to + i] = heads[word]
                self.labels[to + i] = numbers[labels[word]]
                word += 1
            self.has_voted[sentence * self.members + voter] = True

    def unsettled(self, single_root: bool) -> list[int]:
        """The sentences for which parsers that have not voted could elect another tree.

        A tree of one of the parsers is elected if more than half of all votes are for each of its
        arcs, and if it has one root where that is asked for.
        """
        sentence: cython.Py_ssize_t
        result: list = []
        for sentence in range(self.lengths.shape[0]):
            if not self.is_settled(sentence, single_root):
                result.append(sentence)
        return result

    def elect(
        self, single_root: bool, projective: bool = False
    ) -> tuple[array[int], array[int], array[int]]:
        """The heads and labels of the elected trees, and what the votes for each arc are worth.

        At least one parser has voted on each sentence. With ``single_root``, or ``projective``, one
        of the trees that were voted for must be so too.
        """
        sentence: cython.Py_ssize_t
        found: cython.bint = True
        one_root: cython.bint = single_root
        election: Election = Election(self)
        if projective:
            for sentence in range(self.lengths.shape[0]):
                found = found and election.hold_projective(sentence, one_root)
        else:
            with cython.nogil:
                for sentence in range(self.lengths.shape[0]):
                    found = found and election.hold(sentence, one_root)
        if not found:
            raise ValueError("there is no such tree to elect")
        return election.heads.base, election.labels.base, election.counts.base

    def totals(self) -> array[int]:
        """What all votes for the arc of each word are worth that were cast."""
        word: cython.Py_ssize_t
        member: cython.int
        totals = array("i", bytes(4 * self.words))
        out: cython.int[::1] = totals
        for member in range(self.members):
            for word in range(self.words):
                out[word] += self.worths[member * self.words + word]
        return totals

    def is_settled(self, sentence, single_root):
        member: cython.int
        for member in range(self.members):
            if self.has_majority(sentence, member, single_root):
                return True
        return False

    def has_majority(self, sentence, member, single_root):
        """Whether more than half of all votes, cast or not, are for each arc of a parser's tree."""
        word: cython.Py_ssize_t
        other: cython.int
        ahead: cython.int
        roots: cython.int = 0
        if not self.has_voted[sentence * self.members + member]:
            return False
        for word in range(self.starts[sentence], self.starts[sentence] + self.lengths[sentence]):
            roots += self.heads[member * self.words + word] == 0
            ahead = 0
            for other in range(self.members):
                if self.agree(sentence, word, member, other):
                    ahead += self.worths[other * self.words + word]
                elif self.has_voted[sentence * self.members + other]:
                    ahead -= self.worths[other * self.words + word]
                else:
                    ahead -= self.most[other]
            if ahead <= 0:
                return False
        return roots == 1 or not single_root

    def agree(self, sentence, word, one, other):
        """Whether a second parser has voted for the same arc as the first."""
        return (
            self.has_voted[sentence * self.members + other]
            and self.heads[one * self.words + word] == self.heads[other * self.words + word]
            and self.labels[one * self.words + word] == self.labels[other * self.words + word]
        )


@cython.final
@cython.cclass
class Election:
    """The trees that votes elect, sentence by sentence; ``voters`` are the first for each arc."""

    def __init__(self, votes: Votes) -> None:
        longest = max(votes.lengths, default=0)
        self.votes = votes
        self.tree = SpanningTree(longest, longest * votes.members)
        self.voters = array("i", bytes(4 * longest * votes.members))
        self.heads = array("i", bytes(4 * votes.words))
        self.labels = array("i", bytes(4 * votes.words))
        self.counts = array("i", bytes(4 * votes.words))

    def hold(self, sentence, single_root):
        """Elect the tree of a sentence; tells whether there is one."""
        self.add_arcs(sentence)
        if not self.tree.solve(single_root):
            return False
        self.note(sentence)
        return True

    def hold_projective(self, sentence, single_root):
        """Like `hold`, of projective trees."""
        self.add_arcs(sentence)
        if not self.tree.solve_projective(single_root):
            return False
        self.note(sentence)
        return True

    def add_arcs(self, sentence):
        """Begin with the arcs of a sentence that somebody voted for."""
        d: cython.int
        member: cython.int
        word: cython.Py_ssize_t
        weight: cython.longlong
        self.tree.start(self.votes.lengths[sentence])
        for d in range(1, self.votes.lengths[sentence] + 1):
            word = self.votes.starts[sentence] + d - 1
            for member in range(self.votes.members):
                weight = self.weigh(sentence, word, member)
                if weight > 0:
                    self.voters[self.tree.arcs] = member
                    self.tree.add(self.votes.heads[member * self.votes.words + word], d, weight)

    def weigh(self, sentence, word, member):
        """The weight of the arc that a parser voted for; 0 if it is not the first to do so.

        Votes come first: one of them is worth more than all that earlier parsers have ahead of
        later ones in a tree.
        """
        other: cython.int
        weight: cython.longlong = 0
        one: cython.longlong = self.votes.members
        one = one * one * self.votes.lengths[sentence] + 1
        if not self.votes.has_voted[sentence * self.votes.members + member]:
            return 0
        for other in range(self.votes.members):
            if self.votes.agree(sentence, word, member, other):
                if other < member:
                    return 0
                weight += one * self.votes.worths[other * self.votes.words + word]
                weight += self.votes.members - other
        return weight

    def note(self, sentence):
        """Write down the arcs of the tree and their votes."""
        d: cython.int
        voter: cython.int
        other: cython.int
        word: cython.Py_ssize_t
        for d in range(1, self.votes.lengths[sentence] + 1):
            word = self.votes.starts[sentence] + d - 1
            voter = self.voters[self.tree.entering[d]]
            self.heads[word] = self.votes.heads[voter * self.votes.words + word]
            self.labels[word] = self.votes.labels[voter * self.votes.words + word]
            self.counts[word] = 0
            for other in range(self.votes.members):
                if self.votes.agree(sentence, word, voter, other):
                    self.counts[word] += self.votes.worths[other * self.votes.words + word]
