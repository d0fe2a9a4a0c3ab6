"""The sentences of a file, wherever the way from text to trees begins."""

import os
import re
import select
from collections.abc import Callable, Iterable, Iterator
from io import UnsupportedOperation
from pathlib import PurePath
from stat import S_ISREG
from typing import TYPE_CHECKING, BinaryIO

from dodona.errors import TextError, TreebankError
from dodona.keywords import complete
from dodona.options import InputFormat, ReadingOptions
from dodona.pipeline.pipeline import Pipeline
from dodona.tokenizer.decoding import LONG_PAUSE, SHORT_PAUSE, Errors, Pause
from dodona.tokenizer.vertical import read_vertical
from dodona.treebank.conllu import Reader
from dodona.treebank.sentence import Sentence
from dodona.treebank.streams import open_input, peek_block, read_block

if TYPE_CHECKING:
    from typing_extensions import Unpack

_BLOCK = 1 << 16
_PEEK = 1 << 12
_LEAST_COLUMNS = 8
_COMMENT = re.compile(rb"#\s*(newdoc|newpar)\b|#\s*(sent_id|text|global\.columns)\s*=")


class Input:
    """A file to parse: raw text, a sentence or a token a line, or a treebank.

    What it holds (``input``) is guessed if it is not said: a file whose name says CoNLL, or that
    begins with a comment or with columns of CoNLL, is a treebank; all else is text, if there is a
    tokeniser to read it. With ``partial`` only some words of a treebank may have heads.
    ``progress`` hears how many bytes of the (unpacked) file were read.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        pipeline: Pipeline,
        *,
        partial: bool = False,
        progress: Callable[[int], object] = lambda size: None,
        **options: "Unpack[ReadingOptions]",
    ) -> None:
        chosen = complete(ReadingOptions, options)
        self.path = path
        self.invalid: list[TreebankError] = []
        self._pipeline = pipeline
        self._partial = partial
        self._options = chosen
        self._errors: Errors = "replace" if chosen["replace_bytes"] else "strict"
        self._progress = progress
        standard = os.fspath(path) == "-"
        self._name = "standard input" if standard else os.fspath(path)
        # A name that is not UTF-8 is no text until its odd bytes are replaced.
        name = os.fsencode(PurePath(path).name).decode(errors="replace")
        self._document = None if standard else name

    def batches(self, first_number: int = 1) -> Iterator[list[Sentence]]:
        """The sentences in lists, each as soon as its stretch of the file is read.

        Those of a text are numbered from ``first_number`` on.
        """
        with open_input(self.path) as stream:
            chosen = self._options["input"] or self._guess(stream)
            if chosen == "conllu":
                yield from self._sentences(stream)
            elif chosen == "vertical":
                yield from read_vertical(
                    self._blocks(stream),
                    source=self._name,
                    document=self._document,
                    first_number=first_number,
                    errors=self._errors,
                )
            else:
                yield from self._pipeline.part("tokenizer").tokenize(
                    self._blocks_and_pauses(stream),
                    sentence_a_line=chosen == "lines",
                    ranges=self._options["ranges"],
                    source=self._name,
                    document=self._document,
                    first_number=first_number,
                    errors=self._errors,
                )

    def _sentences(self, stream: BinaryIO) -> Iterator[list[Sentence]]:
        """The sentences of a treebank; errors name the option that may help."""
        reader = Reader(
            stream,
            skip_invalid=self._options["skip_invalid"],
            partial=self._partial,
            name=self._name,
            progress=self._progress,
        )
        self.invalid = reader.invalid
        remedy = "if this is no treebank, `input` says what it is"
        try:
            for batch in reader.batches():
                remedy = "`skip_invalid=True` passes over such sentences"
                yield batch
        except TreebankError as error:
            if not error.line:
                raise
            message = f"{error.message}; {remedy}"
            raise TreebankError(message, error.source, error.line, error.sentence) from None

    def _guess(self, stream: BinaryIO) -> InputFormat:
        if ".conll" in (self._document or "").lower():
            return "conllu"
        begin = peek_block(stream, _PEEK, self._name).removeprefix(b"\xef\xbb\xbf")
        if _looks_like_treebank(begin):
            return "conllu"
        if self._pipeline.tokenizer is not None:
            return "text"
        if not begin:
            return "conllu"
        raise TextError(
            "this looks like text, and the model has no tokenizer, only "
            f"{', '.join(self._pipeline.parts)}: take a model that has one, such as en, or train "
            "one with `train_pipeline`; if this is a treebank, say `input=conllu`",
            self._name,
            1,
        )

    def _blocks(self, stream: BinaryIO) -> Iterator[bytes]:
        while block := read_block(stream, _BLOCK, self._name):
            self._progress(len(block))
            yield block

    def _blocks_and_pauses(self, stream: BinaryIO) -> Iterator[bytes | Pause]:
        """The blocks, and of a pipe the pauses between them; only there can a writer pause."""
        if not hasattr(select, "poll") or not _is_pipe(stream):
            yield from self._blocks(stream)
            return
        poll = select.poll()
        poll.register(stream, select.POLLIN)
        # As a block is larger than the stream's own buffer, nothing is left there after a block.
        for block in self._blocks(stream):
            yield block
            waited = 0.0
            for pause in (0.0, SHORT_PAUSE, LONG_PAUSE):
                if poll.poll(1000 * (pause - waited)):
                    break
                waited = pause
                yield Pause(pause)


def _is_pipe(stream: BinaryIO) -> bool:
    """Whether a stream is no file on a disk, and is not unpacked on its way."""
    try:
        return not S_ISREG(os.fstat(stream.fileno()).st_mode)
    except UnsupportedOperation:
        return False


def all_batches(inputs: Iterable[Input]) -> Iterator[list[Sentence]]:
    """The sentences of several files, in lists; those of texts are numbered through."""
    number = 1
    for each in inputs:
        for batch in each.batches(number):
            number += len(batch)
            yield batch


def _looks_like_treebank(begin: bytes) -> bool:
    """Whether the beginning of a file is a comment of CoNLL-U, or has the columns of CoNLL."""
    for line in begin.splitlines():
        if _COMMENT.match(line):  # its words may lie beyond what can be seen yet
            return True
        if line and not line.startswith(b"#"):
            columns = line.split(b"\t")
            return len(columns) >= _LEAST_COLUMNS and columns[0][:1].isdigit()
    return False
