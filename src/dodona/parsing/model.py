"""The model of a parser: what it is, and its weights."""

from dataclasses import asdict, dataclass, field, fields
from typing import Any, get_args

from dodona.errors import DodonaError, ModelError
from dodona.features.templates import compile_templates
from dodona.parsing.packing import PackedWeights, check_packed
from dodona.parsing.parts import Part
from dodona.systems import parsing_system
from dodona.treebank.conllu import Format
from dodona.treebank.pseudo import Encoding
from dodona.version import __version__

MOST_BEAM = 1024
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


def model_to_part(model: Model) -> Part:
    """A model on its way to a file."""
    return Part(asdict(model.header), dict(model.weights._asdict()))


def model_from_part(part: Part) -> Model:
    """A model from a file. Raises `ModelError` unless all of it fits together."""
    try:
        model = Model(_header(part.header), PackedWeights(**part.arrays))  # type: ignore[arg-type]
        check_packed(model.weights, len(model.header.classes))
    except (KeyError, TypeError, ValueError, DodonaError) as error:
        raise ModelError(f"the parser in the file is damaged: {error}") from None
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
    kinds = {
        (a, way != 0)
        for a, way in zip(system.actions, system.directions, strict=True)
        if a not in system.scored_as
    }
    labels = {None, *header.labels}
    for action, at_root, label in header.classes:
        fits = (action, label is not None) in kinds and label in labels
        if not fits or not isinstance(at_root, bool):
            raise ModelError(f"there is no transition {action} with the label {label}")
    if len(set(header.classes)) < len(header.classes):
        raise ModelError("there are transitions that are listed twice")
    # Every action must have a transition, and so must arcs from the root.
    needed = {(a, False, labelled) for a, labelled in kinds if a not in system.root_only}
    needed.add((system.root_action, True, True))
    if not needed <= {(a, at_root, label is not None) for a, at_root, label in header.classes}:
        raise ModelError("there are no transitions for some of the actions")
    shown = [*header.labels, *header.plain_labels]
    if any(not label or not set("\t\n\r").isdisjoint(label) for label in shown):
        raise ModelError("there are labels that cannot stand in a column of a treebank")
    return header
