"""Weights as a model file holds them: small, flat, and in the order in which they are unpacked."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.errors import ModelError
from dodona.model.parts import Part, read_array

MOST_CLASSES = 1 << 15
WAYS = 8

_FEATURES_A_BUCKET = 3.5
_LARGEST = 127
_TYPES = {
    "fingerprints": (np.uint32,),
    "bucket_sizes": (np.uint8,),
    "row_sizes": (np.uint8, np.uint16),
    "classes": (np.uint8, np.uint16),
    "weights": (np.int8,),
}


class PackedWeights(NamedTuple):
    """The weights of a model, pruned and rounded.

    ``fingerprints`` and ``row_sizes`` have one entry a feature, in the order of their buckets, of
    which ``bucket_sizes`` says how many features belong to each; ``classes`` and ``weights`` are
    the entries of all rows, one after the other.
    """

    fingerprints: NDArray[np.uint32]
    bucket_sizes: NDArray[np.uint8]
    row_sizes: NDArray[np.unsignedinteger[Any]]
    classes: NDArray[np.unsignedinteger[Any]]
    weights: NDArray[np.int8]

    def packed(self) -> "PackedWeights":
        return self


class FiledWeights:
    """Packed weights that stay in the part of a model that they came from, and its file."""

    def __init__(self, part: Part, prefix: str) -> None:
        self._part = part
        self._prefix = prefix

    def packed(self) -> PackedWeights:
        """The weights, which need not fit; raises `ModelError` if there are none."""
        return PackedWeights(
            *(read_array(self._part, f"{self._prefix}{name}") for name in PackedWeights._fields)
        )

    def __reduce__(self) -> tuple[type[PackedWeights], PackedWeights]:
        return PackedWeights, self.packed()


StoredWeights = PackedWeights | FiledWeights


def pack(
    keys: NDArray[np.uint64],
    row_sizes: NDArray[np.uint16],
    classes: NDArray[np.uint16],
    weights: NDArray[np.float32],
    class_count: int,
) -> PackedWeights:
    """Round weights to 8 bits, the largest to 127, and order them by bucket."""
    bucket_count = int(len(keys) / _FEATURES_A_BUCKET) + 1
    homes = ((keys >> np.uint64(32)) * np.uint64(bucket_count)) >> np.uint64(32)
    order = np.lexsort((keys, homes))
    sizes = row_sizes[order].astype(np.int64)
    old_starts = np.cumsum(row_sizes, dtype=np.int64) - row_sizes
    new_starts = np.cumsum(sizes) - sizes
    places = np.repeat(old_starts[order] - new_starts, sizes) + np.arange(len(classes))
    fingerprints = keys[order].astype(np.uint32)
    fingerprints[fingerprints == 0] = 1
    small = np.uint8 if class_count < 256 else np.uint16
    scale = _LARGEST / max(float(np.abs(weights).max(initial=0.0)), 1e-30)
    return PackedWeights(
        fingerprints=fingerprints,
        bucket_sizes=np.bincount(homes.astype(np.int64), minlength=bucket_count).astype(np.uint8),
        row_sizes=sizes.astype(small),
        classes=classes[places].astype(small),
        weights=np.rint(weights[places] * scale).astype(np.int8),
    )


def packed_size(features: int, entries: int, class_count: int) -> int:
    """About how many bytes weights take when packed."""
    small = 1 if class_count < 256 else 2
    return int(features * (4 + small + 1 / _FEATURES_A_BUCKET) + entries * (small + 1))


def check_packed(packed: PackedWeights, class_count: int) -> None:
    """Raise `ModelError` unless the arrays fit together, so that unpacking them is safe."""
    sound = (
        all(array.ndim == 1 for array in packed)
        and all(array.dtype in _TYPES[name] for name, array in packed._asdict().items())
        and 0 < class_count <= MOST_CLASSES
        and _fit(packed, class_count)
    )
    if not sound:
        raise ModelError("the weights in the file do not fit together")


def _fit(packed: PackedWeights, class_count: int) -> bool:
    features = len(packed.fingerprints)
    entries = len(packed.weights)
    return bool(
        features < WAYS * len(packed.bucket_sizes)
        and len(packed.bucket_sizes) <= features + 1
        and features == len(packed.row_sizes) == packed.bucket_sizes.sum(dtype=np.int64)
        and entries == len(packed.classes) == packed.row_sizes.sum(dtype=np.int64)
        and packed.fingerprints.all()
        and packed.row_sizes.all()
        and (entries == 0 or packed.classes.max() < class_count)
    )


def weight_arrays(weights: StoredWeights, prefix: str = "") -> dict[str, NDArray[Any]]:
    """Stored weights as arrays of a part; the prefix keeps the weights of several models apart."""
    return {f"{prefix}{name}": array for name, array in weights.packed()._asdict().items()}


def read_weights(part: Part, prefix: str = "") -> FiledWeights:
    """The weights of a part, which `FrozenWeights` reads and checks."""
    return FiledWeights(part, prefix)
