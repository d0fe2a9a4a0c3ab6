"""Leaving out the smallest weights, so that a model stays small."""

import numpy as np

from dodona.linear.packing import PackedWeights, pack, packed_size
from dodona.linear.weights import Weights

_BINS = 1000
_BIN_WIDTH = 0.01


def freeze(weights: Weights, most_bytes: float) -> tuple[PackedWeights, float]:
    """The averaged weights, pruned to fit into so many bytes, and the least size that is left."""
    threshold = pruning_threshold(weights, most_bytes)
    return pack(*weights.averaged(threshold), weights.classes), threshold


def pruning_threshold(weights: Weights, most_bytes: float) -> float:
    """The least size of averaged weights at which the packed model fits into so many bytes.

    A model that fits as it is keeps all its weights: those of small treebanks are small and
    matter. Where there are too many, the smallest go first, mostly those of features that were
    updated once.
    """
    rows, entries = weights.histogram(_BINS, _BIN_WIDTH)
    rows_left = np.cumsum(rows[::-1])[::-1]
    entries_left = np.cumsum(entries[::-1])[::-1]
    for i in range(_BINS):
        if packed_size(int(rows_left[i]), int(entries_left[i]), weights.classes) <= most_bytes:
            return i * _BIN_WIDTH
    return _BINS * _BIN_WIDTH
