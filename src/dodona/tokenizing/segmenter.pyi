from typing_extensions import Buffer

from dodona.parsing.frozen import FrozenWeights
from dodona.tokenizing.stretch import Stretch
from dodona.tokenizing.tables import Tables

class Segmenter(Stretch):
    def __init__(
        self,
        boundary_gate: Buffer,
        join_gate: Buffer,
        ending_gate: Buffer,
        candidates: Buffer,
        least_lengths: Buffer,
    ) -> None: ...
    def feed(self, text: str, final: bool) -> int: ...

class FrozenSegmenter(Segmenter):
    def __init__(
        self, tables: Tables, boundaries: FrozenWeights, splits: FrozenWeights
    ) -> None: ...
