'Lifting words until a tree is projective, and putting them back.\n\nNivre & Nilsson 2005, *Pseudo-Projective Dependency Parsing*: an arc that is not projective is\nlifted to the head of its head, the shortest one first, as often as it takes. What tells the way\nback is for `dodona.treebank.pseudo` to write into labels.'
from typing_extensions import Buffer
from dodona.treebank.descent import Descent
from array import array
from collections.abc import Sequence
from dodona.treebank.descent import Descent, descent_of
def lift(heads: Sequence[int]) -> tuple[list[int], list[int], list[bool]]:
    """Heads that are projective, the former heads of lifted words (-1: of others), and the paths.

    A word is on a path if some word was lifted away from it.
    """
    ...
class Lowering:
    """Puts lifted words back, as their labels tell.

    For each label, by its number: ``plain`` is the label without what it encodes, ``lifted`` tells
    whether it is that of a lifted word, ``head`` is the plain label of the head that the word came
    from (None if the encoding does not tell it), ``on_path`` tells whether words were lifted away
    from it. With ``follow_paths`` the search for a head keeps to words on paths.
    """

    def __init__(self, plain: Sequence[int], lifted: Sequence[bool], head: Sequence[int | None], on_path: Sequence[bool], follow_paths: bool) -> None:
        ...

    def lower(self, heads: Buffer, labels: Buffer, lengths: Buffer, move: bool=True) -> None:
        """Put the words of sentences of these lengths back, and make their labels plain.

        Heads and labels stand one after the other and are changed in place. Without ``move`` only
        the labels are changed. Several threads can do this at once.
        """
        ...
    ...
class LiftedTree(Descent):
    """One tree with what its labels encode; `lower` puts its lifted words back."""

    def __init__(self, capacity: int) -> None:
        ...
    ...
