from collections.abc import Sequence

from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import Configuration

class ArcStandard(TransitionSystem):
    def stacks(self, c: Configuration, heads: Sequence[int]) -> tuple[int, int]: ...
