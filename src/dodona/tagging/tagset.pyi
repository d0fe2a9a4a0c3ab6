from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

Tag = tuple[str, str, str]

def parts_of(tag: Tag) -> list[str]: ...

class TagSet:
    def __init__(
        self,
        tags: Sequence[Tag],
        choices: Sequence[Sequence[int]],
        keys: NDArray[Any],
        entry_choices: NDArray[Any],
        entry_kinds: NDArray[Any],
    ) -> None: ...
    @property
    def tags(self) -> list[Tag]: ...
    @property
    def classes(self) -> int: ...
