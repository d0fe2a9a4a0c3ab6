'The loss of arc-standard configurations in linear time, for projective gold trees.\n\nNederhof 2019, *Calculating the Optimal Step in Shift-Reduce Dependency Parsing: From Cubic to\nLinear Time*, shows that there is such a loss. This one is worked out from the same observations\nand counts gold arcs rather than wrong ones.\n\nFrom a configuration on, the top of the stack is joined with one node after the other, those below\nit and those of the buffer, until the root of the tree is the root. So there is a *way* of nodes\nthat are at the top of that tree one after the other: each takes some nodes next to the tree as its\ndependents, on both sides, until the next one takes it. On the stack the way leads down. Since gold\narcs do not cross, this is all that matters of it:\n\n- Gold arcs within the buffer can be made before. What is left of the buffer are words whose gold\n  head is on the stack; that node takes them if the way leads over it.\n- A node of the stack is *claimed* if its gold head is in the buffer. The way can lead over this\n  claimant and on over its gold ancestors in the buffer, its *chain*; they take all nodes that they\n  claim and come to. From the last of the chain the way goes back to the next node of the stack, or\n  to the gold head of the last, however far down that is. It can also go back from another one of\n  the chain, which loses its gold head then.\n- Once a claimant has been on the way, nodes further down that it claims are out of its reach. So a\n  node of the stack has up to three values: with all of the chain to come (FRESH), when the claimant\n  of the next claimed node has been USED, and when all of its chain is GONE.\n\nA node of the stack is worth no less than one further down, which can take it at once. So a node\nneed only be left at once, or after one of its gold dependents, or for its gold head or claimant.'
from array import array
from dodona.systems.actions.arc_standard import LEFT, RIGHT, SHIFT
class LinearLoss:
    """Counts the wrong arcs to come; `reserve` room for the words of a sentence first.

    Nodes of the stack are named by their places from the bottom, where the root has place 0. Of
    the node at a place there are: its gold dependents to the left (``first_kid`` is the closest
    and ``next_kid`` leads to the others), its gold head to the left (``parent``, or -1), how many
    gold dependents are in the buffer (``rights``), its claimant and the last word of the chain, as
    words (or 0), and the gold head of that one (``chain_head``, or -1). ``below`` is the closest
    claimed node from here on down, ``above`` the closest one above (or 0).
    """

    def __init__(self) -> None:
        ...

    def reserve(self, n: int) -> None:
        """Make room for sentences of up to n words."""
        ...
    ...
