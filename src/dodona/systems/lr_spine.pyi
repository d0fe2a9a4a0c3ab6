'LR-spine parsing with a static, a nondeterministic and a dynamic oracle.\n\nGoldberg, Sartorio & Satta 2014, *A Tabular Method for Dynamic Oracles in Transition-Based Parsing*,\nsection 6; the system is that of Sartorio, Satta & Nivre 2013. Configurations are those of\narc-standard. A node on the stack stands for its tree. The left spine of a tree goes from its root\ndown by the leftmost child on the left, the right spine by the rightmost child on the right; both\ncan be read off the arcs. Any node of a spine may take a dependent.\n\nThe costs are exact for projective gold trees and parts of them, as long as no spine is longer than\nthe k that there are; see `SpineTable`.'
from dodona.systems.arc_standard import ArcStandard
from collections.abc import Sequence
from types import MappingProxyType
from dodona.systems.actions.arc_standard import SHIFT
from dodona.systems.arc_standard import ArcStandard
from dodona.systems.configuration import Configuration, SpineConfiguration
from dodona.systems.limits import INFINITE
from dodona.systems.spine_table import SpineTable
class LRSpine(ArcStandard):
    """SHIFT, LEFT_k and RIGHT_k over a stack of trees and a buffer; complete for projective trees.

    The number k goes up to 31, since there can be 64 actions; nodes further down a spine take no
    dependents. The static oracle does without them: it leaves a tree on the stack as long as it
    has a node too far down that waits for dependents. With ``single_root`` the root takes its
    dependent when nothing else is left.
    """

    def __init__(self, root_last: bool=False, single_root: bool=False) -> None:
        ...

    def table_sizes(self, c: Configuration, heads: Sequence[int]) -> list[int]:
        """The most entries in a T[i, j], for i + j - 1 = 1, 2, ... as the paper counts them."""
        ...
    ...
