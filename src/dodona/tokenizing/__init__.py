"""From text to tokens: a tokeniser and sentence splitter that is learned from a treebank."""

from typing import TYPE_CHECKING, Any

from dodona.tokenizing.tokenizer import Tokenizer
from dodona.tokenizing.vertical import read_vertical

if TYPE_CHECKING:
    from dodona.tokenizing.training import TokenizerSettings, train_tokenizer

__all__ = ["Tokenizer", "TokenizerSettings", "read_vertical", "train_tokenizer"]


def __getattr__(name: str) -> Any:
    """What is for training is loaded when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from dodona.tokenizing import training

    return getattr(training, name)


def __dir__() -> list[str]:
    return __all__
