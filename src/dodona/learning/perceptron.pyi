from collections.abc import Sequence

from dodona.features.extractor import Extractor
from dodona.features.tokens import TokenBatch
from dodona.learning.weights import Weights
from dodona.systems.base import TransitionSystem
from dodona.systems.gold import Gold
from dodona.systems.labelled import LabelledTransitions

class Learner:
    def __init__(
        self,
        transitions: LabelledTransitions,
        extractor: Extractor,
        tokens: TokenBatch,
        golds: Sequence[Gold],
        *,
        oracle: str,
        seed: int,
    ) -> None: ...
    @property
    def system(self) -> TransitionSystem: ...
    @property
    def transitions(self) -> LabelledTransitions: ...
    @property
    def extractor(self) -> Extractor: ...
    @property
    def weights(self) -> Weights: ...
    @property
    def tokens(self) -> TokenBatch: ...
    @property
    def steps(self) -> int: ...
    @property
    def mistakes(self) -> int: ...
    def learn(self, sentences: Sequence[int], explore: bool, follow_gold: float) -> None: ...
    def shuffle(self, sentences: list[int]) -> None: ...
