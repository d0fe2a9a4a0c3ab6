"""Model files: the parts of a model, in the safetensors format.

A file holds a header in JSON and flat arrays; loading one runs nothing that it contains. The header
has a header for each part, and tells what the model is; its checksum covers the arrays and itself.

A file is of a version of the format, such as 3.1. Of a newer minor version, what is not known here
is passed over, be it a field, an array or a part; a newer major one is refused.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

from dodona.errors import ModelError
from dodona.model.arrays import CAN_STAY_OPEN, ArraysBelow, FileArrays
from dodona.model.parts import Part
from dodona.treebank.streams import open_output
from dodona.version import __version__

FORMAT_VERSION = 3
"""Raised by what makes old files unreadable, or new ones wrong to whoever passes over a part."""
MINOR_VERSION = 1
"""Raised by what may be passed over; set back to 0 when the other is raised."""

_KEY = "dodona"
_DEEPEST = 32
_LONGEST_MESSAGE = 500


class ModelFile(NamedTuple):
    """What a file holds: its parts by name, and what it says about itself (such as a licence).

    One that ``is_newer``, by its minor version, may have parts that are not known here.
    """

    parts: dict[str, Part]
    about: dict[str, Any]
    checksum: str
    is_newer: bool


def save_parts(
    parts: Mapping[str, Part], path: str | os.PathLike[str], about: Mapping[str, Any] | None = None
) -> None:
    """Write a model file, whole or not at all. The same parts give the same bytes."""
    data = file_bytes(parts, about)
    with open_output(path, pack=False) as stream:
        stream.write(data)


def file_bytes(parts: Mapping[str, Part], about: Mapping[str, Any] | None = None) -> bytes:
    """What a model file with these parts holds."""
    from safetensors.numpy import save

    header, arrays = _contents(parts, about)
    return save(arrays, metadata={_KEY: json.dumps(header, ensure_ascii=False, sort_keys=True)})


def checksum_of(parts: Mapping[str, Part], about: Mapping[str, Any] | None = None) -> str:
    """The checksum that a file with these parts would have."""
    header, _ = _contents(parts, about)
    return str(header["checksum"])


def _contents(
    parts: Mapping[str, Part], about: Mapping[str, Any] | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the arrays of a file."""
    arrays = {
        f"{name}.{key}": np.ascontiguousarray(array)
        for name, part in parts.items()
        for key, array in part.arrays.items()
    }
    header: dict[str, Any] = {
        "format": FORMAT_VERSION,
        "minor": MINOR_VERSION,
        "about": dict(about or {}),
        "parts": {name: part.header for name, part in parts.items()},
    }
    header["checksum"] = checksum(header, arrays)
    return header, arrays


def load_parts(path: str | os.PathLike[str]) -> ModelFile:
    """Read a model file. Raises `ModelError` if it is none, or damaged, or too new.

    What the parts hold is checked by those who make something of them: what was not made by Dodona
    may hold anything, also with a right checksum.
    """
    try:
        text = _header_text(path)
        with _damage_told():
            arrays = _arrays(path)
            header = _checked_header(text)
            if header["checksum"] != checksum(header, arrays):
                raise ModelError("the checksum is wrong: the file was damaged or changed")
        return _divide(header, arrays)
    except ModelError as error:
        raise error_in(path, error) from None


def load_headers(path: str | os.PathLike[str]) -> ModelFile:
    """What a model file says of itself and its parts, without the arrays.

    That is quick, and shows nothing of damage to the arrays.
    """
    try:
        with _damage_told():
            header = _checked_header(_header_text(path))
        return _divide(header, {})
    except ModelError as error:
        raise error_in(path, error) from None


def error_in(path: str | os.PathLike[str], error: ModelError) -> ModelError:
    """An error that names the model file; what it quotes of the file may be long, and is cut."""
    message = str(error)
    if len(message) > _LONGEST_MESSAGE:
        message = f"{message[:_LONGEST_MESSAGE]}..."
    return ModelError(f"{os.fspath(path)}: {message}")


def _divide(header: dict[str, Any], arrays: Mapping[str, Any]) -> ModelFile:
    about, headers = header.get("about"), header.get("parts")
    if not isinstance(about, dict) or not isinstance(headers, dict) or not headers:
        raise ModelError("the model file is damaged: its header names no parts")
    if not all(isinstance(value, dict) for value in headers.values()):
        raise ModelError("the model file is damaged: a part has no header")
    for name in arrays:
        part = name.partition(".")[0]
        if part not in headers:
            raise ModelError(f"the model file is damaged: there is no part {part}")
    parts = {name: Part(value, ArraysBelow(arrays, f"{name}.")) for name, value in headers.items()}
    is_newer = header.get("minor", 0) > MINOR_VERSION
    return ModelFile(parts, about, header["checksum"], is_newer)


def _header_text(path: str | os.PathLike[str]) -> str:
    """The header of a file."""
    with _opened(path) as file:
        metadata = file.metadata() or {}
        if _KEY not in metadata:
            raise ModelError("this is a safetensors file, but not a model of Dodona")
        return str(metadata[_KEY])


def _arrays(path: str | os.PathLike[str]) -> Mapping[str, Any]:
    """The arrays of a file, which is one of safetensors."""
    if CAN_STAY_OPEN and sys.byteorder == "little":
        return FileArrays(path)
    with _opened(path) as file:
        return {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[Any]:
    """A file of safetensors."""
    from safetensors import SafetensorError, safe_open

    with open(path, "rb"):
        pass  # a missing or forbidden file is an OSError that says so
    try:
        with safe_open(path, framework="numpy") as file:
            yield file
    except (SafetensorError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise ModelError(f"this is not a model, or it is cut short ({error})") from None


@contextmanager
def _damage_told() -> Iterator[None]:
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ModelError("the header of the model is damaged") from None


def _checked_header(text: str) -> dict[str, Any]:
    """The header, if its format can be read."""
    header: dict[str, Any] = json.loads(text)
    _check_depth(header)
    _check_format(header["format"], header.get("minor", 0))
    if not isinstance(header["checksum"], str):
        raise TypeError
    return header


def _check_format(version: Any, minor: Any) -> None:
    if type(minor) is not int or minor < 0:
        raise TypeError
    if version == FORMAT_VERSION:
        return
    is_newer = type(version) is int and version > FORMAT_VERSION
    remedy = "pip install --upgrade dodona" if is_newer else "install a Dodona that fits"
    raise ModelError(
        f"the model has format {version}; this is Dodona {__version__}, which reads format "
        f"{FORMAT_VERSION}: {remedy}, or train the model again"
    )


def _check_depth(header: Any) -> None:
    """Raise `ValueError` for lists in lists in lists ... that Python can read but not show."""
    level = [header]
    for _ in range(_DEEPEST):
        inner = [value for value in level if isinstance(value, (list, dict)) and value]
        level = [
            v for value in inner for v in (value.values() if isinstance(value, dict) else value)
        ]
    if level:
        raise ValueError("the header is nested too deeply")


def checksum(header: dict[str, Any], arrays: Mapping[str, Any]) -> str:
    """A digest of all that a file holds but the digest itself."""
    header = {name: value for name, value in header.items() if name != "checksum"}
    digest = hashlib.sha256(json.dumps(header, ensure_ascii=False, sort_keys=True).encode())
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"\n{name} {array.dtype} {array.shape}\n".encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()
