"""A part of a model (a tokeniser, a tagger, a parser) on its way to or from a file."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.errors import ModelError


class Part(NamedTuple):
    """What a file keeps of one part: ``header`` can be written as JSON, ``arrays`` are flat.

    A part that comes from a file may hold anything: whoever makes something of it checks it. Its
    arrays are read from the file each time they are asked for.
    """

    header: dict[str, Any]
    arrays: Mapping[str, NDArray[np.generic]]


def read_array(part: Part, name: str, kind: type[Any] | None = None) -> NDArray[Any]:
    """A flat array of a part, of a kind of numbers; raises `ModelError` if there is none."""
    array = part.arrays.get(name)
    if not isinstance(array, np.ndarray) or array.ndim != 1 or kind not in (None, array.dtype):
        raise ModelError(f"the array {name} of the model is missing or of the wrong kind")
    return array
