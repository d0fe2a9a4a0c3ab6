"""The model of a neural parser: what it is, its encoder, and the layers behind it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar, Literal

from dodona.errors import ModelError
from dodona.model.header import between, sized, write_header
from dodona.model.parts import Part
from dodona.neural.calibration import Curve, check_curve
from dodona.neural.encoder import Encoder, Shape
from dodona.neural.packing import encoder_arrays, pack_floats, read_encoder, read_floats
from dodona.neural.parameters import Stored
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.model import Header, read_parser_header
from dodona.parser.neural_scorer import UNITS, NeuralScorer, slot_shapes
from dodona.parser.slots import compile_slots
from dodona.systems import parsing_system


@dataclass(frozen=True)
class NeuralHeader(Header):
    """What a neural model is: the slots are in ``templates``.

    ``size`` and ``layers`` are those of the encoder, ``hidden`` is the size of the hidden layer.
    ``tag_classes`` are the numbers of classes of the classifiers of a joint model. ``calibration``
    has curves for the probabilities of ``arcs`` and ``labels``; see `dodona.neural.calibration`.
    """

    unit: ClassVar[int] = UNITS

    kind: Literal["neural"] = "neural"
    size: Annotated[int, between(16, 1024)] = 128
    layers: Annotated[int, between(1, 8)] = 2
    hidden: Annotated[int, between(16, 1024)] = 128
    tag_classes: Annotated[list[Annotated[int, between(1, 65536)]], sized(0, 8)] = field(
        default_factory=list
    )
    calibration: dict[str, Annotated[Curve, check_curve]] = field(default_factory=dict)

    @property
    def shape(self) -> Shape:
        """How large the encoder is."""
        return Shape(self.size, self.layers, self.tag_classes)


@dataclass(frozen=True)
class NeuralModel:
    """A header, an encoder, and the arrays of the scorer."""

    header: NeuralHeader
    encoder: Encoder
    arrays: Mapping[str, Stored]

    def scorer(self, transitions: LabelledTransitions) -> NeuralScorer:
        """What scores transitions with this model."""
        slots = compile_slots(self.header.templates, transitions.system.focus_names)
        return NeuralScorer(transitions, slots, self.encoder, self.arrays, self.header.mirrored)

    def with_calibration(self, curves: dict[str, Curve]) -> "NeuralModel":
        """The same model with curves for its probabilities."""
        return replace(self, header=replace(self.header, calibration=curves))

    def needs(self, column: str) -> bool:
        """Whether the model looks at a column of tags in which every word in training had one."""
        tags = self.header.tags.get(column, [])
        return not self.header.tag_classes and bool(tags) and "_" not in tags

    def with_scores(self, scores: dict[str, Any]) -> "NeuralModel":
        """The same model with scores in its header."""
        return replace(self, header=replace(self.header, scores=scores))

    def to_part(self) -> Part:
        """The model on its way to a file."""
        arrays = encoder_arrays(self.encoder) | pack_floats(self.arrays)
        return Part(write_header(self.header), arrays)

    @classmethod
    def from_part(cls, part: Part) -> "NeuralModel":
        """A model from a file. Raises `DodonaError` if it makes no sense."""
        header = read_parser_header(NeuralHeader, part.header)
        system = parsing_system(header.system, single_root=header.single_root)
        transitions = LabelledTransitions(system, header.labels, header.classes)
        slots = compile_slots(header.templates, system.focus_names)
        if header.beam != 1:
            raise ModelError("a neural model has no beam")
        encoder = read_encoder(part, header.shape)
        shapes = slot_shapes(slots, transitions, header.shape.output_width, header.hidden)
        return cls(header, encoder, read_floats(part, shapes))
