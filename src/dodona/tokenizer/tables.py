"""What a segmenter knows besides weights: tables over pairs of classes of characters."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

CLASSES = 32

Table = NDArray[np.uint8]


class CharacterTables(NamedTuple):
    """What a segmenter takes, besides weights: see `segmenter.Segmenter`."""

    boundary_gate: Table
    join_gate: Table
    ending_gate: Table
    candidates: Table
    least_lengths: NDArray[np.int32]
