"""A part of a model (a tokeniser, a tagger, a parser) on its way to or from a file."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.errors import ModelError
from dodona.parsing.packing import PackedWeights, check_packed


class Part(NamedTuple):
    """What a file keeps of one part: ``header`` can be written as JSON, ``arrays`` are flat.

    A part that comes from a file may hold anything: whoever makes something of it checks it.
    """

    header: dict[str, Any]
    arrays: dict[str, NDArray[np.generic]]


def weight_arrays(weights: PackedWeights) -> dict[str, NDArray[Any]]:
    """Packed weights as arrays of a part."""
    return dict(weights._asdict())


def read_weights(part: Part, class_count: int) -> PackedWeights:
    """The weights of a part; raises `ModelError` unless they are sound."""
    weights = PackedWeights(**{name: read_array(part, name) for name in PackedWeights._fields})
    check_packed(weights, class_count)
    return weights


def read_array(part: Part, name: str, kind: type[Any] | None = None) -> NDArray[Any]:
    """A flat array of a part, of a kind of numbers; raises `ModelError` if there is none."""
    array = part.arrays.get(name)
    if not isinstance(array, np.ndarray) or array.ndim != 1 or kind not in (None, array.dtype):
        raise ModelError(f"the array {name} of the model is missing or of the wrong kind")
    return array


def read_text(header: Mapping[str, Any], name: str) -> list[str]:
    """A list of strings in a header; raises `ModelError` if it is none."""
    values = header.get(name)
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ModelError(f"{name} in the header of the model is not a list of strings")
    return values


def check_kind(part: Part, kind: str, version: int) -> None:
    """Raise `ModelError` unless a part says that it is of a kind and version."""
    if part.header.get("kind") != kind or part.header.get("version") != version:
        raise ModelError(f"the part of the model is not a {kind} of version {version}")


def check_columns(values: Sequence[str]) -> None:
    """Raise `ModelError` if one of the values cannot stand in a column of a treebank."""
    for value in values:
        if not value or not set("\t\n\r").isdisjoint(value) or not _encodes(value):
            raise ModelError(f"{value!r} in the model cannot stand in a column of a treebank")


def _encodes(text: str) -> bool:
    """Whether a string can be written in UTF-8 (half of a surrogate pair cannot)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
