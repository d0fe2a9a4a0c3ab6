"""Weights as a model file holds them: small, flat, and in the order in which they are unpacked."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_FEATURES_A_BUCKET = 4.5

class PackedWeights:
    """Weights as a model file holds them: a handful of flat arrays.

    ``fingerprints``, ``row_sizes``: one a feature, in the order of their buckets;
    ``bucket_sizes``: how many features belong to each bucket;
    ``classes``, ``weights``: the entries of all rows, one after the other.
    """

    def __init__(self, arrays: dict, class_count: int) -> None:
        self.arrays = arrays
        self.class_count = class_count


def pack(keys, row_sizes, classes, weights, class_count: int, scale: float) -> PackedWeights:
    """Round weights (times ``scale``) to whole numbers and order them by bucket."""
    bucket_count = max(1, round(len(keys) / _FEATURES_A_BUCKET))
    homes = ((keys >> np.uint64(32)) * np.uint64(bucket_count)) >> np.uint64(32)
    order = np.lexsort((keys, homes))
    starts = np.concatenate(([0], np.cumsum(row_sizes, dtype=np.int64)))[:-1]
    sizes = row_sizes[order]
    offsets = np.repeat(starts[order] - np.cumsum(sizes, dtype=np.int64) + sizes, sizes)
    places = offsets + np.arange(len(classes))
    fingerprints = (keys[order] & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    fingerprints[fingerprints == 0] = 1
    small = np.uint8 if class_count <= 256 else np.uint16
    arrays = {
        "fingerprints": fingerprints,
        "bucket_sizes": np.bincount(homes.astype(np.int64), minlength=bucket_count).astype(np.uint8),
        "row_sizes": sizes.astype(small),
        "classes": classes[places].astype(small),
        "weights": np.clip(np.rint(weights[places] * scale), -32767, 32767).astype(np.int16),
    }
    return PackedWeights(arrays, class_count)
