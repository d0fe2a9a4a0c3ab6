"""The model of a parser: what it is, and its weights."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, TypeVar

from dodona.errors import ModelError, SettingsError
from dodona.linear.clusters import ClusterMarker, WordClusters
from dodona.linear.frozen import FrozenWeights
from dodona.linear.packing import MOST_CLASSES, StoredWeights, read_weights, weight_arrays
from dodona.model.header import (
    ADDED,
    ColumnValue,
    between,
    check_column,
    read_header,
    sized,
    write_header,
)
from dodona.model.parts import Part
from dodona.options import MOST_BEAM, Direction
from dodona.parser.extractor import Extractor
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.linear_scorer import FrozenScorer
from dodona.parser.templates import compile_templates, look_at
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
    were lifted, ``encoding`` holds the fields of `dodona.treebank.Encoding`. ``direction`` is that
    in which sentences are read.
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
    direction: Direction = field(default="left-to-right", metadata=ADDED)

    @property
    def mirrored(self) -> bool:
        """Whether the model reads sentences from right to left."""
        return self.direction == "right-to-left"

    @property
    def plain_labels(self) -> list[str]:
        """The labels that the model gives to words, without what they may encode."""
        return plain_labels(self.labels, self.encoding)


def plain_labels(labels: list[str], encoding: dict[str, str]) -> list[str]:
    """Labels without what they may encode, given the fields of the encoding."""
    plain = label_splitter(encoding)
    return sorted({plain(label) for label in labels}) if encoding else labels


def label_splitter(encoding: dict[str, str]) -> Callable[[str], str]:
    """What takes from a label what it may encode, given the fields of the encoding."""
    if not encoding:
        return lambda label: label
    split = Encoding(**encoding).split  # type: ignore[arg-type]
    return lambda label: split(label).label


AnyHeader = TypeVar("AnyHeader", bound=Header)


@dataclass(frozen=True)
class Model:
    """A linear model: a header and its weights, and clusters of words if it looks at them."""

    header: Header
    weights: StoredWeights
    clusters: WordClusters | None = None

    def scorer(self, transitions: LabelledTransitions) -> FrozenScorer:
        """What scores transitions with this model."""
        names = transitions.system.focus_names
        extractor = Extractor(compile_templates(self.header.templates, names))
        weights = FrozenWeights(self.weights, transitions.rows, extractor.missing_keys())
        clusters = None if self.clusters is None else ClusterMarker(self.clusters)
        return FrozenScorer(transitions, extractor, weights, self.header.mirrored, clusters)

    def needs(self, column: str) -> bool:
        """Whether templates look at a column of tags in which every word in training had one."""
        attributes = column[0] + "p"  # of the tag itself, and of both together
        tags = self.header.tags.get(column, [])
        if not tags or "_" in tags:
            return False
        return look_at(self.header.templates, *attributes)

    def with_scores(self, scores: dict[str, Any]) -> "Model":
        """The same model with scores in its header."""
        return replace(self, header=replace(self.header, scores=scores))

    def to_part(self) -> Part:
        """The model on its way to a file."""
        clusters = {} if self.clusters is None else self.clusters.to_arrays()
        return Part(write_header(self.header), weight_arrays(self.weights) | clusters)

    @classmethod
    def from_part(cls, part: Part) -> "Model":
        """A model from a file, whose header was checked; `scorer` checks its weights.

        Raises `TypeError`, `ValueError` or `DodonaError` if it makes no sense.
        """
        header = read_parser_header(Header, part.header)
        compile_templates(header.templates, parsing_system(header.system).focus_names)
        clusters = WordClusters.from_part(part)
        return cls(header, read_weights(part), clusters)


def check_beam(beam: int, transitions: int) -> None:
    """Raise `SettingsError` if a model is too large to be trained and used with a beam.

    A beam of 64 goes with up to 32,768 transitions, one of 1024 with up to 128.
    """
    if beam * beam * transitions > _MOST_STEPS:
        raise SettingsError(
            f"a beam of {beam} is too wide for {transitions} transitions: choose a smaller one"
        )


def read_parser_header(kind: type[AnyHeader], values: dict[str, Any]) -> AnyHeader:
    """The header of a file, if all its parts are of the right kind and fit together.

    What was not made by Dodona may have any header, also one with a right checksum.
    """
    header = read_header(kind, values)
    parsing_system(header.system)
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
    needed |= {(action, True, True) for action in system.root_actions}
    if not needed <= {(a, at_root, label is not None) for a, at_root, label in header.classes}:
        raise ModelError("there are no transitions for some of the actions")
    used = {label for _, _, label in header.classes if label is not None}
    if len(header.labels) != len(used):
        raise ModelError("there are labels that are listed twice, or that no transition gives")
