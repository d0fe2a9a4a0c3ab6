"""Model files: the parts of a model, in the safetensors format.

A file holds a header in JSON and flat arrays; loading one runs nothing that it contains. The header
has a header for each part, and tells what the model is; its checksum covers the arrays and itself.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from dodona.errors import ModelError
from dodona.model.parts import Part
from dodona.treebank.streams import open_output
from dodona.version import __version__

FORMAT_VERSION = 3
_KEY = "dodona"
_DEEPEST = 32
_LONGEST_MESSAGE = 500


class ModelFile(NamedTuple):
    """What a file holds: its parts by name, and what it says about itself (such as a licence)."""

    parts: dict[str, Part]
    about: dict[str, Any]
    checksum: str


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
        header, arrays = _read(path)
        return _divide(header, arrays)
    except ModelError as error:
        raise error_in(path, error) from None


def error_in(path: str | os.PathLike[str], error: ModelError) -> ModelError:
    """An error that names the model file; what it quotes of the file may be long, and is cut."""
    message = str(error)
    if len(message) > _LONGEST_MESSAGE:
        message = f"{message[:_LONGEST_MESSAGE]}..."
    return ModelError(f"{os.fspath(path)}: {message}")


def _divide(header: dict[str, Any], arrays: dict[str, Any]) -> ModelFile:
    about, headers = header.get("about"), header.get("parts")
    if not isinstance(about, dict) or not isinstance(headers, dict) or not headers:
        raise ModelError("the model file is damaged: its header names no parts")
    if not all(isinstance(value, dict) for value in headers.values()):
        raise ModelError("the model file is damaged: a part has no header")
    parts = {name: Part(value, {}) for name, value in headers.items()}
    for name, array in arrays.items():
        part, _, key = name.partition(".")
        if part not in parts:
            raise ModelError(f"the model file is damaged: there is no part {part}")
        parts[part].arrays[key] = array
    return ModelFile(parts, about, header["checksum"])


def _read(path: str | os.PathLike[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    from safetensors import SafetensorError, safe_open

    with open(path, "rb"):
        pass  # a missing or forbidden file is an OSError that says so
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
            if _KEY not in metadata:
                raise ModelError("this is a safetensors file, but not a model of Dodona")
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise ModelError(f"this is not a model, or it is cut short ({error})") from None
    try:
        header = json.loads(metadata[_KEY])
        _check_depth(header)
        if header["format"] != FORMAT_VERSION:
            raise ModelError(
                f"the model has format {header['format']}; this is Dodona {__version__}, which "
                f"reads format {FORMAT_VERSION}: install a Dodona that fits, or train the model "
                "again"
            )
        if header["checksum"] != checksum(header, arrays):
            raise ModelError("the checksum is wrong: the file was damaged or changed")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ModelError("the header of the model is damaged") from None
    return header, arrays


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
