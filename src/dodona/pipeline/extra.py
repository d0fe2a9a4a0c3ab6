"""Reading trees made by machine, of which there may be many: a stretch at a time."""

from collections.abc import Iterator
from itertools import chain

from dodona.threads import in_batches
from dodona.treebank.conllu import Reader, Source, read_source
from dodona.treebank.sentence import Sentence


def read_stretches(source: Source) -> Iterator[list[Sentence]]:
    """The sentences of a source, in lists.

    The first list is read at once, so that a file that is not there, or that is no treebank, is
    noticed before other work begins.
    """
    reader = read_source(source)
    stretches = reader.batches() if isinstance(reader, Reader) else in_batches(reader)
    return chain([next(stretches, [])], stretches)
