"""The encoder: from words to a vector for each word in its sentence, and on the way to its tags.

Vectors of what a word is made of go through a recurrent layer that reads in both directions; off
its outputs classifiers read tags. What they are sure of goes beside these outputs into a second
layer, and so on; the outputs of the last one are what a parser looks at. Without classifiers the
tags of the words are among the inputs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.linear.lexicon import Lexicon
from dodona.linear.words import WordBatch
from dodona.neural.bags import ROWS, WordBags
from dodona.neural.blas import one_thread
from dodona.neural.loops import scan
from dodona.neural.parameters import Floats
from dodona.neural.table import Table
from dodona.neural.vectors import WordVectors

Ints = NDArray[np.int32]

_WIDTHS = {"words": 100, "affixes": 64, "ngrams": 48, "tags": 48}
_DEVIATIONS = {"tags": 0.3}
_TAG_WIDTH = 64
# Words that are encoded at a time, at most, unless they are of one sentence.
_STRETCH = 512


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

    ``keys`` are those of the words that it knows (see `dodona.linear.words.word_keys`).
    """

    def __init__(
        self,
        shape: Shape,
        keys: NDArray[np.uint64],
        arrays: Mapping[str, Floats],
        tables: Mapping[str, Table],
        vectors: WordVectors | None = None,
    ) -> None:
        self.shape = shape
        self.keys = keys
        self.lexicon = Lexicon(keys)
        self.arrays = arrays
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

    def _encode(self, words: WordBatch) -> Encoded:
        """The outputs for all words, some sentences at a time, so that they stay in the cache."""
        lengths = np.asarray(words.lengths)
        inputs = np.empty((words.words, self.input_width), np.float32)
        self.look_up(words, self.bags(words), inputs)
        outputs = np.empty((words.words, self.shape.output_width), np.float32)
        scores = np.empty((words.words, sum(self.shape.classes)), np.float32)
        with one_thread():
            for sentences, rows in _stretches(lengths):
                self._encode_stretch(inputs[rows], lengths[sentences], outputs[rows], scores[rows])
        return Encoded(outputs, self.divide(scores) if self.shape.classes else [])

    def _encode_stretch(
        self, inputs: Floats, lengths: Ints, outputs: Floats, scores: Floats
    ) -> None:
        """Write the outputs and the scores of classifiers for the words of some sentences."""
        for layer in range(self.shape.layers):
            projected = inputs @ self.arrays[f"layer{layer}.weights"]
            inputs = np.empty((len(inputs), 2 * self.shape.size), np.float32)
            states = np.empty((1, 6 * self.shape.size), np.float32)
            scan(projected, self.arrays[f"layer{layer}.vectors"], lengths, states, inputs)
            if layer == 0 and self.shape.classes:
                np.matmul(inputs, self.arrays["tags.weights"], out=scores)
                scores += self.arrays["tags.biases"]
                certain = certainties(scores, self.shape.classes) @ self.arrays["certain.weights"]
                inputs = np.concatenate([inputs, certain], axis=1)
        outputs[:] = inputs

    @property
    def input_width(self) -> int:
        return self.shape.input_width(self.vectors.width if self.vectors else 0)

    def bags(self, words: WordBatch) -> dict[str, tuple[Ints, Ints]]:
        """Of each table the numbers of all words, and where those of each word end."""
        bags = WordBags(words)
        number, each = words.numbers_in(self.lexicon), np.arange(words.words, dtype=np.int32)
        every = {
            "words": (number + 1, each + 1),
            "affixes": (bags.affix_numbers, bags.affix_ends),
            "ngrams": (bags.ngram_numbers, bags.ngram_ends),
            "tags": (bags.tag_numbers, bags.tag_ends),
        }
        return {
            name: (np.asarray(every[name][0]), np.asarray(every[name][1]))
            for name in self.shape.tables
        }

    def look_up(
        self, words: WordBatch, bags: Mapping[str, tuple[Ints, Ints]], inputs: Floats
    ) -> None:
        """Write what stands in tables and vectors for words to the rows of the first layer."""
        place = 0
        for name, table in self.tables.items():
            table.add_up(*bags[name], inputs[:, place : place + table.width])
            place += table.width
        if self.vectors is not None:
            self.vectors.look_up(words, inputs[:, place:])

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


def certainties(scores: Floats, classes: Sequence[int]) -> Floats:
    """The probabilities of all classes, of one classifier after the other."""
    result = np.empty_like(scores)
    place = 0
    for count in classes:
        part = scores[:, place : place + count]
        exponents = np.exp(part - part.max(axis=1, keepdims=True))
        exponents /= exponents.sum(axis=1, keepdims=True)
        result[:, place : place + count] = exponents
        place += count
    return result
