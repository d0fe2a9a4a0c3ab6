"""Sentences as arrays of Apache Arrow, with the fields of their records."""

from collections.abc import Iterable, Sequence
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import pyarrow as pa

from dodona.treebank.comments import comment_value
from dodona.treebank.packed import Numbers, Texts
from dodona.treebank.records import RangeRecord, SentenceRecord, WordRecord
from dodona.treebank.sentence import Sentence
from dodona.treebank.table import Table

_TYPES = {int: pa.int32(), float: pa.float64(), str: pa.string()}


def arrow_type(kind: Any) -> Any:
    """The type of Arrow for a type of Python that stands in a record, or for a record."""
    if is_typeddict(kind):
        return pa.struct(arrow_fields(kind))
    if get_origin(kind) is list:
        return pa.list_(arrow_type(*get_args(kind)))
    plain = [each for each in get_args(kind) if each is not NoneType]
    return _TYPES[plain[0] if plain else kind]


def arrow_fields(kind: Any) -> list[Any]:
    """The fields of a record; those that may be None may be null."""
    hints = get_type_hints(kind)
    return [
        pa.field(name, arrow_type(hint), nullable=NoneType in get_args(hint))
        for name, hint in hints.items()
    ]


def to_arrow(sentences: Iterable[Sentence], fields: Sequence[str] | None = None) -> Any:
    """An array with the records of sentences; if fields are named, their words have only these."""
    table = Table(sentences)
    scores = [
        pa.array(each, pa.float64()) if each else pa.nulls(table.words["id"].count, pa.float64())
        for each in table.scores
    ]
    words = _struct(WordRecord, [*map(_array, table.words.values()), *scores])
    if fields is not None:
        kinds = [words.type.field(name) for name in fields]
        words = pa.StructArray.from_arrays([words.field(name) for name in fields], fields=kinds)
    ranges = _struct(RangeRecord, [*map(_array, table.ranges.values())])
    comments = pa.array(table.comments, pa.list_(pa.string()))
    ids = pa.array([comment_value(each, "sent_id") for each in table.comments], pa.string())
    columns = [
        ids,
        pa.array(table.texts, pa.string()),
        comments,
        lists(table.word_offsets, words),
        lists(table.range_offsets, ranges),
    ]
    return _struct(SentenceRecord, columns)


def lists(offsets: Sequence[int], values: Any) -> Any:
    """An array of lists: the i-th holds the values from ``offsets[i]`` to ``offsets[i + 1]``."""
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), values)


def _struct(kind: Any, columns: list[Any]) -> Any:
    described = zip(columns, arrow_fields(kind), strict=True)
    fields = [field.with_type(column.type) for column, field in described]
    return pa.StructArray.from_arrays(columns, fields=fields)


def _array(column: Texts | Numbers) -> Any:
    validity = None if column.validity is None else pa.py_buffer(column.validity)
    if isinstance(column, Texts):
        buffers = [validity, *map(pa.py_buffer, column.buffers)]
        kind = pa.string()
    else:
        buffers = [validity, pa.py_buffer(column.buffer)]
        kind = pa.int32()
    return pa.Array.from_buffers(kind, column.count, buffers, column.missing)
