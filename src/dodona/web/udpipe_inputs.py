"""Sentences as UDPipe reads them: of plain text, a sentence or a token a line, or CoNLL-U."""

import re
from collections.abc import Callable, Iterator
from io import BytesIO

from dodona.tokenizer.vertical import read_vertical
from dodona.treebank.conllu import Reader
from dodona.treebank.forms import single_spaces
from dodona.treebank.sentence import Sentence
from dodona.web.served import ServedModel
from dodona.web.texts import blocks_of
from dodona.web.udpipe_formats import TOKENIZER_OPTIONS, Options

Read = Callable[[ServedModel, str, Options], Iterator[list[Sentence]]]

_NO_BREAK = "\u00a0"
_BETWEEN_WORDS = re.compile("[ \t]+")
_MISC = re.compile(rb"(?<=\t)[^\t\r\n]*(?=\r?$)", re.MULTILINE)
_ODD_SPACES = (b"SpacesBefore=", b"SpacesAfter=")


def tokenized(model: ServedModel, text: str, options: Options) -> Iterator[list[Sentence]]:
    """The sentences that the tokeniser of a model finds."""
    batches = model.pipeline.part("tokenizer").tokenize(
        blocks_of(text),
        sentence_a_line="presegmented" in options,
        ranges="characters" if "ranges" in options else None,
    )
    for batch in batches:
        yield list(map(_with_plain_spaces, batch)) if "normalized_spaces" in options else batch


def _with_plain_spaces(sentence: Sentence) -> Sentence:
    """The sentence without what MISC says of spaces, but for `SpaceAfter=No`."""

    def plain(found: re.Match[bytes]) -> bytes:
        entries = found[0].split(b"|")
        return b"|".join(each for each in entries if not each.startswith(_ODD_SPACES)) or b"_"

    return Sentence.from_conllu(_MISC.sub(plain, sentence.raw))


def _read_conllu(model: ServedModel, text: str, options: Options) -> Iterator[list[Sentence]]:
    if text.strip():
        yield from Reader(BytesIO(b"".join(blocks_of(text))), name="data").batches()


def _read_vertical(model: ServedModel, text: str, options: Options) -> Iterator[list[Sentence]]:
    yield from read_vertical(blocks_of(text), source="data")


def _read_horizontal(model: ServedModel, text: str, options: Options) -> Iterator[list[Sentence]]:
    """A sentence a line, with spaces between its words; a no-break space is one within a word."""

    def as_vertical() -> Iterator[bytes]:
        for line in b"".join(blocks_of(text)).decode().splitlines():
            words = _BETWEEN_WORDS.split(line.replace(_NO_BREAK, "\0"))
            spaced = (word.replace("\0", " ") for word in words)
            yield "".join(f"{word}\n" for word in spaced if single_spaces(word)).encode() + b"\n"

    yield from read_vertical(as_vertical(), source="data")


READERS: dict[str, Read] = {
    "conllu": _read_conllu,
    "horizontal": _read_horizontal,
    "vertical": _read_vertical,
    # UDPipe has a tokeniser by rules, which no model is needed for; here it is the model's.
    "generic_tokenizer": tokenized,
}
INPUTS: dict[str, Options] = {
    "conllu": frozenset(("v2",)),
    "horizontal": frozenset(),
    "vertical": frozenset(),
    "generic_tokenizer": TOKENIZER_OPTIONS,
}
"""The formats by their names, with the options that each has."""
