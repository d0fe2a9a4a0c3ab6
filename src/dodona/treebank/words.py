"""One word of a sentence: its columns, and its place in the tree."""

from typing import TYPE_CHECKING, NamedTuple

from dodona.errors import ArgumentError

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence


class _Columns(NamedTuple):
    id: int
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    deps: str
    misc: str


class Word(_Columns):
    """One word (a line with a plain number) and its ten columns; ``head`` is -1 where it is `_`.

    A word that a sentence gave out knows the words around it; one that was made by hand, or by
    ``_replace``, stands in no sentence.
    """

    _sentence: "Sentence"

    @property
    def sentence(self) -> "Sentence":
        """The sentence that the word stands in."""
        try:
            return self._sentence
        except AttributeError:
            raise ArgumentError(f"the word {self.form!r} stands in no sentence") from None

    @property
    def parent(self) -> "Word | None":
        """The word that is its head; None for the root, and where there is no tree."""
        return self.sentence[self.head - 1] if self.head > 0 else None

    @property
    def children(self) -> "list[Word]":
        """The words whose head it is, in the order of the words."""
        sentence = self.sentence
        return [sentence[i] for i, head in enumerate(sentence.heads) if head == self.id]

    @property
    def features(self) -> dict[str, str]:
        """FEATS by their names, such as ``{"Case": "Nom"}``; what has no `=` has the value ""."""
        return entries(self.feats)


def entries(value: str) -> dict[str, str]:
    """What stands in a column of `name=value` pairs: FEATS or MISC; nothing for `_`."""
    if value == "_":
        return {}
    pairs = (entry.partition("=") for entry in value.split("|"))
    return {name: content for name, _, content in pairs}
