"""What may stand in a column of a treebank: the one place where it is said.

A treebank that is read may hold more than one that is written should: a reader takes whatever
leaves the columns apart (`fits_column`), and what a model or a program invents keeps to what the
format asks for (`is_proper`).
"""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dodona.errors import TreebankError

if TYPE_CHECKING:
    from dodona.treebank.sentence import Sentence

# Half of a surrogate pair cannot be written in UTF-8.
_FITTING = re.compile(r"[^\t\n\r\ud800-\udfff]+")

_CONTROLS = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_WITHOUT_SPACES = re.compile(rf"[^\s{_CONTROLS}]+")
_WITH_SPACES = re.compile(rf"[^\s{_CONTROLS}](?:[^{_CONTROLS}]*[^\s{_CONTROLS}])?")


def fits_column(value: object) -> bool:
    """Whether a value is text that is still the same when it is written to a column and read."""
    return isinstance(value, str) and _FITTING.fullmatch(value) is not None


def is_proper(value: str, *, spaces: bool = False) -> bool:
    """Whether a value is one that CoNLL-U allows: without white space and control characters.

    With ``spaces`` it may have spaces inside, but not around it: so it is in FORM and LEMMA.
    """
    return (_WITH_SPACES if spaces else _WITHOUT_SPACES).fullmatch(value) is not None


def check_proper(sentences: Iterable["Sentence"], columns: Sequence[str]) -> None:
    """Raise `TreebankError` for a value that a model could learn, but that CoNLL-U does not allow.

    The columns are attributes of sentences, such as ``deprels``.
    """
    known: set[str] = set()
    for sentence in sentences:
        for column in columns:
            for value in set(getattr(sentence, column)) - known:
                if not is_proper(value):
                    name = f"sentence {sentence.sent_id}" if sentence.sent_id else ""
                    raise TreebankError(
                        f"there is white space or a control character in {value!r}, which neither "
                        "a label nor a tag can have: change it, such as to _",
                        sentence.source,
                        sentence.line,
                        name,
                    )
                known.add(value)
