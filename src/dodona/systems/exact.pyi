'Exact losses for gold trees of any kind, by dynamic programming over the trees still reachable.\n\nCosts that count gold arcs one by one are exact if the arcs still in reach can be had together. In a\ntree that is not projective arcs cross, and a projective system can build one of two only. Here the\nleast number of wrong heads still to come is found by tables instead (Kuhlmann, Gómez-Rodríguez &\nSatta 2011; Nederhof 2019): cubic in the length of a sentence, for all of its configurations\ntogether.\n\nWhat lies ahead depends on the buffer and on one node of the stack after the other: for each node\nthere is a row of values, made when the node is first met and used until the stack changes there.'
from dodona.systems.gold import Gold
from dodona.systems.state import State
from array import array
from collections.abc import Sequence
from typing import ClassVar
from dodona.errors import TransitionError
from dodona.systems.gold import Gold
from dodona.systems.limits import SHORT_INFINITE
from dodona.systems.state import State
LONGEST = 2000
class ExactOracle:
    """The tables of one sentence after another.

    All of them lie in ``cells``, so that `least` can go through any two; there are ``tables``
    squares and one row more. ``goal`` is the place of each word's gold head, -1 if it is not known.
    A sentence of no more than n words begins with `prepare`; then the
    configurations of one derivation are asked for in their order.
    """
    tables: ClassVar[int] = ...

    def __init__(self, root_last: bool, single_root: bool, n: int) -> None:
        ...

    def along(self, derivation: Sequence[State], gold: Gold) -> list[list[int]]:
        """The costs of all actions in the configurations of one derivation, in their order."""
        ...
    ...
