from collections.abc import Sequence

from dodona.systems.configuration import Configuration
from dodona.systems.covington import Covington

class CovingtonNonmonotonic(Covington):
    def loss(  # type: ignore[override]
        self,
        c: Configuration,
        heads: Sequence[int],
        labels: Sequence[str | None] | None = None,
        loss: str | None = None,
        roots: bool = True,
        most: int = 0,
    ) -> int: ...
