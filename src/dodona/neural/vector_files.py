"""Reading pretrained vectors of words: the text formats of word2vec and GloVe."""

import os
from collections.abc import Collection, Iterator

import numpy as np
from numpy.typing import NDArray

from dodona.errors import TextError
from dodona.linear.words import word_keys
from dodona.neural.parameters import Floats
from dodona.neural.vectors import WIDEST, WordVectors
from dodona.treebank.streams import open_input

# How large the numbers of vectors are made on average: files differ widely.
_USUAL = 0.4
# What a word takes besides the numbers of its vector: a key and a scale.
_WORD_BYTES = 10
_LONGEST_LINE = 1 << 20
_REMEDY = (
    "a line must be a word and its numbers with spaces between them, as word2vec (text) and GloVe "
    "write them"
)


def read_vectors(
    path: str | os.PathLike[str], wanted: Collection[int], megabytes: float
) -> WordVectors:
    """The vectors of a file, as many as have room: of words with ``wanted`` keys, then of others.

    Others are taken in the order of the file, which is that of their frequency as a rule. Raises
    `TextError` with the line if a line is no word with its numbers.
    """
    first: dict[int, Floats] = {}
    others: dict[int, Floats] = {}
    room = 0
    for word, vector in _vectors(path):
        room = room or max(1, int(megabytes * 1e6 / (len(vector) + _WORD_BYTES)))
        key = word_keys([word])[0]
        if key in wanted:
            first.setdefault(key, vector)
        elif len(others) < room:
            others.setdefault(key, vector)
    if not room:
        raise TextError(f"there are no vectors in the file: {_REMEDY}", os.fspath(path))
    kept = dict([*first.items(), *((k, v) for k, v in others.items() if k not in first)][:room])
    keys = np.array(list(kept), np.uint64)
    values = np.array(list(kept.values()), np.float32)
    return WordVectors(keys, *_rounded(values))


def _rounded(values: Floats) -> tuple[NDArray[np.int8], NDArray[np.float16]]:
    """Vectors as whole numbers up to 127, and what to multiply them by."""
    values = values * np.float32(_USUAL / max(1e-9, float(np.sqrt((values**2).mean()))))
    scales = (np.abs(values).max(axis=1) / 127).clip(1e-5, 100).astype(np.float16)
    whole = np.rint(values / scales.astype(np.float32)[:, None])
    return whole.clip(-127, 127).astype(np.int8), scales


def _vectors(path: str | os.PathLike[str]) -> Iterator[tuple[str, Floats]]:
    """Each word with its vector."""
    source = os.fspath(path)
    width = 0
    with open_input(path) as stream:
        for number, line in enumerate(iter(lambda: stream.readline(_LONGEST_LINE), b""), 1):
            try:
                text = line.decode().rstrip()
            except UnicodeDecodeError:
                message = "the file of vectors is not UTF-8 text: convert it"
                raise TextError(message, source, number) from None
            if not text or (number == 1 and _is_count(text)):
                continue
            width = width or len(text.split(" ")) - 1
            cells = text.rsplit(" ", width)
            try:
                vector = np.array(cells[1:], np.float32)
            except ValueError:
                vector = np.zeros(0, np.float32)
            if len(vector) != width or not 1 <= width <= WIDEST or not np.isfinite(vector).all():
                message = f"this is no vector of {width} numbers: {_REMEDY}, and all lines alike"
                raise TextError(message, source, number)
            yield cells[0], vector


def _is_count(text: str) -> bool:
    """Whether a line says how many vectors there are and how wide they are, as word2vec's does."""
    cells = text.split(" ")
    return len(cells) == 2 and all(cell.isascii() and cell.isdigit() for cell in cells)
