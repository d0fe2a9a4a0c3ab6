from dodona.features.templates import Program
from dodona.features.tokens import TokenBatch
from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import Configuration

class Extractor:
    def __init__(self, program: Program) -> None: ...
    @property
    def count(self) -> int: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    def keys(
        self,
        system: TransitionSystem,
        c: Configuration,
        tokens: TokenBatch,
        index: int = 0,
        *,
        transition: str | None = None,
    ) -> dict[str, int]: ...
    def missing_keys(self) -> list[list[int]]: ...
