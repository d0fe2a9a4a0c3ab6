"""Reading and writing treebank files in CoNLL-U and CoNLL-X, one stretch at a time."""

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO, Literal

from dodona.errors import TreebankError
from dodona.treebank.arguments import check_stream, checked_sentences
from dodona.treebank.scanner import Scanner
from dodona.treebank.sentence import Sentence
from dodona.treebank.streams import open_input, open_output, read_block
from dodona.treebank.utf8 import find_bad_byte

Format = Literal["conllu", "conllx"]

Source = str | os.PathLike[str] | Iterable[Sentence]
"""A treebank: a path, or sentences."""

BLOCK_SIZE = 1 << 18
_LONGEST_SENTENCE = 1 << 28
_MOST_BLANK = 1 << 20
_BLANK_LINE = (b"\n\n", b"\n\r\n")
_NO_CONTENT = b"\r\n\xef\xbb\xbf"
_UNIVERSAL_TAGS = {
    "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN",
    "PUNCT", "SCONJ", "SYM", "VERB", "X", "_",
}  # fmt: skip


class TreebankWarning(UserWarning):
    """Something in a treebank file that was read all the same."""


class Reader:
    """The sentences of a treebank file, read as they are asked for.

    Iterate over it once, or as often as need be if it `is_file`; `batches` gives the sentences in
    lists instead, a list for each stretch of the file, as soon as the stretch is there. A bad
    sentence raises `TreebankError`; with ``skip_invalid`` it is passed over and its error is kept
    in ``invalid``. With ``partial`` some words of a sentence may have a head and others none.
    ``progress`` hears how many bytes of the (unpacked) file were read.
    """

    def __init__(
        self,
        source: str | os.PathLike[str] | BinaryIO,
        *,
        skip_invalid: bool = False,
        partial: bool = False,
        name: str | None = None,
        progress: Callable[[int], object] = lambda size: None,
    ) -> None:
        if not isinstance(source, str | os.PathLike):
            check_stream(source, "read")
        self._source = source
        self._progress = progress
        self._skip_invalid = skip_invalid
        self._partial = partial
        self.name = name or _name_of(source)
        self.invalid: list[TreebankError] = []
        self.format: Format | None = _format_by_name(self.name)
        self._warned: set[str] = set()

    @property
    def is_file(self) -> bool:
        """Whether this is a file that can be read again, and no pipe."""
        return isinstance(self._source, (str, os.PathLike)) and os.path.isfile(self._source)

    def __iter__(self) -> Iterator[Sentence]:
        for batch in self.batches():
            yield from batch

    def batches(self) -> Iterator[list[Sentence]]:
        """The sentences in lists, each as soon as its stretch of the file is read."""
        if isinstance(self._source, (str, os.PathLike)):
            with open_input(self._source) as stream:
                yield from self._batches(stream)
        else:
            yield from self._batches(self._source)

    def _batches(self, stream: BinaryIO) -> Iterator[list[Sentence]]:
        line = 1
        found = False
        self.invalid.clear()
        for block in self._blocks(stream):
            scanner = Scanner(block, self.name, line, find_bad_byte(block) >= 0, self._partial)
            sentences = self._scan(scanner)
            line = scanner.line
            if sentences:
                self.format = self.format or _format_by_content(sentences[0])
                found = True
                yield sentences
        if not found and not self.invalid:
            raise TreebankError("the file holds no sentences", self.name)

    def _scan(self, scanner: Scanner) -> list[Sentence]:
        sentences = []
        while True:
            try:
                sentence = scanner.scan()
            except TreebankError as error:
                if not self._skip_invalid:
                    raise
                self.invalid.append(error.with_traceback(None))  # it would keep the block
                scanner.skip()
                continue
            if sentence is None:
                break
            sentences.append(sentence)
        if scanner.saw_byte_order_mark:
            self._warn("the file has a byte-order mark")
        if scanner.saw_carriage_return:
            self._warn("the file has Windows line ends (CR LF)")
        if scanner.saw_open_end:
            self._warn("the last sentence lacks the blank line after it")
        return sentences

    def _blocks(self, stream: BinaryIO) -> Iterator[bytes]:
        """The file in stretches that end where a sentence does.

        A sentence that a pipe has delivered is given out at once. A regular file has no such
        hurry: there the last sentence waits for the blank lines that may still follow it. Of
        blank lines without end only those of a megabyte are kept.
        """
        wait = stream.seekable()
        rest = bytearray()
        begin = blank = 0  # where the first sentence begins; how many bytes of blank lines are last
        while chunk := read_block(stream, BLOCK_SIZE, self.name):
            self._progress(len(chunk))
            if begin == len(rest):
                begin += len(chunk) - len(chunk.lstrip(_NO_CONTENT))
            seen = max(0, len(rest) - 4)  # where a boundary may begin that was not there before
            rest += chunk
            unseen = rest[seen:]
            content = len(unseen.rstrip(b"\r\n"))
            blank = len(unseen) - content if content else blank + len(chunk)
            if blank > _MOST_BLANK:
                cut = _last_blank_line(unseen, len(unseen))
            else:
                cut = _last_boundary(unseen, wait)
            if cut and (begin < seen + cut or blank > _MOST_BLANK):
                if begin >= seen + cut:
                    self._warn("a megabyte of blank lines and more is not kept in full")
                block = bytes(rest[: seen + cut])
                del rest[: seen + cut]
                begin = len(rest) - len(rest.lstrip(_NO_CONTENT))
                blank = min(blank, len(rest))
                yield block
            elif len(rest) > _LONGEST_SENTENCE:
                raise TreebankError("there is no blank line in 256 megabytes", self.name)
        if rest:
            yield bytes(rest)

    def _warn(self, message: str) -> None:
        if message not in self._warned:
            self._warned.add(message)
            warnings.warn(f"{self.name}: {message}", TreebankWarning, stacklevel=2)


def read_conllu(
    source: str | os.PathLike[str] | BinaryIO,
    *,
    skip_invalid: bool = False,
    partial: bool = False,
) -> Reader:
    """Read a treebank file in CoNLL-U or CoNLL-X: a path, ``"-"`` or a stream of bytes.

    >>> for sentence in read_conllu("train.conllu"):            # doctest: +SKIP
    ...     print(sentence.sent_id, sentence.forms, sentence.heads)

    The file is read as the sentences are asked for, so its size does not matter. A bad sentence
    raises `TreebankError` with its file and line; with ``skip_invalid`` it is passed over, and
    the reader's ``invalid`` lists the errors. With ``partial`` HEAD may be `_` for some words of a
    sentence.
    """
    return Reader(source, skip_invalid=skip_invalid, partial=partial)


def read_source(source: Source, *, partial: bool = False) -> Reader | Iterable[Sentence]:
    """The sentences of a path, ``partial`` as in `read_conllu`, or the sentences themselves."""
    if isinstance(source, str | os.PathLike):
        return read_conllu(source, partial=partial)
    return source if isinstance(source, Reader) else checked_sentences(source)


def write_conllu(
    sentences: Iterable[Sentence], destination: str | os.PathLike[str] | BinaryIO
) -> None:
    """Write sentences to a path (whole or not at all), to ``"-"`` or to a stream of bytes."""
    if isinstance(destination, (str, os.PathLike)):
        with open_output(destination) as stream:
            stream.writelines(_apart(sentences))
    else:
        check_stream(destination, "write")
        destination.writelines(_apart(sentences))


def _apart(sentences: Iterable[Sentence]) -> Iterator[bytes]:
    """The sentences as they stand in a file, and a blank line where one would run into the next."""
    gap = b""
    for sentence in checked_sentences(sentences):
        raw = sentence.raw
        yield gap + raw if gap else raw
        gap = gap_after(raw)


def gap_after(data: bytes) -> bytes:
    """What is missing where one file ends without a blank line and another one follows."""
    if data.endswith(_BLANK_LINE):
        return b""
    return b"\n" if data.endswith((b"\n", b"\n\r")) else b"\n\n"


def _last_boundary(data: bytearray, wait: bool) -> int:
    """Where the last sentence that is surely complete ends; 0 if none is."""
    if not wait and data.endswith(_BLANK_LINE):
        return len(data)
    return _last_blank_line(data, len(data.rstrip(b"\r\n")))


def _last_blank_line(data: bytearray, end: int) -> int:
    """What comes after the last blank line before ``end``; 0 if there is none."""
    unix = data.rfind(b"\n\n", 0, end)
    windows = data.rfind(b"\n\r\n", 0, end)
    return max(unix + 2 if unix >= 0 else 0, windows + 3 if windows >= 0 else 0)


def _name_of(source: str | os.PathLike[str] | BinaryIO) -> str:
    if isinstance(source, (str, os.PathLike)):
        return "standard input" if os.fspath(source) == "-" else os.fspath(source)
    if source is getattr(sys.stdin, "buffer", None):
        return "standard input"
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "stream"


def format_of(source: Iterable[Sentence], sentences: Sequence[Sentence]) -> Format:
    """The format of sentences that were read from a source."""
    if isinstance(source, Reader) and source.format is not None:
        return source.format
    by_name = _format_by_name(sentences[0].source) if sentences else None
    return by_name or (_format_by_content(sentences[0]) if sentences else "conllu")


def _format_by_name(name: str) -> Format | None:
    base = os.path.basename(name).lower()
    return "conllu" if ".conllu" in base else "conllx" if ".conllx" in base else None


def _format_by_content(sentence: Sentence) -> Format:
    """CoNLL-U if the sentence has comments or only universal tags, else CoNLL-X."""
    universal = _UNIVERSAL_TAGS.issuperset(sentence.upos)
    return "conllu" if sentence.comments or universal else "conllx"
