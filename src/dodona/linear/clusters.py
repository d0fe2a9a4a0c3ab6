"""Clusters of words, such as Brown clusters: what a model can know of words it never saw."""

import os
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.errors import ModelError, TextError
from dodona.linear.hashing import hash_name
from dodona.linear.lexicon import Lexicon
from dodona.linear.words import CLUSTER_PREFIXES, WordBatch, word_keys
from dodona.model.parts import Part, read_array
from dodona.treebank.streams import open_input, read_block

ClusterSource = str | os.PathLike[str] | Mapping[str, str]
"""A file that `read_clusters` reads, or a mapping as it gives it."""

# Hashes of a cluster, and how much room a word and a cluster take in a model.
_VALUES = 1 + len(CLUSTER_PREFIXES)
_WORD_BYTES = 8
_CLUSTER_BYTES = 4 + 8 * _VALUES

_BLOCK = 1 << 20
_BITS = re.compile(r"[01]+")
_COUNT = re.compile(r"[0-9]{1,18}")
_REMEDY = (
    "a line must be bits<TAB>word<TAB>count, as tools for Brown clusters write it, or "
    "word<TAB>cluster"
)


def read_clusters(path: str | os.PathLike[str]) -> dict[str, str]:
    """The clusters of words by the words, the most frequent word first.

    All lines of the file are of one kind: the bits of the cluster, the word and its count; or the
    word and its cluster. Without counts the words stay in the order of the file. Raises `TextError`
    with the line if a line is neither, or if a word has two clusters.
    """
    source = os.fspath(path)
    with open_input(path) as stream:
        text = b"".join(iter(lambda: read_block(stream, _BLOCK, source), b""))
    clusters: dict[str, str] = {}
    counts: dict[str, int] = {}
    for line, cells in _cells(text, source):
        word, cluster, count = _entry(cells, source, line)
        if clusters.setdefault(word, cluster) != cluster:
            message = f"the word {word!r} is there twice, with two clusters: leave one of them out"
            raise TextError(message, source, line)
        counts[word] = max(count, counts.get(word, 0))
    if not clusters:
        raise TextError(f"there are no clusters in the file: {_REMEDY}", source)
    return {word: clusters[word] for word in sorted(counts, key=counts.__getitem__, reverse=True)}


def _cells(text: bytes, source: str) -> Iterator[tuple[int, list[str]]]:
    """The cells of the lines that are not empty, all of one number, with the numbers of lines."""
    width = 0
    for line, raw in enumerate(text.split(b"\n"), 1):
        if raw in (b"", b"\r"):
            continue
        try:
            cells = raw.removesuffix(b"\r").decode().split("\t")
        except UnicodeDecodeError:
            message = "the file of clusters is not UTF-8 text: convert it"
            raise TextError(message, source, line) from None
        width = width or len(cells)
        if len(cells) != width or width not in (2, 3) or not all(cells):
            message = f"the columns are not as they should be: {_REMEDY}, and all lines alike"
            raise TextError(message, source, line)
        yield line, cells


def _entry(cells: list[str], source: str, line: int) -> tuple[str, str, int]:
    """A word, its cluster and its count, which is 0 where there is none."""
    if len(cells) == 2:
        return cells[0], cells[1], 0
    bits, word, count = cells
    if not _BITS.fullmatch(bits):
        raise TextError(f"the cluster {bits!r} is not a string of bits: {_REMEDY}", source, line)
    if not _COUNT.fullmatch(count):
        raise TextError(f"the count {count!r} is not a number: {_REMEDY}", source, line)
    return word, bits, int(count)


class WordClusters(NamedTuple):
    """The clusters of words as a model keeps them.

    ``keys`` are hashes of words, cluster by cluster, ``sizes`` how many words a cluster has, and
    ``values`` the hashes of each cluster: of the whole and, of strings of bits, of its prefixes.
    """

    keys: NDArray[np.uint64]
    sizes: NDArray[np.uint32]
    values: NDArray[np.uint64]

    @classmethod
    def of_words(cls, clusters: Mapping[str, str], most_bytes: float) -> "WordClusters":
        """The clusters of words; the last words are left out if they take more than so many bytes.

        A word that has no cluster will have that of itself in lower case, with its digits as zeros.
        """
        members: dict[str, list[str]] = {}
        size = 0
        for word, cluster in clusters.items():
            size += _WORD_BYTES + (0 if cluster in members else _CLUSTER_BYTES)
            if size > most_bytes:
                break
            members.setdefault(cluster, []).append(word)
        are_bits = all(map(_BITS.fullmatch, clusters.values()))
        names = sorted(members)
        keys = [np.sort(np.array(word_keys(members[name]), np.uint64)) for name in names]
        values = [value for name in names for value in _values(name, are_bits)]
        return cls(
            keys=np.concatenate([np.zeros(0, np.uint64), *keys]),
            sizes=np.array([len(members[name]) for name in names], np.uint32),
            values=np.array(values, np.uint64),
        )

    @classmethod
    def from_part(cls, part: Part) -> "WordClusters | None":
        """The clusters of a part, if it has some; raises `ModelError` if they are damaged."""
        if not any(name.startswith("cluster_") for name in part.arrays):
            return None
        clusters = cls(
            keys=read_array(part, "cluster_keys", np.uint64),
            sizes=read_array(part, "cluster_sizes", np.uint32),
            values=read_array(part, "cluster_values", np.uint64),
        )
        if (
            clusters.sizes.sum(dtype=np.int64) != len(clusters.keys)
            or len(clusters.values) != len(clusters.sizes) * _VALUES
        ):
            raise ModelError("the clusters do not fit together")
        return clusters

    def to_arrays(self) -> dict[str, NDArray[np.generic]]:
        """The clusters as arrays of a part."""
        return {f"cluster_{name}": array for name, array in self._asdict().items()}

    def counts(self) -> dict[str, int]:
        """What a header says of them."""
        return {"clusters": len(self.sizes), "words_in_clusters": len(self.keys)}

    @property
    def byte_count(self) -> int:
        """How much room the clusters take in a model."""
        return sum(array.nbytes for array in self)


class ClusterMarker:
    """Finds the clusters of words. It never changes and threads can share it.

    ``values`` has a row of hashes for each cluster: of the whole, and of its prefixes.
    """

    def __init__(self, clusters: WordClusters) -> None:
        self._lexicon = Lexicon(clusters.keys)
        self._numbers = np.repeat(np.arange(len(clusters.sizes), dtype=np.int32), clusters.sizes)
        self.values = clusters.values.reshape(-1, _VALUES)

    def mark(self, batch: WordBatch) -> None:
        """Note the clusters of words in their rows."""
        batch.mark_clusters(self._lexicon, self._numbers, self.values)

    def numbers(self, batch: WordBatch) -> NDArray[np.int32]:
        """The number of each word's cluster, which is that of a row of values; -1 for none."""
        places = batch.numbers_in(self._lexicon)
        numbers: NDArray[np.int32] = np.where(places >= 0, self._numbers[places], np.int32(-1))
        return numbers


def _values(cluster: str, is_bits: bool) -> Iterator[int]:
    """The hashes of a cluster and of its prefixes; 0 for what is not there."""
    yield hash_name(cluster)
    for length in CLUSTER_PREFIXES:
        yield hash_name(cluster[:length]) if is_bits else 0
