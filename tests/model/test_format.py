"""The format of model files is stable: what was written once is read for as long as it stands."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kept_models import FOLDER, kept, parsed
from safetensors.numpy import load, save

import dodona
from dodona.errors import ModelError
from dodona.model.files import MINOR_VERSION, checksum, load_headers, load_parts

NAMES = ("parser", "pipeline", "votes", "neural")
Header = dict[str, Any]


def header_of(data: bytes) -> Header:
    size = struct.unpack("<Q", data[:8])[0]
    return json.loads(json.loads(data[8 : 8 + size])["__metadata__"]["dodona"])


def changed(data: bytes, change: Callable[[Header, dict[str, Any]], None]) -> bytes:
    """A model file whose header and arrays were changed, with the checksum that fits."""
    header, arrays = header_of(data), load(data)
    change(header, arrays)
    header["checksum"] = checksum(header, arrays)
    return save(arrays, metadata={"dodona": json.dumps(header)})


def trees(sentences: list[dodona.Sentence]) -> list[tuple[Any, ...]]:
    return [(s.forms, s.upos, s.lemmas, s.heads, s.deprels) for s in sentences]


def assert_parsed_alike(
    name: str, found: list[dodona.Sentence], expected: list[dodona.Sentence]
) -> None:
    """The same trees; of a neural model, which rounds, some processors may turn a close choice."""
    if name != "neural":
        assert trees(found) == trees(expected)
        return
    assert [s.forms for s in found] == [s.forms for s in expected]
    pairs = [pair for a, b in zip(found, expected, strict=True) for pair in zip(a, b, strict=True)]
    same = sum((a.head, a.deprel, a.upos) == (b.head, b.deprel, b.upos) for a, b in pairs)
    assert same >= 0.98 * len(pairs)


def loaded(data: bytes, folder: Path) -> dodona.Pipeline:
    path = folder / "model.dodona"
    path.write_bytes(data)
    return dodona.load(path)


def test_there_are_models_of_the_format_and_they_are_small():
    """Whoever raises the format makes some: `python tests/kept_models.py`."""
    files = list(FOLDER.glob("*.xz"))
    assert {path.name.partition(".")[0] for path in files} == set(NAMES)
    assert all(path.stat().st_size < 200_000 for path in files)


@pytest.mark.parametrize("name", NAMES)
def test_a_model_of_old_parses_as_it_did(name, tmp_path):
    data, expected = kept(name)
    assert_parsed_alike(name, list(parsed(loaded(data, tmp_path))), expected)


def from_later(header: Header, arrays: dict[str, Any]) -> None:
    """What a newer minor version may have besides."""
    header["minor"] = MINOR_VERSION + 1
    header["more"] = {"from": "later"}
    header["about"]["more"] = ["later"]
    array = next(iter(arrays.values()))
    for name, part in header["parts"].items():
        part["more"] = [1, {"two": None}]
        place = "0.more" if "members" in part else "more"
        arrays[f"{name}.{place}"] = array
    header["parts"]["translator"] = {"kind": "from later"}
    arrays["translator.weights"] = array


@pytest.mark.parametrize("name", NAMES)
def test_what_a_newer_minor_version_adds_is_passed_over(name, tmp_path):
    data, expected = kept(name)
    found = list(parsed(loaded(changed(data, from_later), tmp_path)))
    assert_parsed_alike(name, found, expected)


def test_a_part_that_is_not_known_is_refused_where_no_newer_version_explains_it(tmp_path):
    def change(header: Header, arrays: dict[str, Any]) -> None:
        from_later(header, arrays)
        header["minor"] = MINOR_VERSION

    with pytest.raises(ModelError, match="not known here: translator"):
        loaded(changed(kept("parser")[0], change), tmp_path)


def test_a_newer_major_version_is_refused_with_a_remedy(tmp_path):
    with pytest.raises(ModelError, match=r"has format 4; .* pip install --upgrade dodona"):
        loaded(changed(kept("parser")[0], lambda header, _: header.update(format=4)), tmp_path)


@pytest.mark.parametrize("minor", [-1, 1.0, "1", None, True])
def test_a_minor_version_that_is_no_number_is_damage(minor, tmp_path):
    with pytest.raises(ModelError, match="header of the model is damaged"):
        loaded(changed(kept("parser")[0], lambda header, _: header.update(minor=minor)), tmp_path)


def test_a_file_without_a_minor_version_is_of_the_first(tmp_path):
    data, expected = kept("parser")
    nlp = loaded(changed(data, lambda header, _: header.pop("minor")), tmp_path)
    assert trees(list(parsed(nlp))) == trees(expected)


def test_headers_can_be_read_alone(tmp_path):
    path = tmp_path / "model.dodona"
    path.write_bytes(kept("pipeline")[0])
    whole, headers = load_parts(path), load_headers(path)
    assert headers.about == whole.about
    assert {name: part.header for name, part in headers.parts.items()} == {
        name: part.header for name, part in whole.parts.items()
    }
    assert not any(part.arrays for part in headers.parts.values())
