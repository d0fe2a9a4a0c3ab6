"""Several systems beside one gold file: their scores, how sure they are, and their differences."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from dodona.evaluation.alignment import Passage
from dodona.evaluation.conll18 import (
    METRICS,
    Metric,
    MetricName,
    SentenceCounts,
    count_ud,
    total,
)
from dodona.evaluation.rules import Rule
from dodona.evaluation.scores import Evaluation, Score, count
from dodona.evaluation.significance import (
    LEVEL,
    ROUNDS,
    Sample,
    bootstrap_intervals,
    randomisation_test,
)
from dodona.wording import counted

Interval = tuple[float, float]


@dataclass(frozen=True)
class SystemScores:
    """The scores of one system file.

    ``metrics`` are those of the CoNLL 2018 task, if the rule is that of the task. ``samples`` hold
    the counts of each sentence for the scores that are compared.
    """

    name: str
    evaluation: Evaluation
    metrics: dict[MetricName, Metric] | None
    samples: dict[str, Sample] = field(repr=False)

    def score(self, name: str) -> float:
        """The F1 of a score that is compared, in percent."""
        return Metric(*self.samples[name].sum(axis=0).tolist()).f1

    def to_dict(self) -> dict[str, Any]:
        result = {"system": self.name, **self.evaluation.to_dict()}
        if self.metrics is not None:
            result["metrics"] = {name: metric.to_dict() for name, metric in self.metrics.items()}
        return result

    def to_text(self) -> str:
        """The scores as a table, with the rules below it."""
        text = self.evaluation.to_text()
        if self.metrics is None:
            return text
        note = self.evaluation.rule.note_on("these metrics")
        return "\n".join([text, "", *_metrics_table(self.metrics), *([note] if note else [])])


def score_system(passages: Iterable[Passage], rule: Rule, name: str = "system") -> SystemScores:
    """Score one system, aligned by a rule, with the counts of each sentence."""
    counts: list[tuple[Score, Score]] = []
    ud: list[SentenceCounts] = []
    for passage in passages:
        counts += count(passage, rule)
        if rule.aligns:
            ud += count_ud(passage)
    words = sum((row[0] for row in counts), Score())
    everything = sum((row[1] for row in counts), words)
    scored = [row[0] if rule.exclude_punct else row[0] + row[1] for row in counts]
    samples = {
        "UAS": _sample((s.words, s.given, s.heads) for s in scored),
        "LAS": _sample((s.words, s.given, s.labelled) for s in scored),
    }
    for metric in METRICS[-3:] if rule.aligns else ():
        rows = (sentence.metric(metric) for sentence in ud)
        samples[metric] = _sample((row.gold, row.system, row.correct) for row in rows)
    evaluation = Evaluation(len(counts), everything, words, rule)
    return SystemScores(name, evaluation, total(ud) if rule.aligns else None, samples)


@dataclass(frozen=True)
class Difference:
    """What one system has more than another, by score, in percent; and how probable that is."""

    first: str
    second: str
    points: dict[str, float]
    p: dict[str, float]


@dataclass(frozen=True)
class Comparison:
    """Several systems in a table, with confidence intervals and paired differences."""

    systems: list[SystemScores]
    intervals: list[dict[str, Interval]]
    differences: list[Difference]
    rounds: int
    seed: int

    @property
    def method(self) -> str:
        percent = f"{100 * LEVEL:.0f} %"
        settings = f"{counted(self.rounds, 'round', style=',')}, seed {self.seed}"
        intervals = f"in brackets: {percent} confidence intervals by bootstrap over sentences"
        if not self.differences:
            return f"{intervals} ({settings})"
        return f"{intervals}; p: approximate randomisation (Yeh 2000) by sentence ({settings})"

    def to_dict(self) -> dict[str, Any]:
        systems = [
            {
                **system.to_dict(),
                "intervals": {
                    name: {"low": low, "high": high} for name, (low, high) in interval.items()
                },
            }
            for system, interval in zip(self.systems, self.intervals, strict=True)
        ]
        differences = [
            {
                "first": difference.first,
                "second": difference.second,
                "difference": difference.points,
                "p": difference.p,
            }
            for difference in self.differences
        ]
        method = {"rounds": self.rounds, "seed": self.seed, "level": LEVEL, "text": self.method}
        if len(systems) == 1:
            return {**systems[0], "method": method}
        rules = self.systems[0].evaluation.rule.to_dict()
        return {"rules": rules, "systems": systems, "differences": differences, "method": method}

    def to_text(self) -> str:
        """A table of the systems, a table of their differences, and the rules.

        A single system has its own table first.
        """
        names = list(self.systems[0].samples)
        rows = [["", *names]]
        for system, interval in zip(self.systems, self.intervals, strict=True):
            cells = (
                f"{system.score(n):.2f} [{interval[n][0]:.2f}, {interval[n][1]:.2f}]" for n in names
            )
            rows.append([system.name, *cells])
        lines = table(rows)
        if self.differences:
            rows = [["difference", *names]]
            for d in self.differences:
                cells = (f"{d.points[n]:+.2f} (p {_shown(d.p[n])})" for n in names)
                rows.append([f"{d.second} − {d.first}", *cells])
            lines += ["", *table(rows)]
        if len(self.systems) == 1:
            return "\n".join([self.systems[0].to_text(), "", *lines, self.method])
        evaluation = self.systems[0].evaluation
        rules = "; ".join(evaluation.rule.describe())
        if note := evaluation.rule.note_on("CLAS, MLAS and BLEX"):
            rules += f"; {note}"
        sentences = counted(evaluation.sentences, "sentence")
        return "\n".join([*lines, "", f"{sentences}; {rules};", self.method])


def compare(scored: Sequence[SystemScores], *, rounds: int = ROUNDS, seed: int = 1) -> Comparison:
    """How sure the scores of systems on the same sentences are, and which differences are real."""
    names = list(scored[0].samples)
    samples = [system.samples[name] for system in scored for name in names]
    bounds = iter(bootstrap_intervals(samples, rounds=rounds, seed=seed))
    intervals = [{name: next(bounds) for name in names} for _ in scored]
    differences = []
    for first, second in combinations(scored, 2):
        pair = [[system.samples[name] for name in names] for system in (first, second)]
        p = randomisation_test(*pair, rounds=rounds, seed=seed)
        points = {name: second.score(name) - first.score(name) for name in names}
        differences.append(
            Difference(first.name, second.name, points, dict(zip(names, p, strict=True)))
        )
    return Comparison(list(scored), intervals, differences, rounds, seed)


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of text in columns; the first one to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if i else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _metrics_table(metrics: dict[MetricName, Metric]) -> list[str]:
    rows = [["metric", "precision", "recall", "F1", "aligned"]]
    for name, metric in metrics.items():
        accuracy = metric.aligned_accuracy
        shares = (metric.precision, metric.recall, metric.f1)
        cells = [f"{share:.2f}" for share in shares]
        rows.append([name, *cells, "" if accuracy is None else f"{accuracy:.2f}"])
    return table(rows)


def _sample(rows: Iterable[tuple[int, int, int]]) -> Sample:
    return np.array(list(rows), dtype=np.int64).reshape(-1, 3)


def _shown(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"
