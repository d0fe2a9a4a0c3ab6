from array import array
from collections.abc import Sequence

def lift(heads: Sequence[int]) -> tuple[list[int], list[int], list[bool]]: ...

class Lowering:
    def __init__(
        self,
        plain: Sequence[int],
        lifted: Sequence[bool],
        head: Sequence[int | None],
        on_path: Sequence[bool],
        follow_paths: bool,
    ) -> None: ...
    def lower(
        self,
        heads: array[int],
        labels: array[int],
        lengths: array[int] | memoryview,
        move: bool = True,
    ) -> None: ...
