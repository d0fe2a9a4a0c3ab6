"""Model files that were changed and signed again: refused, or they do no harm."""

from __future__ import annotations

import contextlib
import io
import json
import random
import zlib

from safetensors.numpy import save
from tokenizing_examples import all_sentences, rebuilt

import dodona
from dodona.cli import info
from dodona.errors import DodonaError
from dodona.model.files import FORMAT_VERSION, checksum
from fuzz import samples
from fuzz.array_changes import ARRAY_CHANGES, Arrays
from fuzz.checks import check_readable, parse_and_check
from fuzz.header_changes import HEADER_CHANGES, Header
from fuzz.mutation import change_bytes
from fuzz.scratch import scratch


def make(rng: random.Random) -> bytes:
    """A model with a few things changed in its header or arrays, with a right checksum."""
    parts = rng.choice(rng.choice(samples.models()))
    headers = {name: json.loads(json.dumps(part.header)) for name, part in parts.items()}
    header: Header = {"format": FORMAT_VERSION, "about": {"licence": "none"}, "parts": headers}
    arrays: Arrays = {
        f"{n}.{key}": a for n, part in parts.items() for key, a in part.arrays.items()
    }
    if rng.random() < 0.1:
        _exchange(header, arrays, rng)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 4))):
        if header and rng.random() < 0.45:
            rng.choice(HEADER_CHANGES)(header, rng)
        else:
            rng.choice(ARRAY_CHANGES)(arrays, rng)
    data = sign(header, arrays)
    return change_bytes(data, rng) if rng.random() < 0.03 else data


def sign(header: Header, arrays: Arrays) -> bytes:
    """A model file that holds these, with the checksum that belongs to them."""
    with contextlib.suppress(ValueError):  # half a character has no bytes to sum up
        header = {**header, "checksum": checksum(header, arrays)}
    return bytes(save(arrays, metadata={"dodona": json.dumps(header, sort_keys=True)}))


def _exchange(header: Header, arrays: Arrays, rng: random.Random) -> None:
    """Put a part of another model here, its header or its arrays or both, under a name."""
    other = rng.choice(rng.choice(samples.models()))
    source = rng.choice(list(other))
    name = rng.choice([*header["parts"], source])
    if rng.random() < 0.7:
        header["parts"][name] = json.loads(json.dumps(other[source].header))
    if rng.random() < 0.7:
        for key in [key for key in arrays if key.startswith(f"{name}.")]:
            del arrays[key]
        arrays.update({f"{name}.{key}": array for key, array in other[source].arrays.items()})


def check(data: bytes) -> str:
    """Load the model; if that can be done, describe it, use it, save it and load it again."""
    rng = random.Random(zlib.crc32(data))
    path = scratch() / "model.dodona"
    path.write_bytes(data)
    pipeline = dodona.load(path)
    if rng.random() < 0.2:
        with contextlib.redirect_stdout(io.StringIO()):
            info.run(str(path), as_json=rng.random() < 0.3)
    try:
        _use(pipeline, rng)
    except DodonaError as error:
        return type(error).__name__ + " in use"
    if rng.random() < 0.1:
        pipeline.save(path)
        assert dodona.load(path).parts == pipeline.parts
    return "used"


def _use(pipeline: dodona.Pipeline, rng: random.Random) -> None:
    sentences = rng.sample(samples.sentences(), 6)
    if pipeline.tokenizer is not None:
        text = "".join(rng.choices(samples.lines(), k=4)) * (100 if rng.random() < 0.02 else 1)
        found = all_sentences(pipeline.tokenizer.tokenize(text))
        for sentence in found:
            check_readable(sentence)
        assert not found or rebuilt(found) == text
        sentences += found
    parse_and_check(pipeline, sentences, rng)
