from collections.abc import Sequence

from dodona.parsing.packing import PackedWeights

class FrozenWeights:
    def __init__(
        self,
        packed: PackedWeights,
        class_count: int,
        missing_keys: Sequence[Sequence[int]] = (),
        *,
        plain: bool = False,
    ) -> None: ...
    @property
    def classes(self) -> int: ...
    @property
    def width(self) -> int: ...
    def scores(self, keys: Sequence[int], missing: int = 0) -> list[int]: ...
