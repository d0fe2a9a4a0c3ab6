"""Dodona: transition-based dependency parsing with dynamic oracles.

>>> import dodona
>>> nlp = dodona.load("en")                                              # doctest: +SKIP
>>> print(nlp("Time flies like an arrow."))                              # doctest: +SKIP
>>> parser = dodona.train("train.conllu", "dev.conllu")                  # doctest: +SKIP
>>> for sentence in parser.parse(dodona.read_conllu("new.conllu")):      # doctest: +SKIP
...     print(sentence.to_conllu(), end="")
"""

from importlib import import_module
from typing import TYPE_CHECKING

from dodona.version import __version__

if TYPE_CHECKING:
    from dodona import systems
    from dodona.errors import DodonaError
    from dodona.evaluation.scores import evaluate
    from dodona.learning.training import train
    from dodona.parsing.parser import Parser
    from dodona.pipeline.document import Document
    from dodona.pipeline.models import load
    from dodona.pipeline.pipeline import Pipeline
    from dodona.pipeline.training import train_pipeline
    from dodona.treebank.conllu import read_conllu, write_conllu
    from dodona.treebank.drawing import draw_tree
    from dodona.treebank.sentence import Sentence

__all__ = [
    "Document",
    "DodonaError",
    "Parser",
    "Pipeline",
    "Sentence",
    "__version__",
    "draw_tree",
    "evaluate",
    "load",
    "read_conllu",
    "systems",
    "train",
    "train_pipeline",
    "write_conllu",
]

_HOMES = {
    "Document": "dodona.pipeline.document",
    "DodonaError": "dodona.errors",
    "Parser": "dodona.parsing.parser",
    "Pipeline": "dodona.pipeline.pipeline",
    "Sentence": "dodona.treebank.sentence",
    "draw_tree": "dodona.treebank.drawing",
    "evaluate": "dodona.evaluation.scores",
    "load": "dodona.pipeline.models",
    "read_conllu": "dodona.treebank.conllu",
    "train": "dodona.learning.training",
    "train_pipeline": "dodona.pipeline.training",
    "write_conllu": "dodona.treebank.conllu",
}


def __getattr__(name: str) -> object:
    """Import what is asked for, and nothing else: `import dodona` is quick."""
    if name == "systems":
        return import_module("dodona.systems")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'dodona' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
