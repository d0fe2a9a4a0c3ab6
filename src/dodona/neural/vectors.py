"""Pretrained vectors of words, kept in 8 bits."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.errors import ModelError
from dodona.linear.lexicon import Lexicon
from dodona.linear.words import WordBatch
from dodona.model.parts import Part, read_array
from dodona.neural.parameters import Floats

WIDEST = 1024
# Vectors that tell how large numbers are: those of frequent words come first.
_SEEN = 4096


class WordVectors:
    """For each key a vector of whole numbers from -127 to 127, and by what to multiply it.

    Keys are those of `dodona.linear.words.word_keys`.
    """

    def __init__(
        self, keys: NDArray[np.uint64], values: NDArray[np.int8], scales: NDArray[np.float16]
    ) -> None:
        self.keys = keys
        self.values = values
        self.scales = scales
        self.width = values.shape[1]
        self._lexicon = Lexicon(keys)

    def __reduce__(self) -> tuple[type["WordVectors"], tuple[Any, ...]]:
        return WordVectors, (self.keys, self.values, self.scales)

    def numbers_of(self, words: WordBatch) -> NDArray[np.int32]:
        """The numbers of the vectors of words; -1 for words that have none."""
        numbers: NDArray[np.int32] = words.numbers_in(self._lexicon)
        return numbers

    def look_up(self, numbers: NDArray[np.int32], target: Floats) -> None:
        """Write the vector of each number to a row, and zeros for -1."""
        target[:] = self.values[numbers]
        target *= self.scales[numbers].astype(np.float32)[:, None]
        target[numbers < 0] = 0

    def spread(self) -> Floats:
        """The root mean square of each column, as far as can be seen of the first vectors."""
        some = self.values[:_SEEN].astype(np.float32)
        some *= self.scales[:_SEEN].astype(np.float32)[:, None]
        root: Floats = np.sqrt((some**2).mean(axis=0))
        return root

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The vectors as arrays of a part of a model."""
        return {
            "vectors.keys": self.keys,
            "vectors.values": self.values.reshape(-1),
            "vectors.scales": self.scales,
        }

    @classmethod
    def from_part(cls, part: Part) -> "WordVectors | None":
        """The vectors of a part, if it has any."""
        if "vectors.keys" not in part.arrays:
            return None
        keys = read_array(part, "vectors.keys", np.uint64)
        values = read_array(part, "vectors.values", np.int8)
        scales = read_array(part, "vectors.scales", np.float16)
        width = len(values) // max(1, len(keys))
        sound = len(keys) == len(scales) > 0 and len(values) == width * len(keys)
        if not sound or not 1 <= width <= WIDEST or not np.isfinite(scales).all():
            raise ModelError("the vectors of words in the model do not fit together")
        return cls(keys, values.reshape(-1, width), scales)
