"""Texts, changed by byte and by line: taken apart, put together again, tagged and parsed."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
import zlib
from collections.abc import Callable
from typing import Any, Literal

from tokenizing_examples import all_sentences, rebuilt

from dodona.errors import DodonaError
from dodona.pipeline import Pipeline
from dodona.pipeline.inputs import Input
from dodona.tokenizer import Tokenizer, read_vertical
from dodona.tokenizer.characters import character_classes
from dodona.treebank import Sentence
from fuzz import samples
from fuzz.checks import check_readable, parse_and_check
from fuzz.mutation import ODD_TEXTS, change_bytes, change_lines, in_pieces, place
from fuzz.scratch import scratch

_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lambda data: lzma.compress(data, preset=0),
}
_LONG = 40_000
_SPACES = "".join(
    c for c in map(chr, range(65536)) if character_classes(c) == character_classes(" ")
)


def make(rng: random.Random) -> bytes:
    """A few lines of text with odd characters in them; now and then one that is very long."""
    data = "".join(rng.choices(samples.lines(), k=rng.randint(1, 3))).encode()
    for _ in range(rng.choice((0, 1, 2, 5))):
        at = place(rng, len(data))
        data = data[:at] + rng.choice(ODD_TEXTS) + data[at:]
    change = change_lines if rng.random() < 0.3 else change_bytes
    data = change(data, rng, rng.choice((0, 0, 1, 2, 4)))
    if rng.random() < 0.001 and data:
        piece = rng.choice((data, data[:20], rng.choice(ODD_TEXTS) + b" ", b"1 2 "))
        data = piece * (_LONG // len(piece) + 1)
    return data


def check(data: bytes) -> str:
    """Read the text in one of the ways there are, and parse what was found."""
    rng = random.Random(zlib.crc32(data))
    pipeline = rng.choice([each for each in samples.pipelines() if each.tokenizer is not None])
    if len(data) > _LONG:  # Covington's systems take quadratic time, and the text may be a sentence
        parts = {name: pipeline.part(name) for name in pipeline.parts}
        pipeline = Pipeline(**{**parts, "parser": samples.trained()["parser"][0]})
    errors: Literal["strict", "replace"] = "strict" if rng.random() < 0.3 else "replace"
    chance = rng.random()
    if chance < 0.05:
        sentences = _from_file(data, rng, pipeline, errors=errors)
    elif chance < 0.2:
        sentences = all_sentences(read_vertical(in_pieces(data, rng), errors=errors))
    else:
        assert pipeline.tokenizer is not None
        sentences = _tokenize(pipeline.tokenizer, data, rng, errors=errors)
    for sentence in sentences:
        check_readable(sentence)
    if not sentences:
        return "no words"
    try:
        parse_and_check(pipeline, sentences, rng)
    except DodonaError as error:
        raise AssertionError("what was tokenised was not parsed") from error
    return "parsed"


def _tokenize(
    tokenizer: Tokenizer, data: bytes, rng: random.Random, errors: Literal["strict", "replace"]
) -> list[Sentence]:
    options: dict[str, Any] = {
        "sentence_a_line": rng.random() < 0.2,
        "ranges": rng.choice((None, None, "characters", "bytes")),
        "errors": errors,
    }
    sentences = all_sentences(tokenizer.tokenize(in_pieces(data, rng), **options))
    if sentences:
        before, after = data.decode(errors="replace"), rebuilt(sentences)
        if options["sentence_a_line"]:  # spaces after the last line may belong to no sentence
            before, after = before.rstrip(_SPACES), after.rstrip(_SPACES)
        assert before == after
    if rng.random() < 0.2:
        assert all_sentences(tokenizer.tokenize(data, **options)) == sentences
    return sentences


def _from_file(
    data: bytes, rng: random.Random, pipeline: Any, errors: Literal["strict", "replace"]
) -> list[Sentence]:
    """The sentences of a file, packed or not, whose packing may be damaged."""
    suffix = rng.choice(list(_PACKERS))
    packed = _PACKERS[suffix](data)
    if rng.random() < 0.5:
        packed = change_bytes(packed, rng)
    path = scratch() / f"text.txt{suffix}"
    path.write_bytes(packed)
    chosen: Any = rng.choice((None, "text", "lines", "vertical", "conllu"))
    source = Input(
        path,
        pipeline,
        input=chosen,
        replace_bytes=errors == "replace",
        skip_invalid=rng.random() < 0.5,
    )
    return all_sentences(source.batches())
