"""How good a parser is."""

from dodona.evaluation.scores import Evaluation, Score, evaluate

__all__ = ["Evaluation", "Score", "evaluate"]
