from collections.abc import Sequence

from dodona.systems.arc_standard import ArcStandard
from dodona.systems.configuration import Configuration

class LRSpine(ArcStandard):
    def table_sizes(self, c: Configuration, heads: Sequence[int]) -> list[int]: ...
