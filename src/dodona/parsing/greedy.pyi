from array import array

from dodona.features.extractor import Extractor
from dodona.features.tokens import TokenBatch
from dodona.parsing.frozen import FrozenWeights
from dodona.systems.base import TransitionSystem
from dodona.systems.labelled import LabelledTransitions

class GreedyDecoder:
    def __init__(
        self, transitions: LabelledTransitions, extractor: Extractor, weights: FrozenWeights
    ) -> None: ...
    @property
    def system(self) -> TransitionSystem: ...
    @property
    def transitions(self) -> LabelledTransitions: ...
    @property
    def extractor(self) -> Extractor: ...
    @property
    def weights(self) -> FrozenWeights: ...
    def parse(self, tokens: TokenBatch) -> tuple[array[int], array[int]]: ...
