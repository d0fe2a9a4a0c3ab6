"""How good a parser is, whether the difference is real, and where the errors are."""

from dodona.evaluation.conll18 import Metric, evaluate_ud
from dodona.evaluation.report import Report, make_report
from dodona.evaluation.rules import Rule, get_rule
from dodona.evaluation.scores import Evaluation, Score, evaluate

__all__ = [
    "Evaluation",
    "Metric",
    "Report",
    "Rule",
    "Score",
    "evaluate",
    "evaluate_ud",
    "get_rule",
    "make_report",
]
