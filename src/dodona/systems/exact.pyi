from collections.abc import Sequence
from typing import ClassVar

from dodona.systems.gold import Gold
from dodona.systems.state import State

LONGEST: int

class ExactOracle:
    tables: ClassVar[int]
    def __init__(self, root_last: bool, n: int) -> None: ...
    def along(self, derivation: Sequence[State], gold: Gold) -> list[list[int]]: ...
