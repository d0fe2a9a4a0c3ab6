"""Models, and the files they live in.

A model file is in the safetensors format: a JSON header and flat arrays. Loading one runs nothing
that it contains. The header tells what the model is; its checksum covers the arrays and itself.
"""

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field, fields
from typing import Any

import numpy as np

from dodona.errors import DodonaError, ModelError
from dodona.parsing.packing import PackedWeights, check_packed
from dodona.treebank.streams import open_output
from dodona.version import __version__

FORMAT_VERSION = 1
_KEY = "dodona"


@dataclass(frozen=True)
class Header:
    """What a model is and where it comes from; all of it can be written as JSON.

    ``classes`` lists the labelled transitions: an action, whether its arc is from the root, and a
    label (or None). ``treebank_format`` and ``single_root`` are those of the training data.
    """

    system: str
    single_root: bool
    treebank_format: str
    labels: list[str]
    classes: list[tuple[str, bool, str | None]]
    templates: list[str]
    training: dict[str, Any] = field(default_factory=dict)
    scores: dict[str, Any] = field(default_factory=dict)
    tags: dict[str, list[str]] = field(default_factory=dict)
    licence: str = ""
    made_with: str = f"dodona {__version__}"


@dataclass(frozen=True)
class Model:
    """A header and the weights that belong to it."""

    header: Header
    weights: PackedWeights


def save_model(model: Model, path: str | os.PathLike[str]) -> None:
    """Write a model file, whole or not at all. The same model gives the same bytes."""
    from safetensors.numpy import save

    arrays = {name: np.ascontiguousarray(a) for name, a in model.weights._asdict().items()}
    header = {"format": FORMAT_VERSION, **asdict(model.header)}
    header["checksum"] = _checksum(header, arrays)
    data = save(arrays, metadata={_KEY: json.dumps(header, ensure_ascii=False, sort_keys=True)})
    with open_output(path) as stream:
        stream.write(data)


def load_model(path: str | os.PathLike[str]) -> Model:
    """Read a model file. Raises `ModelError` if it is none, or damaged, or too new."""
    try:
        header, arrays = _read(path)
    except ModelError as error:
        raise ModelError(f"{os.fspath(path)}: {error}") from None
    try:
        weights = PackedWeights(**arrays)
        known = {name: header[name] for name in (f.name for f in fields(Header))}
        known["classes"] = [(action, root, label) for action, root, label in known["classes"]]
        model = Model(Header(**known), weights)
        check_packed(weights, len(model.header.classes))
    except (KeyError, TypeError, ValueError, AttributeError, DodonaError) as error:
        raise ModelError(f"{os.fspath(path)}: the model file is damaged: {error}") from None
    return model


def _read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    from safetensors import SafetensorError, safe_open

    with open(path, "rb"):
        pass  # a missing or forbidden file is an OSError that says so
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, TypeError) as error:
        raise ModelError(f"this is not a model, or it is cut short ({error})") from None
    if _KEY not in metadata:
        raise ModelError("this is a safetensors file, but not a model of Dodona")
    try:
        header = json.loads(metadata[_KEY])
        version = header["format"]
        checksum = header.pop("checksum")
    except (ValueError, KeyError, TypeError, AttributeError):
        raise ModelError("the header of the model is damaged") from None
    if version != FORMAT_VERSION:
        raise ModelError(
            f"the model has format {version}; this is Dodona {__version__}, which reads format "
            f"{FORMAT_VERSION}: install a Dodona that fits, or train the model again"
        )
    if checksum != _checksum(header, arrays):
        raise ModelError("the checksum is wrong: the file was damaged or changed")
    return header, arrays


def _checksum(header: dict[str, Any], arrays: dict[str, Any]) -> str:
    digest = hashlib.sha256(json.dumps(header, ensure_ascii=False, sort_keys=True).encode())
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"\n{name} {array.dtype} {array.shape}\n".encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()
