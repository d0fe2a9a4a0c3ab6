"""Models by name or by path."""

import os
import tempfile
from collections.abc import Mapping
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from dodona.errors import ArgumentError, ModelError
from dodona.model.files import ModelFile, error_in, load_parts
from dodona.model.parts import Part
from dodona.pipeline.origins import LoadedModel, ModelOrigin
from dodona.pipeline.pipeline import PARTS, Pipeline

_CLASSES = {
    "tokenizer": ("dodona.tokenizer.tokenizer", "Tokenizer"),
    "tagger": ("dodona.tagger.tagger", "Tagger"),
    "lemmatizer": ("dodona.lemmatizer.lemmatizer", "Lemmatizer"),
    "parser": ("dodona.parser.parser", "Parser"),
}
_VOTING = ("dodona.parser.voting", "VotingParser")
_SUFFIX = ".dodona"


def bundled_models() -> list[str]:
    """The names of the models that come with Dodona."""
    files = (path.name for path in (resources.files("dodona") / "models").iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX))


def model_path(model: str | os.PathLike[str]) -> Path:
    """The file of a model: one that comes with Dodona, if it is called so, else the path itself."""
    if not isinstance(model, str | os.PathLike):
        raise ArgumentError(f"a model is a path or a name, not {type(model).__name__}")
    if os.fspath(model) in bundled_models():
        return Path(str(resources.files("dodona") / "models" / f"{os.fspath(model)}{_SUFFIX}"))
    return Path(model)


def load(model: str | os.PathLike[str]) -> Pipeline:
    """Load a model: a file, or by its name one that comes with Dodona (``"en"``).

    Raises `ModelError` if there is no such file or name, or if it is no model, or damaged.
    """
    return load_model(model).pipeline()


def load_model(model: str | os.PathLike[str]) -> LoadedModel:
    """The parts of a model and where they come from."""
    path = model_path(model)
    if not path.exists():
        known = ", ".join(bundled_models())
        raise ModelError(
            f"{os.fspath(model)}: there is no such model file, and the models that come with "
            f"Dodona are: {known}"
        )
    file = load_parts(path)
    name = os.fspath(model) if os.fspath(model) in bundled_models() else os.path.abspath(path)
    return LoadedModel(ModelOrigin(name, file.checksum), _parts_in(file, path), file.about)


def from_bytes(data: bytes) -> Pipeline:
    """The pipeline that `Pipeline.to_bytes` was asked of; its pickle holds all of it.

    Raises `ModelError` if the bytes are no model, or damaged.
    """
    with tempfile.TemporaryDirectory(prefix="dodona-") as folder:
        path = Path(folder) / f"bytes{_SUFFIX}"
        path.write_bytes(data)
        file = load_parts(path)
        return Pipeline(**_parts_in(file, path), about=file.about)


def _parts_in(file: ModelFile, path: Path) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    # A neural tagger works with the encoder of the parser, which therefore comes first.
    for name, part in sorted(file.parts.items(), key=lambda item: item[0] == "tagger"):
        try:
            if name not in PARTS:
                raise ModelError(f"the model has a part that is not known here: {name}")
            parts[name] = _part(name, part, parts)
        except ModelError as error:
            raise error_in(path, error) from None
    return parts


def _part(name: str, part: Part, others: Mapping[str, Any]) -> Any:
    """What a part of a file is, given those that come before it."""
    if name == "tagger" and part.header.get("kind") == "neural tagger":
        from dodona.tagger.neural import NeuralTagger

        parser = others.get("parser")
        return NeuralTagger.of_encoder(part, parser.encoder if parser is not None else None)
    is_voting = name == "parser" and "members" in part.header
    module, kind = _VOTING if is_voting else _CLASSES[name]
    return getattr(import_module(module), kind).from_part(part)
