"""The sentences of a file, wherever the way from text to trees begins."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import BinaryIO, Literal

from dodona.errors import TreebankError
from dodona.pipeline.pipeline import Pipeline
from dodona.tokenizing.decoding import Errors
from dodona.tokenizing.tokenizer import Ranges
from dodona.tokenizing.vertical import read_vertical
from dodona.treebank.conllu import Reader
from dodona.treebank.sentence import Sentence
from dodona.treebank.streams import open_input, peek_block, read_block

InputFormat = Literal["text", "lines", "vertical", "conllu"]

_BLOCK = 1 << 16
_PEEK = 1 << 12
_LEAST_COLUMNS = 8
_COMMENT = re.compile(rb"#\s*(newdoc|newpar)\b|#\s*(sent_id|text|global\.columns)\s*=")


class Input:
    """A file to parse: raw text, a sentence or a token a line, or a treebank.

    ``input_format`` is guessed if it is not given: a file whose name says CoNLL, or that begins
    with a comment or with columns of CoNLL, is a treebank; all else is text, if there is a
    tokeniser to read it. ``progress`` hears how many bytes of the (unpacked) file were read.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        pipeline: Pipeline,
        input_format: InputFormat | None = None,
        *,
        ranges: Ranges | None = None,
        errors: Errors = "strict",
        skip_invalid: bool = False,
        progress: Callable[[int], object] = lambda size: None,
    ) -> None:
        self.path = path
        self.invalid: list[TreebankError] = []
        self._pipeline = pipeline
        self._format = input_format
        self._ranges = ranges
        self._errors = errors
        self._skip_invalid = skip_invalid
        self._progress = progress
        standard = os.fspath(path) == "-"
        self._name = "standard input" if standard else os.fspath(path)
        self._document = None if standard else PurePath(path).name

    def batches(self) -> Iterator[list[Sentence]]:
        """The sentences in lists, each as soon as its stretch of the file is read."""
        with open_input(self.path) as stream:
            chosen = self._format or self._guess(stream)
            if chosen == "conllu":
                reader = Reader(
                    stream,
                    skip_invalid=self._skip_invalid,
                    name=self._name,
                    progress=self._progress,
                )
                self.invalid = reader.invalid
                yield from reader.batches()
            elif chosen == "vertical":
                yield from read_vertical(
                    self._blocks(stream),
                    source=self._name,
                    document=self._document,
                    errors=self._errors,
                )
            else:
                yield from self._pipeline.part("tokenizer").tokenize(
                    self._blocks(stream),
                    sentence_a_line=chosen == "lines",
                    ranges=self._ranges,
                    source=self._name,
                    document=self._document,
                    errors=self._errors,
                )

    def _guess(self, stream: BinaryIO) -> InputFormat:
        if self._pipeline.tokenizer is None or ".conll" in (self._document or "").lower():
            return "conllu"
        begin = peek_block(stream, _PEEK, self._name)
        for line in begin.removeprefix(b"\xef\xbb\xbf").splitlines():
            if _COMMENT.match(line):  # its words may lie beyond what can be seen yet
                return "conllu"
            if line and not line.startswith(b"#"):
                columns = line.split(b"\t")
                is_treebank = len(columns) >= _LEAST_COLUMNS and columns[0][:1].isdigit()
                return "conllu" if is_treebank else "text"
        return "text"

    def _blocks(self, stream: BinaryIO) -> Iterator[bytes]:
        while block := read_block(stream, _BLOCK, self._name):
            self._progress(len(block))
            yield block
