"""The tokeniser that people use: text in, sentences in CoNLL-U out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np

from dodona.errors import DodonaError, ModelError
from dodona.linear.frozen import FrozenWeights
from dodona.linear.packing import StoredWeights, read_weights, weight_arrays
from dodona.model.header import read_header, sized, write_header
from dodona.model.parts import Part, read_array
from dodona.model.picklable import ModelPart
from dodona.options import Ranges
from dodona.tokenizer.decoding import LONG_PAUSE, SHORT_PAUSE, Errors, Pause, decode_blocks
from dodona.tokenizer.segmenter import FrozenSegmenter
from dodona.tokenizer.splitting import (
    CANDIDATE_BYTES,
    MOST_RULES,
    SplitRule,
    is_sound,
    least_length,
)
from dodona.tokenizer.tables import CLASSES, CharacterTables
from dodona.tokenizer.writer import Writer
from dodona.treebank.sentence import Sentence

# A text that waits for its end is looked at again only when it has grown by a third.
_PATIENCE = 1 << 16
# What waits for its end and is longer than this has almost nothing but spaces.
_MOST_WAITING = 1 << 20
_SENTENCE_ENDS = tuple(".!?…。！？｡।॥؟۔։።᙮")
_CLOSING = "\"'”’»›)]}」』）"


def _check_rule(rule: SplitRule, name: str) -> None:
    """No rule may reach outside of a token or give empty words."""
    if not rule or not is_sound(rule):
        raise ModelError(f"{name} in the header of the model is no rule of splitting")


@dataclass(frozen=True)
class TokenizerHeader:
    """What a model file says of a tokeniser besides its arrays."""

    rules: Annotated[list[Annotated[SplitRule, _check_rule]], sized(0, MOST_RULES)]
    training: dict[str, Any]
    kind: Literal["tokenizer"] = "tokenizer"
    version: Literal[1] = 1


class Tokenizer(ModelPart):
    """Takes text apart into sentences, tokens and words.

    ``training`` says how it was trained. A tokeniser never changes and can be used by several
    threads at once; each call of `tokenize` works by itself.
    """

    def __init__(
        self,
        tables: CharacterTables,
        rules: list[SplitRule],
        boundaries: StoredWeights,
        splits: StoredWeights,
        training: dict[str, Any] | None = None,
    ) -> None:
        self._tables = tables
        self._rules = rules
        self._packed = {"boundaries": boundaries, "splits": splits}
        self._boundaries = FrozenWeights(boundaries, 2)
        self._splits = FrozenWeights(splits, len(rules) + 1)
        self.training = training or {}

    def tokenize(
        self,
        text: str | bytes | Iterable[bytes | Pause],
        *,
        sentence_a_line: bool = False,
        ranges: Ranges | None = None,
        source: str = "",
        document: str | None = None,
        first_number: int = 1,
        errors: Errors = "strict",
    ) -> Iterator[list[Sentence]]:
        """The sentences of a text, or of UTF-8 that comes in blocks, in lists as they are found.

        Blank lines end paragraphs, and so sentences. With ``sentence_a_line`` every line is a
        sentence. ``ranges`` asks for `TokenRange` in MISC, counted in characters or in bytes.
        ``source`` is the name for messages, ``document`` the id that `newdoc` gets, and
        ``first_number`` the id of the first sentence. Bytes that are not UTF-8 raise
        `TextError`; with ``errors="replace"`` they become U+FFFD.

        A `Pause` between blocks gives out the sentences that nothing more can change. If it comes
        after a line end and is long, the paragraph is over, as it would be at the end of the text:
        after `SHORT_PAUSE` if the line ends as sentences do, after `LONG_PAUSE` otherwise. With
        ``sentence_a_line`` nothing waits for more than its line end; then spaces after the last
        line end of a text belong to no sentence.

        A sentence of more than some 16,000 characters is cut, and so is one with a million spaces
        in it, of which no more are kept: memory is bounded whatever the text. A text without any
        word has no sentences.
        """
        segmenter = FrozenSegmenter(self._tables, self._boundaries, self._splits)
        segmenter.sentence_a_line = sentence_a_line
        writer = Writer(
            self._rules,
            source=source,
            document=document,
            first_number=first_number,
            ranges=ranges,
        )
        waiting: list[str] = []
        size = wanted = 0
        for piece, final, pause in decode_blocks(text, source, errors):
            waiting.append(piece)
            size += len(piece)
            if (size < wanted and not final) or (pause is not None and sentence_a_line):
                continue
            joined = "".join(waiting)
            final = final or (pause is not None and _is_over(joined, pause))
            done = segmenter.feed(joined, final, pause is not None)
            sentences = writer.write(segmenter, done)
            rest = joined[done:]
            if len(rest) > _MOST_WAITING:
                spaces, rest = _cut_at_last_space(rest)
                sentences += writer.write(segmenter, segmenter.feed(spaces, True))
            waiting = [rest]
            size = len(rest)
            wanted = size + size // 3 if size > _PATIENCE else 0
            if sentences:
                yield sentences

    def to_part(self) -> Part:
        """The tokeniser as a part of a model file."""
        header = TokenizerHeader(self._rules, self.training)
        tables = self._tables._asdict()
        del tables["least_lengths"]
        arrays: dict[str, Any] = {f"tables.{name}": table for name, table in tables.items()}
        for name, packed in self._packed.items():
            arrays |= weight_arrays(packed, f"{name}.")
        return Part(write_header(header), arrays)

    @classmethod
    def from_part(cls, part: Part) -> "Tokenizer":
        """A tokeniser from a part of a model file, if all of it fits together."""
        try:
            return _from_part(part)
        except DodonaError as error:
            raise ModelError(f"the tokeniser in the file is damaged: {error}") from None


def _cut_at_last_space(text: str) -> tuple[str, str]:
    """A text up to its last space, and the beginning of a word that may follow it."""
    word = "" if text[-1].isspace() else text.rsplit(maxsplit=1)[-1]
    return text[: len(text) - len(word)], word


def _is_over(text: str, pause: float) -> bool:
    """Whether a paragraph is taken to be over, since its writer pauses after a line."""
    content = text.rstrip()
    if not content or "\n" not in text[len(content) :]:
        return False
    ends = content.rstrip(_CLOSING).endswith(_SENTENCE_ENDS)
    return pause >= (SHORT_PAUSE if ends else LONG_PAUSE)


def _from_part(part: Part) -> Tokenizer:
    header = read_header(TokenizerHeader, part.header)
    sizes = {
        "boundary_gate": CLASSES**2,
        "join_gate": CLASSES**2,
        "ending_gate": 2 * CLASSES**2,
        "candidates": CANDIDATE_BYTES,
    }
    tables = {}
    for name, size in sizes.items():
        table = read_array(part, f"tables.{name}", np.uint8)
        if len(table) != size:
            raise ModelError(f"its table {name} does not fit")
        tables[name] = np.ascontiguousarray(table)
    lengths = np.array([0, *(least_length(rule) for rule in header.rules)], np.int32)
    return Tokenizer(
        CharacterTables(**tables, least_lengths=lengths),
        header.rules,
        read_weights(part, "boundaries."),
        read_weights(part, "splits."),
        header.training,
    )
