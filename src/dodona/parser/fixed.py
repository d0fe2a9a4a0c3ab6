"""Arcs that a sentence has already, and which of them a parser can keep."""

import warnings
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, NamedTuple

from dodona.errors import TreebankError
from dodona.parser.labelled import LabelledTransitions
from dodona.systems.gold import Gold
from dodona.treebank.conllu import TreebankWarning
from dodona.treebank.incomplete import UNKNOWN, is_part_of_projective
from dodona.treebank.mirroring import mirror_trees
from dodona.treebank.sentence import Sentence
from dodona.treebank.spanning import maximum_spanning_tree

Side = Literal["root", "left", "right"]
"""Where the head of a word is."""


class FixedArc(NamedTuple):
    """A head that a word has already, and the label of the arc; None where it has none."""

    head: int
    dependent: int
    label: str | None

    @property
    def side(self) -> Side:
        if self.head == 0:
            return "root"
        return "left" if self.head < self.dependent else "right"

    def __str__(self) -> str:
        return f"{self.head} → {self.dependent}" + (f" ({self.label})" if self.label else "")


@dataclass(frozen=True)
class Reach:
    """The trees that a parser can come to: ``labelled`` are the sides and labels of its arcs."""

    projective: bool
    single_root: bool
    labelled: Collection[tuple[Side, str]]

    def join(self, other: "Reach") -> "Reach":
        """The trees that two parsers can come to."""
        return Reach(
            self.projective or other.projective,
            self.single_root or other.single_root,
            {each for each in self.labelled if each in other.labelled},
        )

    def beyond(self, n: int, arcs: Iterable[FixedArc]) -> list[FixedArc]:
        """The fewest of some arcs over n words without which a tree has all others."""
        unknown = [a for a in arcs if a.label and (a.side, a.label) not in self.labelled]
        known = [arc for arc in arcs if arc not in unknown]
        heads = [UNKNOWN] * (n + 1)
        for arc in known:
            heads[arc.dependent] = arc.head
        if self._is_possible(heads):
            return unknown
        wanted = {arc[:2] for arc in known}
        weighed = (
            (head, dependent, n + 1 if (head, dependent) in wanted else 1)
            for dependent in range(1, n + 1)
            for head in range(n + 1)
            if head != dependent
        )
        tree = maximum_spanning_tree(
            n, weighed, single_root=self.single_root, projective=self.projective
        )
        return [a for a in arcs if a in unknown or tree[a.dependent] != a.head]

    def _is_possible(self, heads: list[int]) -> bool:
        if self.single_root and heads[1:].count(0) > 1:
            return False
        return not self.projective or is_part_of_projective(heads)

    def __str__(self) -> str:
        kind = "projective tree" if self.projective else "tree"
        return f"{kind} with one root" if self.single_root else kind


def fixed_arcs(sentence: Sentence, *, labelled: bool = True) -> list[FixedArc]:
    """The arcs of all words with a head, with their labels or without."""
    return [
        FixedArc(head, word, label if labelled and label != "_" else None)
        for word, (head, label) in enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1)
        if head != UNKNOWN
    ]


def arcs_to_keep(
    sentences: Iterable[Sentence], reach: Reach, *, drop_impossible: bool
) -> list[list[FixedArc]]:
    """The fixed arcs of each sentence.

    Where a parser cannot keep all of them, the fewest possible are left out, and a warning names
    them; without ``drop_impossible`` `TreebankError` does.
    """
    result = []
    for sentence in sentences:
        arcs = fixed_arcs(sentence)
        lost = reach.beyond(len(sentence), arcs)
        if lost:
            _tell(sentence, lost, reach, drop_impossible=drop_impossible)
            arcs = [arc for arc in arcs if arc not in lost]
        result.append(arcs)
    return result


def as_golds(
    lengths: Sequence[int],
    arcs: Iterable[list[FixedArc]],
    numbers: Mapping[tuple[Side, str], int],
    *,
    mirrored: bool,
    ordered: bool,
) -> Iterator[Gold | None]:
    """The arcs of each sentence as a gold tree; None where there are none.

    ``numbers`` are those of labels; a ``mirrored`` tree is over words counted from the right,
    an ``ordered`` one is for systems that reorder words.
    """
    for n, each in zip(lengths, arcs, strict=True):
        heads, labels = array("i", [UNKNOWN]) * n, array("i", [UNKNOWN]) * n
        for arc in each:
            heads[arc.dependent - 1] = arc.head
            if arc.label:
                labels[arc.dependent - 1] = numbers[arc.side, arc.label]
        if mirrored:
            mirror_trees(heads, labels, array("i", [n]))
        tree = [UNKNOWN, *heads], [UNKNOWN, *labels]
        yield Gold(*tree, ordered=ordered) if each else None


def put_back(heads: "array[int]", lengths: Iterable[int], arcs: Iterable[list[FixedArc]]) -> None:
    """Give words their fixed heads again, that were moved to words below these heads."""
    for first, each in zip(accumulate(lengths, initial=-1), arcs, strict=False):
        for arc in each:
            heads[first + arc.dependent] = arc.head


def check_finished(sentences: Sequence[Sentence], heads: "array[int]") -> None:
    """Raise `TreebankError` for a sentence of whose words some have got no head.

    Some systems reach only so far into a stack, farther than any tree of a treebank asks for, and
    limited ones do not derive all trees.
    """
    first = 0
    for sentence in sentences:
        last = first + len(sentence)
        if UNKNOWN in heads[first:last]:
            raise _out_of_reach(sentence)
        first = last


def check_kept(
    sentences: Sequence[Sentence], heads: "array[int]", arcs: Iterable[list[FixedArc]]
) -> None:
    """Raise `TreebankError` for a sentence that has lost arcs; see `check_finished`."""
    first = -1
    for sentence, each in zip(sentences, arcs, strict=True):
        if any(heads[first + arc.dependent] != arc.head for arc in each):
            raise _out_of_reach(sentence)
        first += len(sentence)


def _out_of_reach(sentence: Sentence) -> TreebankError:
    message = "arcs that cannot be kept: the transition system does not reach them all"
    return TreebankError(message, sentence.source, sentence.line, _name(sentence))


def label_numbers(
    transitions: LabelledTransitions, plain: Callable[[str], str], *, mirrored: bool
) -> dict[tuple[Side, str], int]:
    """The numbers of the labels that words can get, by the side of their head.

    Of several that are one label when made ``plain`` it is that label itself, if it is there.
    """
    turned: dict[Side, Side] = {"left": "right", "right": "left", "root": "root"}
    numbers: dict[tuple[Side, str], int] = {}
    for i in range(transitions.rows):
        _, at_root, label = transitions.classes[i]
        if label is not None:
            to_right = transitions.system.directions[transitions.actions[i]] < 0
            side: Side = "root" if at_root else "right" if to_right else "left"
            key = (turned[side] if mirrored else side), plain(label)
            if key not in numbers or plain(label) == label:
                numbers[key] = transitions.label_of[i]
    return numbers


def _name(sentence: Sentence) -> str:
    return f"sentence {sentence.sent_id}" if sentence.sent_id else ""


def _tell(sentence: Sentence, lost: list[FixedArc], reach: Reach, *, drop_impossible: bool) -> None:
    named = ", ".join(map(str, lost))
    labels = {a.label for a in lost if a.label and (a.side, a.label) not in reach.labelled}
    if labels:
        reason = f"the parser has no such arcs with the label {' or '.join(sorted(labels))}"
    else:
        reason = f"no {reach} has them beside the others"
    if not drop_impossible:
        message = f"arcs that cannot be kept: {named}; {reason}"
        remedy = "`drop_impossible=True` gives them up"
        raise TreebankError(f"{message}: {remedy}", sentence.source, sentence.line, _name(sentence))
    given_up = TreebankError(
        f"arcs that are given up: {named}; {reason}",
        sentence.source,
        sentence.line,
        _name(sentence),
    )
    warnings.warn(str(given_up), TreebankWarning, stacklevel=2)
