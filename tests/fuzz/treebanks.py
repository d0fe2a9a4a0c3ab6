"""Treebank files, changed by byte and by line: read, written again, parsed and scored."""

from __future__ import annotations

import io
import random
import zlib

import dodona
from dodona.errors import AlignmentError, DodonaError
from dodona.evaluation.conll18 import evaluate_ud
from dodona.treebank import Reader, Sentence, write_conllu
from fuzz import samples
from fuzz.checks import check_readable, check_shown, parse_and_check
from fuzz.mutation import change_bytes, change_lines, in_pieces, some

_NO_CONTENT = b"\r\n\xef\xbb\xbf"
_RULES = ("ud", "conllx", "conll07", None)


def make(rng: random.Random) -> bytes:
    """A few sentences, with a few things wrong in most cases."""
    data = some(rng, [sentence.raw for sentence in samples.sentences()], 4)
    if rng.random() < 0.1:
        data = data.replace(b"\n", b"\r\n")
    change = change_lines if rng.random() < 0.7 else change_bytes
    return change(data, rng, rng.choice((0, 1, 1, 1, 2, 3, 8)))


class Pipe(io.BytesIO):
    """Bytes that come in pieces and cannot be read twice."""

    def __init__(self, pieces: list[bytes]) -> None:
        super().__init__()
        self._pieces = iter(pieces)

    def read1(self, size: int | None = -1) -> bytes:
        return next(self._pieces, b"")

    def seekable(self) -> bool:
        return False


def check(data: bytes) -> str:
    """Read the file, write it again, parse it, compare its trees."""
    rng = random.Random(zlib.crc32(data))
    skip = rng.random() < 0.7
    reader = Reader(Pipe(in_pieces(data, rng)), skip_invalid=skip, name="file")
    sentences = list(reader)
    check_shown(reader.invalid)
    if not sentences:
        return "nothing valid"
    for sentence in sentences:
        check_readable(sentence)
    _check_written(data, sentences, whole=not reader.invalid)
    pipeline = rng.choice(samples.pipelines())
    try:
        parsed = parse_and_check(pipeline, sentences, rng)
    except DodonaError as error:
        return type(error).__name__ + " in parsing"
    if rng.random() < 0.2:
        _show(sentences, parsed, rng)
    return "skipped some" if reader.invalid else "parsed"


def _check_written(data: bytes, sentences: list[Sentence], *, whole: bool) -> None:
    stream = io.BytesIO()
    write_conllu(sentences, stream)
    written = stream.getvalue()
    if whole:  # blank lines at the end of a pipe, and a byte-order mark there, are of no sentence
        assert written.rstrip(_NO_CONTENT) == data.rstrip(_NO_CONTENT)
    again = list(Reader(io.BytesIO(written), name="file"))
    assert [sentence.words for sentence in again] == [sentence.words for sentence in sentences]


def _show(gold: list[Sentence], system: list[Sentence], rng: random.Random) -> None:
    try:
        result = dodona.evaluate(gold, system, rule=rng.choice(_RULES))  # type: ignore[arg-type]
        assert result.all_words.words == sum(map(len, gold))
        evaluate_ud(gold, system)
    except AlignmentError as error:
        check_shown([error])
    for sentence in system:
        repr(sentence)
        sentence._repr_html_()
        sentence.to_displacy()
        sentence.to_tikz()
        words = [entry for entry in sentence.to_dict() if isinstance(entry["id"], int)]
        assert [entry["text"] for entry in words] == sentence.forms
