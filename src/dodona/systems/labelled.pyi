from collections.abc import Iterable, Sequence

from dodona.systems.base import TransitionSystem

class LabelledTransitions:
    def __init__(
        self,
        system: TransitionSystem,
        labels: Sequence[str],
        classes: Iterable[tuple[str, bool, str | None]],
    ) -> None: ...
    @property
    def system(self) -> TransitionSystem: ...
    @property
    def labels(self) -> tuple[str, ...]: ...
    @property
    def classes(self) -> tuple[tuple[str, bool, str | None], ...]: ...
    @property
    def count(self) -> int: ...
    @property
    def label_count(self) -> int: ...
