"The closest projective tree, by the algorithm of Eisner (1996).\n\nEisner, *Three New Probabilistic Models for Dependency Parsing: An Exploration*: spans are built\nfrom shorter ones. A complete span has its head at one end and all of that end's dependents on this\nside; an incomplete one lacks the dependents of its last dependent."
from array import array
from collections.abc import Sequence
from dodona.treebank.trees import is_projective
def projectivize(heads: Sequence[int]) -> list[int]:
    """The projective tree that keeps most arcs of a tree: ``heads[d]`` for word d, -1 for 0.

    Of several such trees it is one with the fewest new arcs from the root, so that a tree with one
    root keeps to one; of these, one whose words are lifted least: a word that loses its head hangs
    from a closer ancestor rather than a farther one, and from any ancestor rather than from another
    word. The same tree always gives the same result; a projective one is its own.
    """
    ...
class Eisner:
    """The tables for one sentence of n words.

    ``weights[h * width + d]`` is the cost of an arc. For i < j the cell i * width + j is that of a
    span with its head at the left, the cell j * width + i that of one with its head at the right;
    the splits say where the best span is made of two.
    """

    @property
    def n(self) -> int:
        ...

    @property
    def width(self) -> int:
        ...

    @property
    def heads(self) -> memoryview:
        ...

    def __init__(self, n: int) -> None:
        ...
    ...
