"""A text with its sentences, as `Pipeline` gives it."""

from collections.abc import Iterator, Sequence
from itertools import chain

from dodona.treebank.sentence import Sentence, Word


class Document:
    """A text, taken apart into sentences with words, tags and trees.

    >>> nlp = dodona.load("en")                             # doctest: +SKIP
    >>> doc = nlp("What do you think she wants?")           # doctest: +SKIP
    >>> [word.lemma for word in doc.sentences[0].words]     # doctest: +SKIP
    ['what', 'do', 'you', 'think', 'she', 'want', '?']
    """

    def __init__(self, text: str, sentences: Sequence[Sentence]) -> None:
        self.text = text
        self.sentences = list(sentences)

    @property
    def words(self) -> list[Word]:
        """The words of all sentences, one after the other."""
        return list(chain.from_iterable(sentence.words for sentence in self.sentences))

    def to_conllu(self) -> str:
        """The document as it stands in a file in CoNLL-U."""
        return "".join(sentence.to_conllu() for sentence in self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    def __str__(self) -> str:
        return "\n\n".join(map(repr, self.sentences))

    def __repr__(self) -> str:
        return f"<Document of {len(self.sentences)} sentences, {sum(map(len, self))} words>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the trees, one below the other."""
        return "".join(f"<div>{sentence._repr_html_()}</div>" for sentence in self.sentences)
