"""Counts of arcs, by what kind of arcs they are and what is wrong with them."""

from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from typing import Any

from dodona.evaluation.alignment import Passage
from dodona.evaluation.arcs import DIMENSIONS, Arc, arcs_of, order
from dodona.evaluation.conll18 import percent
from dodona.evaluation.examples import ErrorCollection, ErrorKind, Example
from dodona.evaluation.matching import NOT_ALIGNED
from dodona.evaluation.rules import Rule
from dodona.evaluation.side import Side


@dataclass
class Bucket:
    """The arcs of one kind: those of the gold trees, and those of the system's trees.

    Of each, how many there are, how many have the right head, and the right head and label. A share
    of no arcs at all is None: a system that gives no such arcs has no precision.
    """

    gold: int = 0
    gold_heads: int = 0
    gold_labelled: int = 0
    system: int = 0
    system_heads: int = 0
    system_labelled: int = 0

    @property
    def precision(self) -> float | None:
        """The share of the system's arcs that are right, with their labels, in percent."""
        return _share(self.system_labelled, self.system)

    @property
    def recall(self) -> float | None:
        """The share of the gold arcs that were found, with their labels, in percent."""
        return _share(self.gold_labelled, self.gold)

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall."""
        return _mean(self.precision, self.recall)

    @property
    def unlabelled_f1(self) -> float | None:
        """The same without labels."""
        precision = _share(self.system_heads, self.system)
        return _mean(precision, _share(self.gold_heads, self.gold))

    @property
    def shares(self) -> list[str]:
        """Precision, recall and the two F1 as a table shows them; a dash where there is none."""
        found = (self.precision, self.recall, self.f1, self.unlabelled_f1)
        return ["–" if share is None else f"{share:.2f}" for share in found]

    def to_dict(self) -> dict[str, Any]:
        scores = {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "unlabelled_f1": self.unlabelled_f1,
        }
        return {**scores, **asdict(self)}


class ArcCounts:
    """What is counted while going through two files.

    ``gold`` and ``system`` count arcs together with whether the head is right, and the label too.
    """

    def __init__(self) -> None:
        self.sentences = self.exact = self.exact_heads = 0
        self.gold: Counter[tuple[Arc, bool, bool]] = Counter()
        self.system: Counter[tuple[Arc, bool, bool]] = Counter()
        self.kinds: Counter[str] = Counter()
        self.mixed_up: Counter[tuple[str, str]] = Counter()
        self.right_head: Counter[tuple[str, str]] = Counter()
        self.errors = ErrorCollection()

    def add(self, passage: Passage, rule: Rule) -> None:
        gold, system = (_arcs(side, rule) for side in (passage.gold, passage.system))
        counted, system_counted = (_counted(side, rule) for side in (passage.gold, passage.system))
        system_heads = passage.system_heads
        right: list[tuple[bool, bool]] = []
        for g, (s, gold_head) in enumerate(zip(passage.system_of, passage.gold.heads, strict=True)):
            right_head = s != NOT_ALIGNED and system_heads[s] == gold_head
            right_label = s != NOT_ALIGNED and system[s].label == gold[g].label
            right.append((right_head, right_head and right_label))
            if not counted[g]:
                continue
            self.gold[gold[g], right_head, right_head and right_label] += 1
            self.kinds[_kind(s, right_head, right_label)] += 1
            if s != NOT_ALIGNED and not right_label:
                self.mixed_up[gold[g].label, system[s].label] += 1
                self.right_head[gold[g].label, system[s].label] += right_head
            if s != NOT_ALIGNED and not (right_head and right_label):
                kind = ErrorKind(gold[g].label, system[s].label, right_head)
                self.errors.add(kind, _example(passage, g))
        for s, g in enumerate(passage.gold_of):
            if g == NOT_ALIGNED:
                self.system[system[s], False, False] += system_counted[s]
            elif counted[g]:
                head, labelled = right[g]
                self.system[system[s], head, labelled] += 1
        self._add_trees(
            passage, [right[g] if counted[g] else (True, True) for g in range(len(right))]
        )

    def _add_trees(self, passage: Passage, right: list[tuple[bool, bool]]) -> None:
        """A tree is exact if the sentence has the same words in both files, and all is right."""
        system = passage.system
        sizes = dict(zip(system.sentence_spans, map(len, system.sentences), strict=False))
        for number, (first, sentence) in enumerate(
            zip(passage.gold.first, passage.gold.sentences, strict=True)
        ):
            words = slice(first, first + len(sentence))
            whole = passage.alike or (
                sizes.get(passage.gold.sentence_spans[number]) == len(sentence)
                and NOT_ALIGNED not in passage.system_of[words]
            )
            self.sentences += 1
            self.exact_heads += whole and all(head for head, _ in right[words])
            self.exact += whole and all(labelled for _, labelled in right[words])

    def breakdown(self, place: int) -> dict[str, Bucket]:
        """The buckets of the dimension at a place among all dimensions."""
        buckets: defaultdict[str, Bucket] = defaultdict(Bucket)
        for (arc, head, labelled), times in self.gold.items():
            bucket = buckets[arc[place]]
            bucket.gold += times
            bucket.gold_heads += times * head
            bucket.gold_labelled += times * labelled
        for (arc, head, labelled), times in self.system.items():
            bucket = buckets[arc[place]]
            bucket.system += times
            bucket.system_heads += times * head
            bucket.system_labelled += times * labelled
        frequent = sorted(buckets, key=lambda name: (-buckets[name].gold, name))
        return {name: buckets[name] for name in order(DIMENSIONS[place], frequent)}


def _example(passage: Passage, word: int) -> Example | None:
    """A word as an example, if the sentence has the same words in both files."""
    if not passage.alike:
        return None
    return Example(passage.gold.sentences[0], passage.system.sentences[0], word + 1)


def _arcs(side: Side, rule: Rule) -> list[Arc]:
    return [
        arc
        for sentence in side.sentences
        for arc in arcs_of(
            sentence.heads, [rule.compared(label) for label in sentence.deprels], sentence.upos
        )
    ]


def _counted(side: Side, rule: Rule) -> list[bool]:
    """Of each word whether it counts, going by its own file."""
    return [
        not (rule.exclude_punct and punctuation)
        for sentence in side.sentences
        for punctuation in rule.punctuation_in(sentence)
    ]


def _kind(system_word: int, head: bool, label: bool) -> str:
    if system_word == NOT_ALIGNED:
        return "not_aligned"
    if head:
        return "right" if label else "label"
    return "head" if label else "head_and_label"


def _share(part: int, whole: int) -> float | None:
    return percent(part, whole) if whole else None


def _mean(precision: float | None, recall: float | None) -> float | None:
    if precision is None and recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision and recall else 0.0
