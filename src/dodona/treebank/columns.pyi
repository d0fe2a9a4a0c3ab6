'The one place that edits columns and trees: everything else is carried over byte for byte.'
from typing_extensions import Buffer
from dodona.treebank.sentence import Sentence
from dodona.treebank.sentence import Sentence
import re
from array import array
from collections.abc import Sequence
from itertools import accumulate
from dodona.errors import TreebankError
from dodona.treebank.sentence import restore_sentence
COLUMNS = {'form': 1, 'lemma': 2, 'upos': 3, 'xpos': 4, 'feats': 5, 'deprel': 7, 'deps': 8, 'misc': 9}
class Draft:
    """Sentences that get new values in columns, and new trees; they are written once, at the end.

    Words are counted through all sentences. Values stand in a text in UTF-8; two numbers of a word
    say where in it a value begins and ends, or are -1 where the value that is there stays. The
    caller vouches for values that can stand in a column, and for heads that are trees.
    """

    @property
    def sentences(self) -> list[Sentence]:
        ...

    @property
    def words(self) -> int:
        ...

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        ...

    def put(self, names: Sequence[str], text: Buffer, spans: Buffer) -> None:
        """Put new values into some columns; the numbers of a word are those of all its values."""
        ...

    def put_tree(self, heads: Buffer, labels: Buffer, names: Sequence[bytes]) -> None:
        """Put the heads of all words into HEAD, and the names of their labels into DEPREL."""
        ...

    def leave_out_deps(self) -> None:
        """Leave out arcs in DEPS (a number, as CoNLL-X has there, stays) and empty nodes."""
        ...

    def changes_any(self, names: Sequence[str]) -> bool:
        """Whether one of these columns has new values."""
        ...

    def first_without(self, name: str) -> int | None:
        """The number of the first sentence none of whose words has a value, new or old."""
        ...

    def finished(self) -> list[Sentence]:
        """The sentences with their new values."""
        ...
    ...
def without_empty_nodes(sentence: Sentence) -> Sentence:
    """The sentence without the lines of its empty nodes; the same one if it has none."""
    ...
