"""Docs of spaCy as sentences for a pipeline."""

from collections.abc import Sequence
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.errors import SettingsError
from dodona.spacy.ranges import token_ranges
from dodona.spacy.words import Words, word_form, words_by_place
from dodona.treebank.scanner import Scanner
from dodona.treebank.sentence import Sentence
from dodona.treebank.values import is_proper

if TYPE_CHECKING:
    from spacy.strings import StringStore
    from spacy.tokens import Doc, Token

    from dodona.tokenizer.tokenizer import Tokenizer

# What the words of a token have in their lines after the number.
Rows = tuple[str, ...]

_BLANK = "\t_\t_\t_\t_\t_\t_\t_\t_\n"


class Reading(NamedTuple):
    """Some docs as sentences; their tokens are counted through all docs.

    ``firsts`` has the first token of each doc, and the number of all tokens. ``places`` has the
    token of each word of the sentences. ``starts`` are the tokens with which sentences begin; a
    sentence that holds nothing but spaces is not among ``sentences``. ``words`` are those of tokens
    that stand for several.
    """

    docs: "Sequence[Doc]"
    firsts: list[int]
    sentences: list[Sentence]
    places: list[int]
    starts: list[int]
    words: dict[int, Words]


def read_docs(
    docs: "Sequence[Doc]", tokenizer: "Tokenizer | None", *, keep_tags: bool = False
) -> Reading:
    """The words of docs in sentences: those they have, or those that the tokeniser finds.

    With ``keep_tags`` the words have the tags and features of the tokens.
    """
    firsts = list(accumulate(map(len, docs), initial=0))
    places: list[int] = []
    starts: list[int] = []
    words: dict[int, Words] = {}
    lines: list[str] = []
    untagged = _UntaggedRows(docs[0].vocab.strings)
    for first, doc in zip(firsts, docs, strict=False):
        rows = [untagged[orth] for orth in doc.to_array("ORTH").tolist()]
        if keep_tags:
            rows = [each and _tagged_rows(token) for each, token in zip(rows, doc, strict=True)]
        for place, several in (words_by_place(doc) if doc.user_data else {}).items():
            rows[place] = tuple(f"{word_form(word['text'])}{_BLANK}" for word in several)
            words[first + place] = several
        places += [place for place, each in enumerate(rows, first) for _ in each]
        own = _sentence_starts(doc, tokenizer) if rows else []
        starts += [first + start for start in own]
        for start, end in pairwise([*own, len(rows)]):
            sentence = enumerate(chain.from_iterable(rows[start:end]), 1)
            lines += [f"{number}\t{row}" for number, row in sentence]
            lines.append("\n")
    return Reading(docs, firsts, _scanned("".join(lines)), places, starts, words)


class _UntaggedRows(dict[int, Rows]):
    """The rows of tokens by spaCy's number of their texts; each is made once."""

    def __init__(self, strings: "StringStore") -> None:
        self._strings = strings

    def __missing__(self, orth: int) -> Rows:
        form = word_form(self._strings[orth])
        rows = self[orth] = (f"{form}{_BLANK}",) if form else ()
        return rows


def _tagged_rows(token: "Token") -> Rows:
    """The row of a word with its tags; what cannot stand in a column is left out."""
    tags = (token.pos_, token.tag_, str(token.morph))
    upos, xpos, feats = (tag if is_proper(tag) else "_" for tag in tags)
    return (f"{word_form(token.text)}\t_\t{upos}\t{xpos}\t{feats}\t_\t_\t_\t_\n",)


def _scanned(text: str) -> list[Sentence]:
    scanner = Scanner(text.encode())
    sentences = []
    while (sentence := scanner.scan()) is not None:
        sentences.append(sentence)
    return sentences


def _sentence_starts(doc: "Doc", tokenizer: "Tokenizer | None") -> list[int]:
    """The tokens with which sentences begin.

    Where the doc says whether a sentence begins, so it is; elsewhere the tokeniser decides, which
    reads the text: what it takes for the first word of a sentence begins one, or the next token.
    """
    begins = doc.to_array("SENT_START").view(np.int64)
    begins[0] = 1
    unknown = begins == 0
    if unknown.any():
        if tokenizer is not None:
            # Whatever stands before its first word, the first sentence begins with the doc.
            offsets = _sentence_offsets(doc.text, tokenizer)[1:]
            found = np.searchsorted(_token_offsets(doc), offsets)
            found = found[found < len(doc)]
            begins[found[unknown[found]]] = 1
        elif unknown[1:].all():
            raise SettingsError(
                "the doc has no sentences, and the model has no tokenizer to find them with: let "
                "another component do so before, such as nlp.add_pipe('sentencizer', first=True)"
            )
    return list(np.flatnonzero(begins == 1).tolist())


def _token_offsets(doc: "Doc") -> NDArray[np.int64]:
    """Where in the text tokens begin."""
    ends = doc.to_array(["LENGTH", "SPACY"]).sum(axis=1).cumsum().astype(np.int64)
    return np.concatenate([[0], ends[:-1]])


def _sentence_offsets(text: str, tokenizer: "Tokenizer") -> list[int]:
    """Where in a text sentences begin."""
    batches = tokenizer.tokenize(text, ranges="characters")
    return [token_ranges(sentence)[0][0] for batch in batches for sentence in batch]
