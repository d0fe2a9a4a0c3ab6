"""Models by name or by path."""

import os
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from dodona.errors import ModelError
from dodona.parsing.files import load_parts
from dodona.pipeline.pipeline import PARTS, Pipeline

_CLASSES = {
    "tokenizer": ("dodona.tokenizing.tokenizer", "Tokenizer"),
    "tagger": ("dodona.tagging.tagger", "Tagger"),
    "lemmatizer": ("dodona.tagging.lemmatizer", "Lemmatizer"),
    "parser": ("dodona.parsing.parser", "Parser"),
}
_SUFFIX = ".dodona"


def bundled_models() -> list[str]:
    """The names of the models that come with Dodona."""
    files = (path.name for path in (resources.files("dodona") / "models").iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX))


def model_path(model: str | os.PathLike[str]) -> Path:
    """The file of a model: one that comes with Dodona, if it is called so, else the path itself."""
    if os.fspath(model) in bundled_models():
        return Path(str(resources.files("dodona") / "models" / f"{os.fspath(model)}{_SUFFIX}"))
    return Path(model)


def load(model: str | os.PathLike[str]) -> Pipeline:
    """Load a model: a file, or by its name one that comes with Dodona (``"en"``).

    Raises `ModelError` if the file is no model, or damaged.
    """
    path = model_path(model)
    file = load_parts(path)
    parts: dict[str, Any] = {}
    for name, part in file.parts.items():
        try:
            if name not in PARTS:
                raise ModelError(f"the model has a part that is not known here: {name}")
            module, kind = _CLASSES[name]
            parts[name] = getattr(import_module(module), kind).from_part(part)
        except ModelError as error:
            raise ModelError(f"{path}: {error}") from None
    return Pipeline(**parts, about=file.about)
