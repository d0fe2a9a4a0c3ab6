"""The model of a parser: what it is, and its weights."""

from dataclasses import dataclass, field
from typing import Annotated, Any

from dodona.errors import ModelError, SettingsError
from dodona.linear.clusters import WordClusters
from dodona.linear.packing import MOST_CLASSES, PackedWeights
from dodona.model.header import (
    ColumnValue,
    between,
    check_column,
    read_header,
    sized,
    write_header,
)
from dodona.model.parts import Part
from dodona.options import MOST_BEAM
from dodona.parser.templates import compile_templates
from dodona.systems import parsing_system
from dodona.treebank.conllu import Format
from dodona.treebank.pseudo import Encoding
from dodona.version import __version__

# With a beam, a step may offer each hypothesis times each transition, and insert each in the beam.
_MOST_STEPS = 1 << 27


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
    treebank_format: Format
    labels: list[ColumnValue]
    classes: Annotated[list[tuple[str, bool, str | None]], sized(0, MOST_CLASSES)]
    templates: list[str]
    beam: Annotated[int, between(1, MOST_BEAM)] = 1
    training: dict[str, Any] = field(default_factory=dict)
    scores: dict[str, Any] = field(default_factory=dict)
    tags: dict[str, list[ColumnValue]] = field(default_factory=dict)
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
    """A header and the weights that belong to it, and clusters of words if it looks at them."""

    header: Header
    weights: PackedWeights
    clusters: WordClusters | None = None


def model_to_part(model: Model) -> Part:
    """A model on its way to a file."""
    clusters = {} if model.clusters is None else model.clusters.to_arrays()
    return Part(write_header(model.header), model.weights._asdict() | clusters)


def model_from_part(part: Part) -> Model:
    """A model from a file, whose header was checked; `Parser` checks its weights.

    Raises `TypeError`, `ValueError` or `DodonaError` if it makes no sense.
    """
    clusters = WordClusters.from_part(part)
    others = {} if clusters is None else clusters.to_arrays()
    weights = {name: array for name, array in part.arrays.items() if name not in others}
    return Model(_header(part.header), PackedWeights(**weights), clusters)  # type: ignore[arg-type]


def check_beam(beam: int, transitions: int) -> None:
    """Raise `SettingsError` if a model is too large to be trained and used with a beam.

    A beam of 64 goes with up to 32,768 transitions, one of 1024 with up to 128.
    """
    if beam * beam * transitions > _MOST_STEPS:
        raise SettingsError(
            f"a beam of {beam} is too wide for {transitions} transitions: choose a smaller one"
        )


def _header(values: dict[str, Any]) -> Header:
    """The header of a file, if all its parts are of the right kind and fit together.

    What was not made by Dodona may have any header, also one with a right checksum.
    """
    header = read_header(Header, values)
    compile_templates(header.templates, parsing_system(header.system).focus_names)
    _check_classes(header)
    for label in header.plain_labels:
        check_column(label, "a label")
    return header


def _check_classes(header: Header) -> None:
    """Raise `ModelError` unless the classes are what the system needs, and the labels theirs."""
    system = parsing_system(header.system, single_root=header.single_root)
    kinds = {
        (a, way != 0)
        for a, way in zip(system.actions, system.directions, strict=True)
        if a not in system.scored_as
    }
    labels = {None, *header.labels}
    for action, _, label in header.classes:
        if (action, label is not None) not in kinds or label not in labels:
            raise ModelError(f"there is no transition {action} with the label {label}")
    if len(set(header.classes)) < len(header.classes):
        raise ModelError("there are transitions that are listed twice")
    # Every action must have a transition, and so must arcs from the root.
    needed = {(a, False, labelled) for a, labelled in kinds if a not in system.root_only}
    needed.add((system.root_action, True, True))
    if not needed <= {(a, at_root, label is not None) for a, at_root, label in header.classes}:
        raise ModelError("there are no transitions for some of the actions")
    used = {label for _, _, label in header.classes if label is not None}
    if len(header.labels) != len(used):
        raise ModelError("there are labels that are listed twice, or that no transition gives")
