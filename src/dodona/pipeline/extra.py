"""Trees made by machine, of which there may be many: read a stretch at a time."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from dodona.threads import in_batches
from dodona.treebank.conllu import Reader, Source, read_source
from dodona.treebank.sentence import Sentence


class ExtraSentences:
    """The sentences of a source in lists, once, or as often as they are asked for.

    A file is read anew each time, so that its size does not matter; what comes from a pipe, or from
    an iterator, is kept where it is needed more than ``once``. The first list is read at once, so
    that a file that is not there, or that is no treebank, is noticed before other work begins.
    ``change`` is applied to each list.
    """

    change: Callable[[list[Sentence]], list[Sentence]] = staticmethod(lambda sentences: sentences)

    def __init__(self, source: Source, *, once: bool) -> None:
        self._source = source
        stretches = self._read()
        self._begun: Iterator[list[Sentence]] | None = chain([next(stretches, [])], stretches)
        self._kept: list[list[Sentence]] | None = None
        if not once and not _can_be_read_again(source):
            self._kept = list(self._begun)

    def __iter__(self) -> Iterator[list[Sentence]]:
        begun, self._begun = self._begun, None
        stretches = self._kept if self._kept is not None else begun or self._read()
        return map(self.change, stretches)

    def _read(self) -> Iterator[list[Sentence]]:
        reader = read_source(self._source, partial=True)
        return reader.batches() if isinstance(reader, Reader) else in_batches(reader)


def _can_be_read_again(source: Source) -> bool:
    reader = read_source(source)
    return reader.is_file if isinstance(reader, Reader) else isinstance(source, Sequence)
