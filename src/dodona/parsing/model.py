"""Models, and the files they live in.

A model file is in the safetensors format: a JSON header and flat arrays. Loading one runs nothing
that it contains. The header tells what the model is; its checksum covers the arrays and itself.
"""

import hashlib
import json
import os
from dataclasses import asdict, dataclass, field, fields
from typing import Any, get_args

import numpy as np

from dodona.errors import DodonaError, ModelError
from dodona.features.templates import compile_templates
from dodona.parsing.packing import PackedWeights, check_packed
from dodona.systems import parsing_system
from dodona.treebank.conllu import Format
from dodona.treebank.pseudo import Encoding
from dodona.treebank.streams import open_output
from dodona.version import __version__

FORMAT_VERSION = 1
MOST_BEAM = 1024
_KEY = "dodona"
_KINDS = {
    "system": str,
    "single_root": bool,
    "treebank_format": str,
    "labels": list,
    "classes": list,
    "templates": list,
    "beam": int,
    "training": dict,
    "scores": dict,
    "tags": dict,
    "licence": str,
    "encoding": dict,
    "made_with": str,
}


@dataclass(frozen=True)
class Header:
    """What a model is and where it comes from; all of it can be written as JSON.

    ``classes`` lists the labelled transitions: an action, whether its arc is from the root, and a
    label (or None). ``treebank_format`` and ``single_root`` are those of the training data.
    ``beam`` is the beam that the model was trained with; 1 is none. Where labels tell how words
    were lifted, ``encoding`` holds the fields of `dodona.treebank.Encoding`.
    """

    system: str
    single_root: bool
    treebank_format: str
    labels: list[str]
    classes: list[tuple[str, bool, str | None]]
    templates: list[str]
    beam: int = 1
    training: dict[str, Any] = field(default_factory=dict)
    scores: dict[str, Any] = field(default_factory=dict)
    tags: dict[str, list[str]] = field(default_factory=dict)
    licence: str = ""
    encoding: dict[str, str] = field(default_factory=dict)
    made_with: str = f"dodona {__version__}"

    @property
    def plain_labels(self) -> list[str]:
        """The labels that the model gives to words, without what they may encode."""
        if not self.encoding:
            return self.labels
        split = Encoding(**self.encoding).split  # type: ignore[arg-type]
        return sorted({split(label).label for label in self.labels})


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
    with open_output(path, pack=False) as stream:
        stream.write(data)


def load_model(path: str | os.PathLike[str]) -> Model:
    """Read a model file. Raises `ModelError` if it is none, or damaged, or too new."""
    try:
        header, arrays = _read(path)
    except ModelError as error:
        raise ModelError(f"{os.fspath(path)}: {error}") from None
    try:
        model = Model(_header(header), PackedWeights(**arrays))
        check_packed(model.weights, len(model.header.classes))
    except (KeyError, TypeError, ValueError, DodonaError) as error:
        raise ModelError(f"{os.fspath(path)}: the model file is damaged: {error}") from None
    return model


def _header(values: dict[str, Any]) -> Header:
    """The header of a file, if all its parts are of the right kind and fit together.

    What was not made by Dodona may have any header, also one with a right checksum.
    """
    known = {f.name: values[f.name] for f in fields(Header)}
    for name, kind in _KINDS.items():
        if not isinstance(known[name], kind) or (kind is int and known[name] is True):
            raise ModelError(f"{name} in its header is not of the right kind")
    for name in ("labels", "templates"):
        if not all(isinstance(text, str) for text in known[name]):
            raise ModelError(f"{name} in its header are not all text")
    if not all(isinstance(tags, list) for tags in known["tags"].values()):
        raise ModelError("tags in its header are not lists")
    known["classes"] = [(action, root, label) for action, root, label in known["classes"]]
    header = Header(**known)
    if header.treebank_format not in get_args(Format):
        raise ModelError(f"there is no format {header.treebank_format} of treebanks")
    if not 1 <= header.beam <= MOST_BEAM:
        raise ModelError(f"the beam in its header is {header.beam}")
    system = parsing_system(header.system)
    compile_templates(header.templates, system.focus_names)
    kinds = {(a, way != 0) for a, way in zip(system.actions, system.directions, strict=True)}
    labels = {None, *header.labels}
    for action, at_root, label in header.classes:
        fits = (action, label is not None) in kinds and label in labels
        if not fits or not isinstance(at_root, bool):
            raise ModelError(f"there is no transition {action} with the label {label}")
    if len(set(header.classes)) < len(header.classes):
        raise ModelError("there are transitions that are listed twice")
    # Every action must have a transition, but for the rare ones, and so must arcs from the root.
    rare = system.root_only | system.rare_actions
    needed = {(a, False, labelled) for a, labelled in kinds if a not in rare}
    needed.add((system.root_action, True, True))
    if not needed <= {(a, at_root, label is not None) for a, at_root, label in header.classes}:
        raise ModelError("there are no transitions for some of the actions")
    shown = [*header.labels, *header.plain_labels]
    if any(not label or not set("\t\n\r").isdisjoint(label) for label in shown):
        raise ModelError("there are labels that cannot stand in a column of a treebank")
    return header


def _read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    from safetensors import SafetensorError, safe_open

    with open(path, "rb"):
        pass  # a missing or forbidden file is an OSError that says so
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
            if _KEY not in metadata:
                raise ModelError("this is a safetensors file, but not a model of Dodona")
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, TypeError, AttributeError) as error:
        raise ModelError(f"this is not a model, or it is cut short ({error})") from None
    try:
        header = json.loads(metadata[_KEY])
        if header["format"] != FORMAT_VERSION:
            raise ModelError(
                f"the model has format {header['format']}; this is Dodona {__version__}, which "
                f"reads format {FORMAT_VERSION}: install a Dodona that fits, or train the model "
                "again"
            )
        if header.pop("checksum") != _checksum(header, arrays):
            raise ModelError("the checksum is wrong: the file was damaged or changed")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ModelError("the header of the model is damaged") from None
    return header, arrays


def _checksum(header: dict[str, Any], arrays: dict[str, Any]) -> str:
    digest = hashlib.sha256(json.dumps(header, ensure_ascii=False, sort_keys=True).encode())
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"\n{name} {array.dtype} {array.shape}\n".encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()
