"""Encoders in model files: floats in 16 bits, flat, checked when they are read."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from dodona.errors import ModelError
from dodona.model.parts import Part, read_array
from dodona.neural.encoder import Encoder, Shape, array_shapes, table_shapes
from dodona.neural.parameters import Stored
from dodona.neural.table import Table
from dodona.neural.vectors import WordVectors

_HIGHEST = float(np.finfo(np.float16).max)


def pack_floats(arrays: Mapping[str, Stored]) -> dict[str, np.ndarray[Any, Any]]:
    """Arrays as a file keeps them."""
    return {
        name: np.clip(array, -_HIGHEST, _HIGHEST).astype(np.float16).reshape(-1)
        for name, array in arrays.items()
    }


def read_floats(part: Part, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Stored]:
    """The arrays of these names, in 16 bits.

    Raises `ModelError` unless they are numbers of these shapes.
    """
    arrays: dict[str, Stored] = {}
    for name, shape in shapes.items():
        flat = read_array(part, name, np.float16)
        size = int(np.prod(shape, dtype=object))
        if flat.size != size or not np.isfinite(flat).all():
            raise ModelError(f"the array {name} of the model is damaged")
        arrays[name] = flat.reshape(shape)
    return arrays


def encoder_arrays(encoder: Encoder) -> dict[str, Any]:
    """An encoder as arrays of a part."""
    tables = {f"table.{name}": t.numbers() for name, t in encoder.tables.items()}
    arrays: dict[str, Any] = {"words": encoder.keys, **pack_floats({**encoder.arrays, **tables})}
    if encoder.vectors is not None:
        arrays |= encoder.vectors.to_arrays()
    return arrays


def read_encoder(part: Part, shape: Shape) -> Encoder:
    """The encoder of a part. Raises `ModelError` unless all of it fits together."""
    keys = read_array(part, "words", np.uint64)
    vectors = WordVectors.from_part(part)
    width = vectors.width if vectors is not None else 0
    arrays = read_floats(part, array_shapes(shape, width))
    tables = read_floats(
        part, {f"table.{name}": size for name, size in table_shapes(shape, len(keys)).items()}
    )
    by_name = {name: Table(tables[f"table.{name}"]) for name in shape.tables}
    return Encoder(shape, keys, arrays, by_name, vectors)
