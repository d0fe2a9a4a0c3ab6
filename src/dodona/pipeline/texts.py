"""Many texts, each of which becomes a document, in batches that are worth a thread's while."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any, TypeVar

from dodona.errors import ArgumentError
from dodona.pipeline.document import Document
from dodona.printable import shortened
from dodona.threads import map_in_order
from dodona.treebank.sentence import Sentence

Context = TypeVar("Context")

_MOST_TEXTS = 64
_MOST_CHARACTERS = 1 << 16


def check_text(text: object) -> None:
    """Raise `ArgumentError` for what is not a text."""
    if not isinstance(text, str):
        raise ArgumentError(
            f"a text is expected, not {type(text).__name__}: several texts go to nlp.pipe(texts), "
            "bytes are decoded, and sentences go to nlp.parse(sentences)"
        )


def iterated_texts(texts: Iterable[Any]) -> Iterator[Any]:
    """An iterator over what should be texts; raises `ArgumentError` for one text alone."""
    if isinstance(texts, str | bytes) or not isinstance(texts, Iterable):
        raise ArgumentError(
            f"a list of texts is expected, not {type(texts).__name__}: one text goes to nlp(text)"
        )
    return iter(texts)


def checked_pairs(pairs: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """The pairs, as they are asked for, seen to be pairs."""
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            shown = shortened(repr(pair), 60)
            raise ArgumentError(f"with as_tuples, a pair (text, context) is expected, not {shown}")
        yield pair[0], pair[1]


def map_texts(
    tokenize: Callable[[str], Iterable[list[Sentence]]],
    parse: Callable[[list[Sentence]], list[Sentence]],
    pairs: Iterable[tuple[str, Context]],
    threads: int,
) -> Iterator[tuple[Document, Context]]:
    """The documents of texts, with what came with them, in order and as they are asked for."""

    def work(batch: list[tuple[str, Context]]) -> list[tuple[Document, Context]]:
        sentences = [list(chain.from_iterable(tokenize(text))) for text, _ in batch]
        parsed = iter(parse(list(chain.from_iterable(sentences))))
        return [
            (Document(text, list(islice(parsed, len(own)))), context)
            for (text, context), own in zip(batch, sentences, strict=True)
        ]

    return chain.from_iterable(map_in_order(work, _in_batches(pairs), threads))


def _in_batches(pairs: Iterable[tuple[str, Context]]) -> Iterator[list[tuple[str, Context]]]:
    batch: list[tuple[str, Context]] = []
    size = 0
    for text, context in pairs:
        check_text(text)
        batch.append((text, context))
        size += len(text)
        if len(batch) == _MOST_TEXTS or size >= _MOST_CHARACTERS:
            yield batch
            batch = []
            size = 0
    if batch:
        yield batch
