"""Parsing with Apache Spark: beside a column of texts comes one of their sentences.

>>> import dodona.spark                                                  # doctest: +SKIP
>>> parsed = dodona.spark.parse(df, "text", model="en")                  # doctest: +SKIP
>>> parsed.write.parquet("parsed")                                       # doctest: +SKIP
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import accumulate, chain, islice
from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from dodona.errors import ArgumentError, SettingsError
from dodona.extras import needed
from dodona.keywords import complete
from dodona.options import ParsingOptions
from dodona.pipeline.models import load
from dodona.pipeline.pipeline import Pipeline
from dodona.threads import in_batches
from dodona.treebank.records import SentenceRecord, WordRecord
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql.types import StructType
    from typing_extensions import Unpack

Output = Literal["sentences", "conllu"]

_MOST_TEXTS = 1024
_MOST_CHARACTERS = 1 << 18


def parse(
    df: "DataFrame",
    column: str,
    *,
    model: str | os.PathLike[str] | Pipeline = "en",
    output: Output = "sentences",
    name: str | None = None,
    fields: Sequence[str] | None = None,
    **options: "Unpack[ParsingOptions]",
) -> "DataFrame":
    """The frame with a column more: what each text of a column was parsed to.

    With ``output="sentences"`` that is an array with the records of the text's sentences (see
    `Sentence.to_record`), with places in the text; with ``"conllu"`` it is a string. It is called
    so unless ``name`` is given. Where there is no text (null), there are no sentences (null).

    ``fields`` are those that the records of words have (see `WordRecord`), in this order; all
    unless they are named. The fewer there are, the less Spark has to write, which is slow at it.

    Each worker process loads the model once; those of a machine share its weights. A model file
    must be there under the same path on every machine; those that come with Dodona are.
    """
    with needed("a frame of Spark", "spark"):
        from pyspark.sql.types import ArrayType, StringType, StructField, StructType

        import dodona.treebank.arrow  # noqa: F401
    target = name or output
    _check_output(output, fields)
    _check_columns(df, column, target)
    if complete(ParsingOptions, options)["nbest"] is not None:
        raise SettingsError("a text has one tree for each sentence: leave out `nbest`")
    pipeline = model if isinstance(model, Pipeline) else load(model)
    pipeline.part("tokenizer")
    added = StringType() if output == "conllu" else ArrayType(_sentence_type(fields))
    schema = StructType([*df.schema.fields, StructField(target, added)])
    worker = _Worker(pipeline, column, target, output, fields, options)
    with _this_python(df.sparkSession):
        return df.mapInArrow(worker.parsed, schema)


def _check_output(output: Output, fields: Sequence[str] | None) -> None:
    if output not in get_args(Output):
        raise SettingsError(f"`output` is {output!r}; it must be sentences or conllu")
    if fields is None:
        return
    if output == "conllu":
        raise SettingsError("CoNLL-U has all fields of words: leave out `fields`")
    known = get_type_hints(WordRecord)
    if isinstance(fields, str) or not fields or len({*fields}) < len(fields):
        raise SettingsError(f"`fields` is {fields!r}; it must be a list of different fields")
    for field in fields:
        if field not in known:
            raise SettingsError(f"a word has no field {field}, only {', '.join(known)}")


def _check_columns(df: "DataFrame", column: str, target: str) -> None:
    from pyspark.sql.types import StringType

    if column not in df.columns:
        raise ArgumentError(f"there is no column {column}, only {', '.join(df.columns)}")
    if not isinstance(df.schema[column].dataType, StringType):
        kind = df.schema[column].dataType.simpleString()
        raise ArgumentError(f"the column {column} holds {kind}, not texts (string)")
    if target in df.columns:
        raise ArgumentError(f"there is a column {target} already: choose another `name`")


def _sentence_type(fields: Sequence[str] | None) -> "StructType":
    """The type of a sentence; of its words' fields only some, if these are named."""
    from pyspark.sql.types import ArrayType, StructType

    sentence: StructType = spark_type(SentenceRecord)
    if fields is not None:
        word = spark_type(WordRecord)
        sentence["words"].dataType = ArrayType(StructType([word[field] for field in fields]))
    return sentence


def spark_type(kind: Any) -> Any:
    """The type of Spark for a type of Python that stands in a record, or for a record."""
    from pyspark.sql.types import (
        ArrayType,
        DoubleType,
        IntegerType,
        StringType,
        StructField,
        StructType,
    )

    if is_typeddict(kind):
        hints = get_type_hints(kind).items()
        return StructType([StructField(name, spark_type(each)) for name, each in hints])
    if get_origin(kind) is list:
        return ArrayType(spark_type(*get_args(kind)))
    plain = [each for each in get_args(kind) if each is not NoneType]
    types = {int: IntegerType, float: DoubleType, str: StringType}
    return types[plain[0] if plain else kind]()


@contextmanager
def _this_python(session: "SparkSession") -> Iterator[None]:
    """In a session on this machine let workers run this Python, unless they are told otherwise.

    Spark would take the first `python3` of PATH, which may have no Dodona.
    """
    context = getattr(session, "sparkContext", None)  # Spark Connect has none
    told = "PYSPARK_PYTHON" in os.environ
    if context is None or told or not str(context.master).startswith("local"):
        yield
        return
    other, context.pythonExec = context.pythonExec, sys.executable
    try:
        yield
    finally:
        context.pythonExec = other


@dataclass(frozen=True)
class _Worker:
    """What is sent to the worker processes; the model goes as its path and checksum."""

    pipeline: Pipeline
    column: str
    target: str
    output: Output
    fields: Sequence[str] | None
    options: Any

    def parsed(self, batches: Iterable[Any]) -> Iterator[Any]:
        """The batches of Spark with a column more, in pieces so small that few are in memory."""
        import pyarrow as pa

        for batch in batches:
            texts = batch.column(self.column).to_pylist()
            names = [*batch.schema.names, self.target]
            for start, end in _pieces(texts):
                sentences = self._sentences(texts[start:end])
                columns = batch.slice(start, end - start).columns
                yield pa.RecordBatch.from_arrays([*columns, self._column(sentences)], names)

    def _sentences(self, texts: Sequence[str | None]) -> list[list[Sentence] | None]:
        """The sentences of each text."""
        ranges = "characters" if self.output == "sentences" else None
        tokenize = self.pipeline.part("tokenizer").tokenize
        tokenized = [
            None if text is None else [*chain.from_iterable(tokenize(text, ranges=ranges))]
            for text in texts
        ]
        in_a_row = chain.from_iterable(each or () for each in tokenized)
        parsed = chain.from_iterable(
            self.pipeline.parse_batches(in_batches(in_a_row), **self.options)
        )
        return [None if each is None else [*islice(parsed, len(each))] for each in tokenized]

    def _column(self, texts: Sequence[list[Sentence] | None]) -> Any:
        import pyarrow as pa

        from dodona.treebank.arrow import to_arrow

        if self.output == "conllu":
            written = [
                None if each is None else "".join([sentence.to_conllu() for sentence in each])
                for each in texts
            ]
            return pa.array(written, pa.string())
        records = to_arrow(chain.from_iterable(each or () for each in texts), self.fields)
        ends = accumulate((len(each or ()) for each in texts), initial=0)
        missing = pa.array([each is None for each in texts], pa.bool_())
        return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), records, mask=missing)


def _pieces(texts: Sequence[str | None]) -> Iterator[tuple[int, int]]:
    """Where to cut some texts into pieces: the first text of each, and that after its last."""
    start = size = 0
    for end, text in enumerate(texts, 1):
        size += len(text or "")
        if size >= _MOST_CHARACTERS or end - start == _MOST_TEXTS or end == len(texts):
            yield start, end
            start, size = end, 0
