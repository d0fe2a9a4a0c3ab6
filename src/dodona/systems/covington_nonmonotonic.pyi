"Covington's parsing where arcs replace earlier ones, with approximate dynamic oracles.\n\nFernández-González & Gómez-Rodríguez 2017, *A Full Non-Monotonic Transition System for Unrestricted\nNon-Projective Parsing*: the system is that of Figure 2, the losses are those of section 4, and the\nexact loss is found by the search of section 5. Configurations are those of `Covington`, as is all\nthat has to do with the root."
from dodona.systems.covington import Covington
from heapq import heappop, heappush
from dodona.errors import TransitionError
from dodona.systems.actions.covington import LEFT, NO_ARC, RIGHT, ROOT, SHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.configuration import Configuration, GoldHeads, GoldLabels
from dodona.systems.covington import Covington
from dodona.systems.cycles import CycleCounter
from dodona.systems.state import State
class CovingtonNonmonotonic(Covington):
    """SHIFT, NO-ARC, LEFT and RIGHT, all of them always legal; complete for all trees.

    ``loss`` says what the oracle counts. U(c, t_G) are the gold arcs that cannot be built any more,
    A those built so far and I(c, t_G) the gold arcs not in U.

    upper     |U| and the elementary cycles of A ∪ I: never less than the true loss
    pc-upper  |U| and those cycles in which cycle-breaking would remove a gold arc: closer
    lower     never more than the true loss; no cycles, and not all of U (see `bound`)
    exact     the true loss, by a search that can take very long: for single configurations

    With more than MOST_CYCLES cycles (or n, if that is more) counting stops: both upper losses are
    then |U| and this number, so that they stay upper bounds, and such configurations differ by |U|
    only. So no sentence can hold up training.
    """

    def __init__(self, root_last: bool=False, single_root: bool=False, loss: str='upper') -> None:
        ...

    def loss(self, c: Configuration, heads: GoldHeads, labels: GoldLabels=None, *, exact: bool=False, loss: str | None=None, roots: bool=True, most: int=0) -> int:
        """The loss of a configuration; ``loss`` chooses another one than the system's own.

        Without ``roots`` gold arcs from the root do not count, only those between words. ``most``
        limits the search for the exact loss; it is -1 if so many configurations did not suffice.
        """
        ...
    ...
