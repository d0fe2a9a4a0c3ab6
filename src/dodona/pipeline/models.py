"""Models by name or by path."""

import os
import re
import tempfile
from collections.abc import Mapping
from importlib import import_module, resources
from pathlib import Path
from typing import Any, NamedTuple

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
SUFFIX = ".dodona"
NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")  # of packages and their models


class FoundModel(NamedTuple):
    """The file of a model, and what it can be found by again: its name, or its absolute path."""

    path: Path
    name: str


def bundled_models() -> list[str]:
    """The names of the models that come with Dodona."""
    files = (path.name for path in (resources.files("dodona") / "models").iterdir())
    return sorted(name.removesuffix(SUFFIX) for name in files if name.endswith(SUFFIX))


def model_names() -> list[str]:
    """The names of all models that are there: those that come with Dodona, and installed ones."""
    from dodona.pipeline.installed import installed_models

    return sorted({*bundled_models(), *(model.name for model in installed_models())})


def find_model(model: str | os.PathLike[str]) -> FoundModel:
    """The file of a model: one that comes with Dodona, a path, or one of an installed package.

    The first that is there is taken; what is none of them is a path.
    """
    if not isinstance(model, str | os.PathLike):
        raise ArgumentError(f"a model is a path or a name, not {type(model).__name__}")
    given = os.fspath(model)
    if given in bundled_models():
        return FoundModel(
            Path(str(resources.files("dodona") / "models" / f"{given}{SUFFIX}")), given
        )
    path = Path(model)
    if not path.is_file() and NAME.fullmatch(given):
        # Looking through all that is installed takes its time.
        from dodona.pipeline.installed import find_installed

        installed = find_installed(given)
        if installed is not None:
            return FoundModel(installed.file(), installed.name)
    return FoundModel(path, os.path.abspath(path))


def load(model: str | os.PathLike[str]) -> Pipeline:
    """Load a model: a file, or one by its name that comes with Dodona (``"en"``) or is installed.

    Raises `ModelError` if there is no such file or name, or if it is no model, or damaged.
    """
    return load_model(model).pipeline()


def load_model(model: str | os.PathLike[str]) -> LoadedModel:
    """The parts of a model and where they come from."""
    path, name = find_model(model)
    if not path.exists():
        raise ModelError(
            f"{os.fspath(model)}: there is no such model file, and no model of that name; there "
            f"are: {', '.join(model_names())}"
        )
    file = load_parts(path)
    return LoadedModel(ModelOrigin(name, file.checksum), _parts_in(file, path), file.about)


def from_bytes(data: bytes) -> Pipeline:
    """The pipeline that `Pipeline.to_bytes` was asked of; its pickle holds all of it.

    Raises `ModelError` if the bytes are no model, or damaged.
    """
    with tempfile.TemporaryDirectory(prefix="dodona-") as folder:
        path = Path(folder) / f"bytes{SUFFIX}"
        path.write_bytes(data)
        file = load_parts(path)
        return Pipeline(**_parts_in(file, path), about=file.about)


def _parts_in(file: ModelFile, path: Path) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    # A neural tagger works with the encoder of the parser, which therefore comes first.
    for kind, part in sorted(file.parts.items(), key=lambda item: item[0] == "tagger"):
        if kind not in PARTS and file.is_newer:
            continue
        try:
            if kind not in PARTS:
                raise ModelError(f"the model has a part that is not known here: {kind}")
            parts[kind] = _part(kind, part, parts)
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
