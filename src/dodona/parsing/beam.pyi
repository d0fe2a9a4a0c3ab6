from array import array

from dodona.features.extractor import Extractor
from dodona.features.tokens import TokenBatch
from dodona.parsing.frozen import FrozenWeights
from dodona.systems.labelled import LabelledTransitions

class BeamDecoder:
    def __init__(
        self,
        transitions: LabelledTransitions,
        extractor: Extractor,
        weights: FrozenWeights,
        beam: int,
    ) -> None: ...
    @property
    def transitions(self) -> LabelledTransitions: ...
    @property
    def extractor(self) -> Extractor: ...
    @property
    def weights(self) -> FrozenWeights: ...
    @property
    def beam(self) -> int: ...
    def parse(self, tokens: TokenBatch) -> tuple[array[int], array[int]]: ...
    def hypotheses(
        self, tokens: TokenBatch
    ) -> list[list[tuple[int, tuple[int, ...], tuple[int, ...]]]]: ...
    def derivations(self, tokens: TokenBatch) -> list[list[tuple[str, str | None]]]: ...
