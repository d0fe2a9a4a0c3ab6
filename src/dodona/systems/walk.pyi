from collections.abc import Sequence

from dodona.systems.base import TransitionSystem

class Walk:
    def __init__(
        self,
        system: TransitionSystem,
        heads: Sequence[int],
        mistakes: float | None = None,
        seed: int = 1,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def transitions(self) -> list[str]: ...
    def replay(self, times: int, costs: bool = False, loss: bool = False) -> None: ...
