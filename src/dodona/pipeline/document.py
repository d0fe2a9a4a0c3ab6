"""A text with its sentences, as `Pipeline` gives it."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, overload

from dodona.treebank.export import token_dicts
from dodona.treebank.sentence import Sentence
from dodona.treebank.tokens import Token, placed
from dodona.treebank.words import Word
from dodona.wording import counted

if TYPE_CHECKING:
    from pandas import DataFrame

    from dodona.treebank.records import SentenceRecord


class Document:
    """A text, taken apart into sentences with words, tags and trees.

    ``for sentence in doc`` goes through the sentences, ``doc[0]`` is the first of them, and
    ``len(doc)`` is their number.

    >>> nlp = dodona.load("en")                             # doctest: +SKIP
    >>> doc = nlp("What do you think she wants?")           # doctest: +SKIP
    >>> [word.lemma for word in doc[0]]                     # doctest: +SKIP
    ['what', 'do', 'you', 'think', 'she', 'want', '?']
    """

    def __init__(self, text: str, sentences: Sequence[Sentence]) -> None:
        self.text = text
        self.sentences = list(sentences)

    @property
    def words(self) -> list[Word]:
        """The words of all sentences, one after the other."""
        return list(chain.from_iterable(self))

    @property
    def tokens(self) -> list[Token]:
        """The tokens of all sentences: ``doc.text[token.start:token.end]`` is ``token.text``.

        If they do not fit into the text of a document that was made by hand, their places are those
        in the text that the tokens and their spaces make.
        """
        return list(chain.from_iterable(self._tokens()))

    def _tokens(self) -> list[list[Token]]:
        """The tokens of each sentence, with their places in the document."""
        tokens = [sentence.tokens for sentence in self]
        in_a_row = list(chain.from_iterable(tokens))
        all_placed = iter(placed(in_a_row, [token.text for token in in_a_row], self.text))
        return [list(islice(all_placed, len(each))) for each in tokens]

    def to_conllu(self) -> str:
        """The document as it stands in a file in CoNLL-U."""
        return "".join(sentence.to_conllu() for sentence in self)

    def to_dict(self) -> list[list[dict[str, Any]]]:
        """The sentences as Stanza's `to_dict` gives them, with places in the text of the document.

        See `Sentence.to_dict`.
        """
        return [token_dicts(tokens) for tokens in self._tokens()]

    def to_records(self) -> "list[SentenceRecord]":
        """The sentences as `Sentence.to_record` gives them, with places in the document's text."""
        from dodona.treebank.records import records_of

        return records_of(self.sentences, self.tokens)

    def to_pandas(self) -> "DataFrame":
        """A frame of pandas with a row for each word.

        ``sentence`` is the number of its sentence (`doc[sentence]`); the other columns are the
        fields of `to_records`.
        """
        from dodona.pipeline.frame import word_frame

        return word_frame(self.sentences, self.tokens)

    def __len__(self) -> int:
        return len(self.sentences)

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice) -> list[Sentence]: ...
    def __getitem__(self, index: int | slice) -> Sentence | list[Sentence]:
        return self.sentences[index]

    def __str__(self) -> str:
        return "\n\n".join(map(str, self))

    def __repr__(self) -> str:
        words = counted(sum(map(len, self)), "word")
        return f"<Document of {counted(len(self), 'sentence')}, {words}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the trees, one below the other."""
        return "".join(f"<div>{sentence.to_svg()}</div>" for sentence in self)
