from array import array
from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from dodona.parsing.frozen import FrozenWeights
from dodona.tagging.features import WordFeatures
from dodona.tagging.scripts import ScriptSet
from dodona.tagging.words import WordBatch
from dodona.treebank.sentence import Sentence

class LemmaDecoder:
    def __init__(
        self,
        scripts: ScriptSet,
        features: WordFeatures,
        weights: FrozenWeights,
        keys: NDArray[Any],
        entry_scripts: NDArray[Any],
    ) -> None: ...
    @property
    def scripts(self) -> ScriptSet: ...
    @property
    def features(self) -> WordFeatures: ...
    @property
    def weights(self) -> FrozenWeights: ...
    def lemmatize(
        self, sentences: Sequence[Sentence], batch: WordBatch, keep: bool
    ) -> tuple[bytearray, array[int]]: ...

def pair_keys(batch: WordBatch) -> list[int]: ...
