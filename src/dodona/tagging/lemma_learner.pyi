from collections.abc import Sequence

from dodona.learning.weights import Weights
from dodona.tagging.features import WordFeatures
from dodona.tagging.scripts import ScriptSet
from dodona.tagging.words import WordBatch

class LemmaLearner:
    def __init__(
        self,
        scripts: ScriptSet,
        features: WordFeatures,
        batch: WordBatch,
        examples: Sequence[tuple[int, int, int, int]],
        *,
        classes: int,
        margin: int,
    ) -> None: ...
    @property
    def weights(self) -> Weights: ...
    @property
    def examples(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def mistakes(self) -> int: ...
    def learn(self, examples: Sequence[int]) -> None: ...
