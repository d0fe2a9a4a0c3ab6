"""Where the errors are: precision and recall of arcs by what kind of arc they are.

As in McDonald & Nivre (2007): an arc of the gold tree is found or not, which is recall, counted in
the bucket where it lies in the gold tree; an arc of the system's tree is right or not, which is
precision, counted in the bucket where it lies in the system's tree.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from dodona.evaluation.alignment import Passage
from dodona.evaluation.arc_counts import ArcCounts, Bucket
from dodona.evaluation.arcs import DIMENSIONS, TITLES, Dimension
from dodona.evaluation.comparison import table
from dodona.evaluation.conll18 import percent
from dodona.evaluation.examples import FrequentError
from dodona.evaluation.rules import Rule
from dodona.wording import counted

_ROWS_OF_TEXT = 20
_FREQUENT = 10


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
    frequent first; ``frequent_errors`` the errors that are made most, with examples.
    """

    name: str
    rule: Rule
    sentences: int = 0
    exact: int = 0
    exact_heads: int = 0
    errors: Errors = field(default_factory=Errors)
    breakdown: dict[Dimension, dict[str, Bucket]] = field(default_factory=dict)
    confusions: list[Confusion] = field(default_factory=list)
    frequent_errors: list[FrequentError] = field(default_factory=list)

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
            "frequent_errors": [error.to_dict() for error in self.frequent_errors],
        }

    def to_text(self) -> str:
        """Tables for a terminal."""
        lines = [
            f"{self.name}: {counted(self.sentences, 'sentence')}; "
            f"{'; '.join(self.rule.describe())}",
            f"exact trees: {self.exact_share:.2f} % with labels ({self.exact}), "
            f"{self.exact_heads_share:.2f} % without ({self.exact_heads})",
            "words: " + ", ".join(f"{n} {what}" for what, n in described(self.errors) if n),
        ]
        for dimension, buckets in self.breakdown.items():
            rows = [[TITLES[dimension], "gold", "system", "precision", "recall", "F1", "UAS F1"]]
            for name, b in list(buckets.items())[:_ROWS_OF_TEXT]:
                rows.append([f"  {name}", str(b.gold), str(b.system), *b.shares])
            lines += ["", *table(rows), *_rest(len(buckets))]
        if self.confusions:
            rows = [["Labels mixed up: gold → system", "times", "with the right head"]]
            for c in self.confusions[:_ROWS_OF_TEXT]:
                rows.append([f"  {c.gold} → {c.system}", str(c.count), str(c.right_head)])
            lines += ["", *table(rows), *_rest(len(self.confusions))]
        return "\n".join(lines)


def analyse(passages: Iterable[Passage], rule: Rule, name: str = "system") -> Analysis:
    """Find out where a system, aligned by a rule, is right and where it is wrong."""
    counts = ArcCounts()
    for passage in passages:
        counts.add(passage, rule)
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
        counts.errors.most_frequent(_FREQUENT),
    )


def described(errors: Errors) -> list[tuple[str, int]]:
    """The kinds of words in the words of a reader, with their numbers."""
    return [
        ("right", errors.right),
        ("with the wrong label only", errors.label),
        ("with the wrong head only", errors.head),
        ("with both wrong", errors.head_and_label),
        ("that the system divides otherwise", errors.not_aligned),
    ]


def _rest(count: int) -> list[str]:
    hidden = count - _ROWS_OF_TEXT
    return [f"  and {hidden} more (all of them as JSON)"] if hidden > 0 else []
