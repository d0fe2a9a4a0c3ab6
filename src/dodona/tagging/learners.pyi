from array import array
from collections.abc import Sequence

from dodona.learning.weights import Weights
from dodona.tagging.features import WordFeatures
from dodona.tagging.scripts import ScriptSet
from dodona.tagging.tagset import TagSet
from dodona.tagging.words import WordBatch

class TagLearner:
    def __init__(
        self,
        tagset: TagSet,
        features: WordFeatures,
        batch: WordBatch,
        gold: array[int],
        *,
        margin: int,
        beam: int = 1,
    ) -> None: ...
    @property
    def weights(self) -> Weights: ...
    @property
    def steps(self) -> int: ...
    @property
    def mistakes(self) -> int: ...
    def learn(self, sentences: Sequence[int]) -> None: ...

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
