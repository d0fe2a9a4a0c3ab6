"""What files of parsed sentences are written in: CoNLL-U, lines of JSON, or Parquet."""

import io
import json
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from dodona.errors import SettingsError
from dodona.extras import needed
from dodona.options import OutputFormat
from dodona.treebank.conllu import gap_after
from dodona.treebank.sentence import Sentence
from dodona.treebank.streams import is_packed, open_output

Write = Callable[[list[Sentence]], object]

SUFFIXES: dict[OutputFormat, str] = {"conllu": ".conllu", "json": ".jsonl", "parquet": ".parquet"}
_FORMATS: dict[str, OutputFormat] = {
    ".jsonl": "json",
    ".ndjson": "json",
    ".json": "json",
    ".parquet": "parquet",
}
_GROUP_WORDS = 1 << 16  # some ten megabytes, which is what is in memory at once


def output_format(chosen: OutputFormat | None, target: str | os.PathLike[str]) -> OutputFormat:
    """The format of a file: the one that was chosen, or what its name says."""
    path = Path(target)
    packed = is_packed(path)
    name = path.with_suffix("") if packed else path
    found = chosen or _FORMATS.get(name.suffix.lower(), "conllu")
    if found == "parquet":
        with needed("Parquet", "parquet"):
            import pyarrow.parquet  # noqa: F401
        if packed:
            raise SettingsError(
                f"{path}: Parquet is packed inside, and packed again nothing reads it: "
                f"leave out {path.suffix}"
            )
    return found


@contextmanager
def open_writer(target: str | os.PathLike[str], form: OutputFormat) -> Iterator[Write]:
    """What writes lists of sentences to a file, which is there when all of it is written."""
    with open_output(target) as stream, _WRITERS[form](stream) as write:
        yield write


@contextmanager
def _conllu(stream: BinaryIO) -> Iterator[Write]:
    gap = b""

    def write(batch: list[Sentence]) -> None:
        nonlocal gap
        data = gap + b"".join([sentence.raw for sentence in batch])
        stream.write(data)
        stream.flush()
        gap = gap_after(data)

    yield write


@contextmanager
def _json(stream: BinaryIO) -> Iterator[Write]:
    """A record a line; what is None is left out."""
    from dodona.treebank.records import records_of

    encode = json.JSONEncoder(ensure_ascii=False).encode

    def write(batch: list[Sentence]) -> None:
        lines = [encode(_known(record)) + "\n" for record in records_of(batch)]
        stream.write("".join(lines).encode())
        stream.flush()

    yield write


def _known(record: Any) -> Any:
    known = {name: value for name, value in record.items() if value is not None}
    for name in ("words", "multiword_tokens"):
        known[name] = [
            {name: value for name, value in each.items() if value is not None}
            for each in record[name]
        ]
    return known


class _Sink(io.RawIOBase):
    """A stream to write to, until it is shut off: then nothing arrives any more."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream: BinaryIO | None = stream

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return len(data) if self._stream is None else self._stream.write(data)

    def shut_off(self) -> None:
        self._stream = None


@contextmanager
def _parquet(stream: BinaryIO) -> Iterator[Write]:
    """A row a sentence, in groups of rows; the end of the file tells where they are."""
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    from dodona.treebank.arrow import arrow_fields, to_arrow
    from dodona.treebank.records import SentenceRecord

    schema = pa.schema(arrow_fields(SentenceRecord))
    sink = _Sink(stream)
    writer = ParquetWriter(sink, schema, compression="zstd")
    waiting: list[Any] = []
    words = 0

    def write_group() -> None:
        nonlocal words
        if waiting:
            batches = [pa.RecordBatch.from_struct_array(each) for each in waiting]
            writer.write_table(pa.Table.from_batches(batches, schema).combine_chunks())
        waiting.clear()
        words = 0

    def write(batch: list[Sentence]) -> None:
        nonlocal words
        waiting.append(to_arrow(batch))
        words += sum(map(len, batch))
        if words >= _GROUP_WORDS:
            write_group()

    try:
        yield write
        write_group()
        writer.close()
    except BaseException:
        # The writer ends its file however it goes: what is not whole must not look as if it were.
        sink.shut_off()
        writer.close()
        raise


_WRITERS: dict[OutputFormat, Callable[[BinaryIO], AbstractContextManager[Write]]] = {
    "conllu": _conllu,
    "json": _json,
    "parquet": _parquet,
}
