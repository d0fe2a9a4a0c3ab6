'Derivations that can be gone through again, for measuring what an oracle takes.'
from dodona.systems.base import TransitionSystem
from array import array
from collections.abc import Sequence
from random import Random
from dodona.systems.base import TransitionSystem
from dodona.systems.gold import Gold
from dodona.systems.state import State
class Walk:
    """One derivation over the words of a gold tree; labels do not count.

    Without ``mistakes`` it is that of the static oracle. With them it is like those that training
    explores: transitions of least cost, chosen at random, but for this share of the
    configurations, in which any legal transition is made.
    """

    def __init__(self, system: TransitionSystem, heads: Sequence[int], mistakes: float | None=None, seed: int=1) -> None:
        ...

    def __len__(self) -> int:
        ...

    @property
    def transitions(self) -> list[str]:
        """The names of the transitions."""
        ...

    def replay(self, times: int, costs: bool=False, loss: bool=False) -> None:
        """Make the transitions again, and in each configuration ask for the costs or the loss."""
        ...
    ...
