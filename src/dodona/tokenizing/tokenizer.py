"""The tokeniser that people use: text in, sentences in CoNLL-U out."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import numpy as np

from dodona.errors import DodonaError, ModelError
from dodona.parsing.frozen import FrozenWeights
from dodona.parsing.packing import PackedWeights
from dodona.parsing.parts import Part
from dodona.tokenizing.decoding import Errors, decode_blocks
from dodona.tokenizing.segmenter import FrozenSegmenter
from dodona.tokenizing.splitting import CANDIDATE_BYTES, MOST_RULES, Piece, Rule, least_length
from dodona.tokenizing.tables import CLASSES, Tables
from dodona.tokenizing.writer import Writer
from dodona.treebank.sentence import Sentence

Ranges = Literal["characters", "bytes"]

_KIND = "tokenizer"
_VERSION = 1
_LONGEST_PIECE = 1000
# A text that waits for its end is looked at again only when it has grown by a third.
_PATIENCE = 1 << 16


class Tokenizer:
    """Takes text apart into sentences, tokens and words.

    ``training`` says how it was trained. A tokeniser never changes and can be used by several
    threads at once; each call of `tokenize` works by itself.
    """

    def __init__(
        self,
        tables: Tables,
        rules: list[Rule],
        boundaries: PackedWeights,
        splits: PackedWeights,
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
        text: str | bytes | Iterable[bytes],
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

        A sentence of more than some 16,000 characters is cut, so that memory is bounded whatever
        the text; only a run of spaces is kept whole, however long. A text without any word has no
        sentences.
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
        for piece, final in decode_blocks(text, source, errors):
            waiting.append(piece)
            size += len(piece)
            if size < wanted and not final:
                continue
            joined = "".join(waiting)
            done = segmenter.feed(joined, final)
            sentences = writer.write(segmenter, done)
            waiting = [joined[done:]]
            size = len(waiting[0])
            wanted = size + size // 3 if size > _PATIENCE else 0
            if sentences:
                yield sentences

    def to_part(self) -> Part:
        """The tokeniser as a part of a model file."""
        header = {
            "kind": _KIND,
            "version": _VERSION,
            "rules": [[list(piece) for piece in rule] for rule in self._rules],
            "training": self.training,
        }
        tables = self._tables._asdict()
        del tables["least_lengths"]
        arrays = {f"tables.{name}": table for name, table in tables.items()}
        for name, packed in self._packed.items():
            arrays |= {f"{name}.{key}": array for key, array in packed._asdict().items()}
        return Part(header, arrays)

    @staticmethod
    def from_part(part: Part) -> "Tokenizer":
        """A tokeniser from a part of a model file, if all of it fits together."""
        try:
            return _from_part(part)
        except (
            KeyError, TypeError, ValueError, AttributeError, OverflowError, DodonaError,
        ) as error:  # fmt: skip
            raise ModelError(f"the tokeniser in the file is damaged: {error}") from None


def _from_part(part: Part) -> Tokenizer:
    header, arrays = part
    if header["kind"] != _KIND or header["version"] != _VERSION:
        raise ModelError("it is of another kind or version")
    if not isinstance(header["training"], dict):
        raise ModelError("its training settings are of the wrong kind")
    rules = _checked_rules(header["rules"])
    sizes = {
        "boundary_gate": CLASSES**2,
        "join_gate": CLASSES**2,
        "ending_gate": 2 * CLASSES**2,
        "candidates": CANDIDATE_BYTES,
    }
    tables = {}
    for name, size in sizes.items():
        table = arrays[f"tables.{name}"]
        if table.dtype != np.uint8 or table.shape != (size,):
            raise ModelError(f"its table {name} does not fit")
        tables[name] = np.ascontiguousarray(table)
    lengths = np.array([0, *(least_length(rule) for rule in rules)], np.int32)
    return Tokenizer(
        Tables(**tables, least_lengths=lengths),
        rules,
        _packed(arrays, "boundaries"),
        _packed(arrays, "splits"),
        header["training"],
    )


def _packed(arrays: dict[str, Any], name: str) -> PackedWeights:
    return PackedWeights(**{field: arrays[f"{name}.{field}"] for field in PackedWeights._fields})


def _checked_rules(values: Any) -> list[Rule]:
    """The rules of a header, if none of them can reach outside of a token or give empty words."""
    if len(values) > MOST_RULES:
        raise ModelError(f"it has more than {MOST_RULES} rules")
    rules: list[Rule] = []
    for value in values:
        rule = tuple(Piece(*piece) for piece in value)
        sound = 1 < len(rule) <= _LONGEST_PIECE and all(
            type(piece.start) is int
            and type(piece.end) is int
            and isinstance(piece.letters, str)
            and 0 <= piece.end <= _LONGEST_PIECE
            and len(piece.letters) <= _LONGEST_PIECE
            and (piece.start == -1 if i == 0 else piece.end <= piece.start <= _LONGEST_PIECE)
            and (i == 0 or piece.start > piece.end or piece.letters)
            and set("\t\n\r").isdisjoint(piece.letters)
            for i, piece in enumerate(rule)
        )
        if not sound:
            raise ModelError("a rule of splitting makes no sense")
        for piece in rule:
            piece.letters.encode()  # what is not Unicode is a ValueError
        rules.append(rule)
    return rules
