'Arc-standard parsing with a static, a nondeterministic and a dynamic oracle.\n\nGoldberg, Sartorio & Satta 2014, *A Tabular Method for Dynamic Oracles in Transition-Based Parsing*:\nthe system is that of section 2, the dynamic oracle that of section 4. In configurations\n(σ|s1|s0, b|β, A) the two topmost nodes of the stack are s1 and s0, and b is the front of the\nbuffer. The first configuration is ([], [0 ... n], ∅), the last ([0], [], A); the root is never a\ndependent.'
from dodona.systems.base import TransitionSystem
from collections.abc import Sequence
from dodona.systems.actions.arc_standard import LEFT, RIGHT, SHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import Configuration
from dodona.systems.limits import INFINITE
from dodona.systems.linear_loss import LinearLoss
from dodona.systems.state import State
from dodona.systems.tabular_loss import TabularLoss
class ArcStandard(TransitionSystem):
    """SHIFT, LEFT and RIGHT over a stack and a buffer; complete for projective trees.

    With ``single_root`` the root takes its dependent when nothing else is left.

    ``loss`` says how the oracle counts; the costs are the same, and exact, for projective gold
    trees. For others, and for parts of trees, they are always those of the table, which is exact
    for parts of projective trees too.

    linear   in linear time, see `LinearLoss`
    tabular  by the table of the paper, see `TabularLoss`
    """

    def __init__(self, root_last: bool=False, single_root: bool=False, loss: str='linear') -> None:
        ...

    def reserve(self, n: int) -> None:
        ...

    def stacks(self, c: Configuration, heads: Sequence[int]) -> tuple[int, int]:
        """The sizes of the stack and of the right stack (section 4.2) of a configuration."""
        ...
    ...
