'The loss of arc-standard configurations by a table over two stacks.\n\nGoldberg, Sartorio & Satta 2014, section 4. The table of Algorithm 1 is filled from its end: an\nentry is the loss still to come, not the loss so far, and one row of it is all that is kept. The\nloss is exact for projective gold trees; for others it is that of the algorithm, which its authors\nstate for projective ones only. A word whose gold head is not known may get any, and nothing is\nlost: in the buffer it is on the right stack, as a word is whose gold head is elsewhere.'
from array import array
from dodona.systems.actions.arc_standard import LEFT, RIGHT, SHIFT
class TabularLoss:
    """Counts the wrong arcs to come; `reserve` room for the words of a sentence first."""

    def __init__(self) -> None:
        ...

    def reserve(self, n: int) -> None:
        """Make room for sentences of up to n words."""
        ...
    ...
