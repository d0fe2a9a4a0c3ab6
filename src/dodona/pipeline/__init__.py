"""From text to trees: a tokeniser, a tagger, a lemmatiser and a parser in one model."""

from typing import TYPE_CHECKING, Any

from dodona.pipeline.document import Document
from dodona.pipeline.models import load
from dodona.pipeline.pipeline import PARTS, Pipeline

if TYPE_CHECKING:
    from dodona.pipeline.training import PipelineTrainer, train_pipeline

__all__ = ["PARTS", "Document", "Pipeline", "PipelineTrainer", "load", "train_pipeline"]


def __getattr__(name: str) -> Any:
    """What is for training is loaded when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from dodona.pipeline import training

    return getattr(training, name)


def __dir__() -> list[str]:
    return __all__
