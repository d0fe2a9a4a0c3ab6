"""Where the errors are: precision and recall of arcs by what kind of arc they are.

As in McDonald & Nivre (2007): an arc of the gold tree is found or not, which is recall, counted in
the bucket where it lies in the gold tree; an arc of the system's tree is right or not, which is
precision, counted in the bucket where it lies in the system's tree.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from dodona.evaluation.alignment import Stretch
from dodona.evaluation.arcs import DIMENSIONS, TITLES, Arc, Dimension, arcs_of, order
from dodona.evaluation.comparison import table
from dodona.evaluation.conll18 import percent
from dodona.evaluation.matching import NOT_ALIGNED
from dodona.evaluation.rules import Rule
from dodona.evaluation.scores import aligned
from dodona.evaluation.side import Side
from dodona.treebank.sentence import Sentence

_ROWS_OF_TEXT = 20


@dataclass
class Bucket:
    """The arcs of one kind: those of the gold trees, and those of the system's trees.

    Of each, how many there are, how many have the right head, and the right head and label.
    """

    gold: int = 0
    gold_heads: int = 0
    gold_labelled: int = 0
    system: int = 0
    system_heads: int = 0
    system_labelled: int = 0

    @property
    def precision(self) -> float:
        """The share of the system's arcs that are right, with their labels, in percent."""
        return percent(self.system_labelled, self.system)

    @property
    def recall(self) -> float:
        """The share of the gold arcs that were found, with their labels, in percent."""
        return percent(self.gold_labelled, self.gold)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return _mean(self.precision, self.recall)

    @property
    def unlabelled_f1(self) -> float:
        """The same without labels."""
        precision = percent(self.system_heads, self.system)
        return _mean(precision, percent(self.gold_heads, self.gold))

    def to_dict(self) -> dict[str, Any]:
        scores = {
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "unlabelled_f1": self.unlabelled_f1,
        }
        return {**scores, **asdict(self)}


@dataclass
class Confusion:
    """How often the system gave a label in place of the gold one, and with the right head."""

    gold: str
    system: str
    count: int
    right_head: int


@dataclass
class Errors:
    """The words of the gold file by what is wrong with them; they add up to all words."""

    right: int = 0
    label: int = 0
    head: int = 0
    head_and_label: int = 0
    not_aligned: int = 0


@dataclass
class Analysis:
    """Where the errors of one system are.

    ``exact`` and ``exact_heads`` count the gold sentences whose trees are right altogether, with
    and without labels. ``confusions`` lists the pairs of labels that were mixed up, the most
    frequent first.
    """

    name: str
    rule: Rule
    sentences: int = 0
    exact: int = 0
    exact_heads: int = 0
    errors: Errors = field(default_factory=Errors)
    breakdown: dict[Dimension, dict[str, Bucket]] = field(default_factory=dict)
    confusions: list[Confusion] = field(default_factory=list)

    @property
    def exact_share(self) -> float:
        """The share of sentences whose trees are right with all labels, in percent."""
        return percent(self.exact, self.sentences)

    @property
    def exact_heads_share(self) -> float:
        """The share of sentences whose heads are all right, in percent."""
        return percent(self.exact_heads, self.sentences)

    def to_dict(self) -> dict[str, Any]:
        return {
            "system": self.name,
            "rules": self.rule.to_dict(),
            "sentences": self.sentences,
            "exact_trees": {
                "labelled": self.exact,
                "labelled_percent": self.exact_share,
                "unlabelled": self.exact_heads,
                "unlabelled_percent": self.exact_heads_share,
            },
            "errors": asdict(self.errors),
            "arcs": {
                dimension: {name: bucket.to_dict() for name, bucket in buckets.items()}
                for dimension, buckets in self.breakdown.items()
            },
            "confusions": [asdict(confusion) for confusion in self.confusions],
        }

    def to_text(self) -> str:
        """Tables for a terminal."""
        lines = [
            f"{self.name}: {self.sentences} sentences; {'; '.join(self.rule.describe())}",
            f"exact trees: {self.exact_share:.2f} % with labels ({self.exact}), "
            f"{self.exact_heads_share:.2f} % without ({self.exact_heads})",
            "words: " + ", ".join(f"{n} {what}" for what, n in described(self.errors) if n),
        ]
        for dimension, buckets in self.breakdown.items():
            rows = [[TITLES[dimension], "gold", "system", "precision", "recall", "F1", "UAS F1"]]
            for name, b in list(buckets.items())[:_ROWS_OF_TEXT]:
                shares = (b.precision, b.recall, b.f1, b.unlabelled_f1)
                numbers = [str(b.gold), str(b.system), *(f"{share:.2f}" for share in shares)]
                rows.append([f"  {name}", *numbers])
            lines += ["", *table(rows), *_rest(len(buckets))]
        if self.confusions:
            rows = [["Labels mixed up: gold → system", "times", "with the right head"]]
            for c in self.confusions[:_ROWS_OF_TEXT]:
                rows.append([f"  {c.gold} → {c.system}", str(c.count), str(c.right_head)])
            lines += ["", *table(rows), *_rest(len(self.confusions))]
        return "\n".join(lines)


def analyse(
    gold: Iterable[Sentence], system: Iterable[Sentence], rule: Rule, name: str = "system"
) -> Analysis:
    """Find out where a system is right and where it is wrong, by a rule (see `get_rule`)."""
    counts = _Counts()
    for stretch in aligned(gold, system, rule):
        counts.add(stretch, rule)
    return Analysis(
        name,
        rule,
        counts.sentences,
        counts.exact,
        counts.exact_heads,
        Errors(**counts.kinds),
        {dimension: counts.breakdown(i) for i, dimension in enumerate(DIMENSIONS)},
        [
            Confusion(*labels, times, counts.right_head[labels])
            for labels, times in sorted(counts.mixed_up.items(), key=lambda x: (-x[1], x[0]))
        ],
    )


class _Counts:
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

    def add(self, stretch: Stretch, rule: Rule) -> None:
        gold, system = (_arcs(side, rule) for side in (stretch.gold, stretch.system))
        counted, system_counted = (_counted(side, rule) for side in (stretch.gold, stretch.system))
        system_heads = stretch.system_heads
        right: list[tuple[bool, bool]] = []
        for g, (s, gold_head) in enumerate(zip(stretch.system_of, stretch.gold.heads, strict=True)):
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
        for s, g in enumerate(stretch.gold_of):
            if g == NOT_ALIGNED:
                self.system[system[s], False, False] += system_counted[s]
            elif counted[g]:
                head, labelled = right[g]
                self.system[system[s], head, labelled] += 1
        self._add_trees(
            stretch, [right[g] if counted[g] else (True, True) for g in range(len(right))]
        )

    def _add_trees(self, stretch: Stretch, right: list[tuple[bool, bool]]) -> None:
        """A tree is exact if the sentence has the same words in both files, and all is right."""
        system = stretch.system
        sizes = dict(zip(system.sentence_spans, map(len, system.sentences), strict=False))
        for number, (first, sentence) in enumerate(
            zip(stretch.gold.first, stretch.gold.sentences, strict=True)
        ):
            words = slice(first, first + len(sentence))
            whole = stretch.alike or (
                sizes.get(stretch.gold.sentence_spans[number]) == len(sentence)
                and NOT_ALIGNED not in stretch.system_of[words]
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


def described(errors: Errors) -> list[tuple[str, int]]:
    """The kinds of words in the words of a reader, with their numbers."""
    return [
        ("right", errors.right),
        ("with the wrong label only", errors.label),
        ("with the wrong head only", errors.head),
        ("with both wrong", errors.head_and_label),
        ("that the system divides otherwise", errors.not_aligned),
    ]


def _mean(precision: float, recall: float) -> float:
    total = precision + recall
    return 2 * precision * recall / total if total else 0.0


def _rest(count: int) -> list[str]:
    hidden = count - _ROWS_OF_TEXT
    return [f"  and {hidden} more (all of them in --json)"] if hidden > 0 else []
