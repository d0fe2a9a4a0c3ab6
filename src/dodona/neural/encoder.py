"""The encoder: from words to a vector for each word in its sentence, and on the way to its tags.

Vectors of what a word is made of go through a recurrent layer that reads in both directions; off
its outputs classifiers read tags. What they are sure of goes beside these outputs into a second
layer, and so on; the outputs of the last one are what a parser looks at. Without classifiers the
tags of the words are among the inputs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.linear.lexicon import Lexicon
from dodona.linear.words import WordBatch
from dodona.neural.bags import ROWS, WordBags
from dodona.neural.forward import Matrix, run_layer, write_shares
from dodona.neural.parameters import Floats, Stored
from dodona.neural.table import Table
from dodona.neural.vectors import WordVectors

Ints = NDArray[np.int32]
Bags = dict[str, tuple[Ints, Ints]]

_WIDTHS = {"words": 100, "affixes": 64, "ngrams": 48, "tags": 48}
_DEVIATIONS = {"tags": 0.3}
_TAG_WIDTH = 64
# Words that are encoded at a time, at most, unless they are of one sentence.
_STRETCH = 256


@dataclass(frozen=True)
class Shape:
    """How large an encoder is.

    ``size`` is the number of outputs of a layer in each direction. ``classes`` are the numbers of
    classes of the classifiers; without any the encoder reads the tags of words.
    """

    size: int
    layers: int
    classes: list[int]

    @property
    def tables(self) -> list[str]:
        """The tables of vectors that words are looked up in."""
        return ["words", "affixes", "ngrams", *([] if self.classes else ["tags"])]

    @property
    def output_width(self) -> int:
        """How many numbers a word has after the last layer."""
        return 2 * self.size + (_TAG_WIDTH if self.classes and self.layers == 1 else 0)

    def input_width(self, vectors: int) -> int:
        """How many numbers a word has before the first layer; so many are those of its vector."""
        return sum(_WIDTHS[name] for name in self.tables) + vectors


class Encoded(NamedTuple):
    """What an encoder makes of words: outputs of the last layer, and of each classifier scores."""

    outputs: Floats
    logits: list[Floats]


def array_shapes(shape: Shape, vectors: int) -> dict[str, tuple[int, ...]]:
    """The shapes of all arrays but tables; so many numbers has a pretrained vector."""
    shapes: dict[str, tuple[int, ...]] = {}
    width = shape.input_width(vectors)
    for layer in range(shape.layers):
        shapes[f"layer{layer}.weights"] = (width, 8 * shape.size)
        shapes[f"layer{layer}.vectors"] = (2, 4 * shape.size)
        width = 2 * shape.size
        if layer == 0 and shape.classes:
            total = sum(shape.classes)
            shapes["tags.weights"] = (width, total)
            shapes["tags.biases"] = (total,)
            shapes["certain.weights"] = (total, _TAG_WIDTH)
            width += _TAG_WIDTH
    return shapes


def table_shapes(shape: Shape, words: int) -> dict[str, tuple[int, ...]]:
    """The shapes of the tables of vectors; the first row of words is for unknown ones."""
    sizes = {"words": words + 1, **ROWS}
    return {name: (sizes[name], _WIDTHS[name]) for name in shape.tables}


def new_arrays(shape: Shape, vectors: int, rng: np.random.Generator) -> dict[str, Floats]:
    """Arrays to begin with, as `array_shapes` has them."""
    arrays = {}
    for name, size in array_shapes(shape, vectors).items():
        fan_in = len(shape.classes) if name == "certain.weights" else size[0]
        arrays[name] = normal(rng, fan_in**-0.5, size)
        if name.endswith(".vectors"):
            arrays[name] *= 0.1
            arrays[name][:, 2 * shape.size : 3 * shape.size] = 0.5
            arrays[name][:, 3 * shape.size :] = 0
        elif name.endswith(".biases"):
            arrays[name][:] = 0
    return arrays


def new_tables(shape: Shape, words: int, rng: np.random.Generator) -> dict[str, Floats]:
    """Tables to begin with, as `table_shapes` has them."""
    shapes = table_shapes(shape, words)
    return {name: normal(rng, _DEVIATIONS.get(name, 0.1), shapes[name]) for name in shapes}


def normal(rng: np.random.Generator, deviation: float, size: tuple[int, ...]) -> Floats:
    """Random numbers around 0."""
    numbers: Floats = rng.standard_normal(size, np.float32)
    numbers *= np.float32(deviation)
    return numbers


class Encoder:
    """Encodes words. It never changes and can be used by several threads at once.

    ``keys`` are those of the words that it knows (see `dodona.linear.words.word_keys`). Its matrix
    products are in 8 bits; its arrays are kept for who saves it.
    """

    def __init__(
        self,
        shape: Shape,
        keys: NDArray[np.uint64],
        arrays: Mapping[str, Stored],
        tables: Mapping[str, Table],
        vectors: WordVectors | None = None,
    ) -> None:
        self.shape = shape
        self.keys = keys
        self.lexicon = Lexicon(keys)
        self.arrays: Mapping[str, Stored] = arrays
        self.tables = tables
        self.vectors = vectors

    def __reduce__(self) -> tuple[type["Encoder"], tuple[Any, ...]]:
        return Encoder, (self.shape, self.keys, self.arrays, self.tables, self.vectors)

    def encode(self, words: WordBatch) -> Encoded:
        """The outputs for all words of a batch, which are kept with it for who asks again."""
        if words.encoded is None or words.encoded[0] is not self:
            words.encoded = self, self._encode(words)
        encoded = words.encoded[1]
        assert isinstance(encoded, Encoded)
        return encoded

    @cached_property
    def matrices(self) -> dict[str, Matrix]:
        """The matrices in 8 bits."""
        matrices = {}
        for layer in range(self.shape.layers):
            name = f"layer{layer}.weights"
            spread = self._input_spread() if layer == 0 else None
            matrices[name] = Matrix(self.arrays[name], spread=spread)
        if self.shape.classes:
            matrices["tags.weights"] = Matrix(
                self.arrays["tags.weights"], self.arrays["tags.biases"]
            )
            # Many small probabilities add up to much.
            matrices["certain.weights"] = Matrix(self.arrays["certain.weights"], fine=True)
        return matrices

    @cached_property
    def gates(self) -> list[Floats]:
        """Of each layer, the vectors and the biases of its gates."""
        names = [f"layer{layer}.vectors" for layer in range(self.shape.layers)]
        return [np.asarray(self.arrays[name], np.float32) for name in names]

    def _input_spread(self) -> Floats:
        """The root mean square of each number that a word has before the first layer."""
        columns = [table.spread() for table in self.tables.values()]
        if self.vectors is not None:
            columns.append(self.vectors.spread())
        return np.concatenate(columns)

    def _encode(self, words: WordBatch) -> Encoded:
        """The outputs for all words, some sentences at a time, so that they stay in the cache."""
        lengths = np.asarray(words.lengths)
        bags = self.bags(words)
        outputs = np.empty((words.words, self.shape.output_width), np.float32)
        scores = np.empty((words.words, sum(self.shape.classes)), np.float32)
        for sentences, rows in _stretches(lengths):
            inputs = np.empty((rows.stop - rows.start, self.input_width), np.float32)
            self.look_up(_bags_of(bags, rows), inputs)
            self._encode_stretch(inputs, lengths[sentences], outputs[rows], scores[rows])
        return Encoded(outputs, self.divide(scores) if self.shape.classes else [])

    def _encode_stretch(
        self, inputs: Floats, lengths: Ints, outputs: Floats, scores: Floats
    ) -> None:
        """Write the outputs and the scores of classifiers for the words of some sentences."""
        width, last = 2 * self.shape.size, self.shape.layers - 1
        projected = np.empty((len(inputs), 4 * width), np.float32)
        for layer in range(self.shape.layers):
            self.matrices[f"layer{layer}.weights"].multiply(inputs, projected)
            certain = _TAG_WIDTH if layer == 0 and self.shape.classes else 0
            inputs = (
                outputs if layer == last else np.empty((len(inputs), width + certain), np.float32)
            )
            run_layer(projected, self.gates[layer], lengths, inputs[:, :width])
            if certain:
                self.matrices["tags.weights"].multiply(inputs[:, :width], scores)
                shares = np.empty_like(scores)
                write_shares(scores, self.shape.classes, shares)
                self.matrices["certain.weights"].multiply(shares, inputs[:, width:])

    @property
    def input_width(self) -> int:
        return self.shape.input_width(self.vectors.width if self.vectors else 0)

    def bags(self, words: WordBatch) -> Bags:
        """Of each table the numbers of all words, and where those of each word end.

        Pretrained vectors are a table, too, in which some words have no place and the number -1.
        """
        bags = WordBags(words)
        number, each = words.numbers_in(self.lexicon), np.arange(words.words, dtype=np.int32)
        every = {
            "words": (number + 1, each + 1),
            "affixes": (bags.affix_numbers, bags.affix_ends),
            "ngrams": (bags.ngram_numbers, bags.ngram_ends),
            "tags": (bags.tag_numbers, bags.tag_ends),
        }
        found = {
            name: (np.asarray(every[name][0]), np.asarray(every[name][1]))
            for name in self.shape.tables
        }
        if self.vectors is not None:
            found["vectors"] = self.vectors.numbers_of(words), each + 1
        return found

    def look_up(self, bags: Bags, inputs: Floats) -> None:
        """Write what stands in tables and vectors for words to the rows of the first layer."""
        place = 0
        for name, table in self.tables.items():
            table.add_up(*bags[name], inputs[:, place : place + table.width])
            place += table.width
        if self.vectors is not None:
            self.vectors.look_up(bags["vectors"][0], inputs[:, place:])

    def divide(self, scores: Floats) -> list[Floats]:
        """The columns of each classifier."""
        ends = np.cumsum(self.shape.classes)[:-1]
        return np.split(scores, ends, axis=1)


def _stretches(lengths: Ints) -> Iterator[tuple[slice, slice]]:
    """Sentences, some at a time, and the rows of their words."""
    ends = np.cumsum(lengths)
    first = done = 0
    while first < len(lengths):
        last = max(first + 1, int(np.searchsorted(ends, done + _STRETCH, "right")))
        yield slice(first, last), slice(done, int(ends[last - 1]))
        first, done = last, int(ends[last - 1])


def _bags_of(bags: Bags, rows: slice) -> Bags:
    """The numbers of the words of some rows."""
    part = {}
    for name, (numbers, ends) in bags.items():
        begin = int(ends[rows.start - 1]) if rows.start else 0
        part[name] = numbers[begin : int(ends[rows.stop - 1])], ends[rows] - np.int32(begin)
    return part
