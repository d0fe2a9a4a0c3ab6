"""All that can be said of systems beside a gold file, from one alignment of each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dodona.errors import ArgumentError
from dodona.evaluation.alignment import sentence_pairs
from dodona.evaluation.analysis import Analysis, analyse
from dodona.evaluation.comparison import Comparison, SystemScores, compare, score_system
from dodona.evaluation.rules import LabelRule, Punctuation, Rule, RuleName, get_rule
from dodona.evaluation.scores import aligned
from dodona.evaluation.significance import ROUNDS
from dodona.treebank.conllu import Source, format_of, read_source

if TYPE_CHECKING:
    from dodona.evaluation.repairs import Repairs
    from dodona.parser.base import BaseParser


@dataclass(frozen=True)
class Report:
    """What `make_report` was asked for.

    ``systems`` have their scores and, by the rule ``ud``, the metrics of the CoNLL 2018 task.
    ``comparison`` says how sure these are, ``analyses`` (one for each system) where the errors are,
    and ``repairs`` what a parser did to its own arcs.
    """

    systems: list[SystemScores]
    comparison: Comparison | None = None
    analyses: list[Analysis] = field(default_factory=list)
    repairs: "Repairs | None" = None

    def to_dict(self) -> dict[str, Any]:
        """Everything, as JSON can hold it."""
        data = (self.comparison or self.systems[0]).to_dict()
        if self.analyses:
            data["analyses"] = [analysis.to_dict() for analysis in self.analyses]
        if self.repairs is not None:
            data["repairs"] = self.repairs.to_dict()
        return data

    def to_text(self) -> str:
        """Everything, as tables for a terminal."""
        texts = [(self.comparison or self.systems[0]).to_text()]
        texts += [analysis.to_text() for analysis in self.analyses]
        if self.repairs is not None:
            texts.append(self.repairs.to_text())
        return "\n\n".join(texts)


def make_report(
    gold: Source,
    systems: Sequence[tuple[str, Source]],
    rule: RuleName | Rule | None = None,
    *,
    labels: LabelRule | None = None,
    exclude_punct: Punctuation | None = None,
    confidence: bool = False,
    analyses: bool = False,
    parser: "BaseParser | None" = None,
    rounds: int = ROUNDS,
    seed: int = 1,
) -> Report:
    """Score systems, each with its name, beside gold trees; all are paths, or sentences.

    The rule is chosen as `evaluate` does it. ``confidence`` asks for confidence intervals, which
    several systems have in any case, ``analyses`` for an analysis of the errors. A parser that made
    the trees of a single system tells which of its arcs it replaced.
    """
    reader = read_source(gold)
    sentences = list(reader)
    chosen = get_rule(
        rule,
        labels=labels,
        exclude_punct=exclude_punct,
        treebank_format=format_of(reader, sentences),
    )
    if not systems or (parser is not None and len(systems) > 1):
        raise ArgumentError("name a system to score, and a parser with one system only")
    scored, analysed, repairs = [], [], None
    for name, system in systems:
        passages = list(aligned(sentences, read_source(system), chosen))
        scored.append(score_system(passages, chosen, name))
        if analyses:
            analysed.append(analyse(passages, chosen, name))
        if parser is not None:
            from dodona.evaluation.repairs import find_repairs

            repairs = find_repairs(parser, sentence_pairs(passages))
    compared = confidence or len(scored) > 1
    comparison = compare(scored, rounds=rounds, seed=seed) if compared else None
    return Report(scored, comparison, analysed, repairs)
