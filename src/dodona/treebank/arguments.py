"""What functions are given where they expect sentences or files."""

import io
import os
from collections.abc import Iterable, Iterator

from dodona.errors import ArgumentError
from dodona.printable import shortened
from dodona.treebank.sentence import Sentence


def iterated(values: Iterable[Sentence]) -> Iterator[Sentence]:
    """An iterator over what should be sentences; raises `ArgumentError` if it can be none.

    Users give texts, names of files or one sentence alone in the place of sentences.
    """
    if isinstance(values, str | bytes | os.PathLike):
        raise ArgumentError(
            f"sentences are expected, not {_described(values)}: a file is read with "
            "dodona.read_conllu(path), and a text taken apart with nlp(text).sentences"
        )
    if isinstance(values, Sentence) or not isinstance(values, Iterable):
        raise ArgumentError(f"a list of sentences is expected, not {_described(values)}")
    return iter(values)


def check_batch(values: Iterable[Sentence]) -> list[Sentence]:
    """A list of sentences; raises `ArgumentError` if there is something else among them."""
    batch = list(iterated(values))
    if not all(issubclass(kind, Sentence) for kind in set(map(type, batch))):
        _check(next(value for value in batch if not isinstance(value, Sentence)))
    return batch


def checked_sentences(values: Iterable[Sentence]) -> Iterator[Sentence]:
    """The sentences, as they are asked for, seen to be sentences one by one."""
    for value in iterated(values):
        _check(value)
        yield value


def _check(value: object) -> None:
    if not isinstance(value, Sentence):
        raise ArgumentError(f"a sentence is expected, not {_described(value)}")


def check_stream(stream: object, method: str) -> None:
    """Raise `ArgumentError` unless bytes can be read from a stream, or written to it."""
    if isinstance(stream, io.TextIOBase):
        mode = method[0]
        raise ArgumentError(f"a stream of bytes is expected: open the file with mode '{mode}b'")
    if not hasattr(stream, method):
        raise ArgumentError(f"a path or a stream is expected, not {_described(stream)}")


def _described(value: object) -> str:
    return f"{type(value).__name__} {shortened(repr(value), 60)}"
