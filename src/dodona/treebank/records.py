"""Sentences as records with their words nested: the rows of JSON, Parquet and Spark.

What a record holds stands here, once; the types of Arrow and Spark are made of it.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, TypedDict

from dodona.treebank.comments import comment_value
from dodona.treebank.sentence import Sentence
from dodona.treebank.table import SCORES, Table
from dodona.treebank.tokens import Token


class WordRecord(TypedDict):
    """A word: its columns, None where they are `_`, its place, and scores if there are any.

    ``start`` and ``end`` count characters in the text of the sentence or, where ranges were asked
    for (`TokenRange` in MISC) or the whole text is known, in that. Words of a multiword token have
    its place. What stands in fields of its own is left out of ``misc``.
    """

    id: int
    form: str
    lemma: str | None
    upos: str | None
    xpos: str | None
    feats: str | None
    head: int | None
    deprel: str | None
    deps: str | None
    misc: str | None
    start: int
    end: int
    score: float | None
    label_score: float | None
    tag_score: float | None


class RangeRecord(TypedDict):
    """A multiword token, such as `don't`, with the ids of its first and its last word."""

    first: int
    last: int
    form: str
    misc: str | None
    start: int
    end: int


class SentenceRecord(TypedDict):
    """A sentence: one line of JSON, or one row; the comments are all those of CoNLL-U."""

    sent_id: str | None
    text: str
    comments: list[str]
    words: list[WordRecord]
    multiword_tokens: list[RangeRecord]


def word_columns(table: Table, tokens: Sequence[Token] | None = None) -> dict[str, list[Any]]:
    """The columns of all words, in the order of `WordRecord`; tokens may tell other places."""
    columns: dict[str, list[Any]] = {n: column.values() for n, column in table.words.items()}
    if tokens is not None:
        columns["start"] = [token.start for token in tokens for _ in token.words]
        columns["end"] = [token.end for token in tokens for _ in token.words]
    missing = [None] * len(columns["id"])
    return columns | dict(zip(SCORES, (each or missing for each in table.scores), strict=True))


def records_of(
    sentences: Iterable[Sentence], tokens: Sequence[Token] | None = None
) -> list[SentenceRecord]:
    """The records of sentences; tokens (those of all sentences) may tell other places."""
    table = Table(sentences)
    words = _rows(word_columns(table, tokens))
    columns: dict[str, list[Any]] = {n: column.values() for n, column in table.ranges.items()}
    if tokens is not None:
        columns["start"] = [token.start for token in tokens if token.is_multiword]
        columns["end"] = [token.end for token in tokens if token.is_multiword]
    ranges = _rows(columns)
    return [
        {
            "sent_id": comment_value(comments, "sent_id"),
            "text": text,
            "comments": comments,
            "words": words[slice(*own_words)],
            "multiword_tokens": ranges[slice(*own_ranges)],
        }
        for text, comments, own_words, own_ranges in zip(
            table.texts,
            table.comments,
            pairwise(table.word_offsets),
            pairwise(table.range_offsets),
            strict=True,
        )
    ]


def _rows(columns: dict[str, list[Any]]) -> list[Any]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
