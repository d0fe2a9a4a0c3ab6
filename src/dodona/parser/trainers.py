"""The trainer of a parser, whatever its kind."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dodona.parser.base_trainer import Evaluate
from dodona.parser.settings import Settings
from dodona.parser.training import Trainer
from dodona.treebank.conllu import Source
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from dodona.parser.neural_training import NeuralTrainer


def new_trainer(
    train: Source,
    dev: Source | None,
    settings: Settings,
    evaluate: Evaluate | None = None,
    extra: Iterable[list[Sentence]] | None = None,
) -> "Trainer | NeuralTrainer":
    """What trains a linear or a neural parser; ``extra`` are trees made by machine, in lists."""
    if settings.options["kind"] == "linear":
        return Trainer(train, dev, settings, evaluate, extra)
    from dodona.parser.neural_training import NeuralTrainer

    return NeuralTrainer(train, dev, settings, evaluate, extra)
