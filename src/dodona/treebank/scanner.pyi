'Takes a stretch of a treebank file apart into sentences, and says what is wrong with it.\n\nThe rules are those of CoNLL-U, of which CoNLL-X is the part without comments, multiword tokens and\nempty nodes. HEAD is either `_` for all words of a sentence or a tree; or, if asked for ``partial``\nones, `_` for some words and part of a tree.'
from dodona.treebank.lines import Lines
from dodona.treebank.sentence import Sentence
from dodona.errors import ArgumentError, TreebankError
from dodona.treebank.sentence import Sentence
from dodona.wording import counted
class Scanner(Lines):
    """Reads ``data``, which begins in line ``line`` of ``source``, sentence by sentence.

    ``data`` should end where a sentence does. ``check_utf8`` is for data that is known to hold
    bytes that are not UTF-8, to find the sentence they are in. After an error the scanner still
    stands at the beginning of the bad sentence, and `skip` goes on to the next one.
    """

    @property
    def saw_byte_order_mark(self) -> bool:
        ...

    @property
    def saw_carriage_return(self) -> bool:
        ...

    @property
    def saw_open_end(self) -> bool:
        ...

    def __init__(self, data: bytes, source: str='', line: int=1, check_utf8: bool=False, partial: bool=False) -> None:
        ...

    def at_end(self) -> bool:
        """Whether nothing is left to read."""
        ...

    def scan(self) -> Sentence | None:
        """The next sentence, or None at the end. Raises `TreebankError` for a bad one."""
        ...

    def skip(self) -> None:
        """Pass over the sentence that `scan` could not read."""
        ...
    ...
def scan_one(text: str | bytes, partial: bool=False) -> Sentence:
    """The one sentence that ``text`` holds."""
    ...
