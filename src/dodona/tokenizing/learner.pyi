import numpy as np
from numpy.typing import NDArray

from dodona.learning.weights import Weights
from dodona.tokenizing.segmenter import Segmenter
from dodona.tokenizing.tables import Table, Tables

class LearningSegmenter(Segmenter):
    def __init__(self, tables: Tables, margin: int) -> None: ...
    @property
    def boundaries(self) -> Weights: ...
    @property
    def splits(self) -> Weights: ...
    @property
    def steps(self) -> int: ...
    @property
    def mistakes(self) -> int: ...
    def learn(
        self, text: str, starts: NDArray[np.int32], endings: Table, rules: NDArray[np.int32]
    ) -> None: ...
