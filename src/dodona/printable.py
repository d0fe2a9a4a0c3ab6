"""Text that is safe to be shown: what would steer or garble a terminal appears as an escape.

These are control characters (those of ESC sequences among them), separators of lines, halves of
surrogate pairs and overrides of the writing direction. All that people are shown and that somebody
else may have written goes through here: ids of sentences, labels, names of files, licences.
"""

import json
import re
from typing import Any

_GARBLES = "\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff"
_ANYWHERE = re.compile(f"[{_GARBLES}]")
_NOT_FOR_PAGES = re.compile(f"[{_GARBLES}\ufffe\uffff]")  # the last two may not stand in XML
_WITHIN_LINES = re.compile(f"(?!\n)[{_GARBLES}]")


def printable(text: str) -> str:
    r"""A text as one line.

    >>> print(printable("\x1b[31mred"))
    \x1b[31mred
    """
    return _ANYWHERE.sub(_escaped, text)


def blotted(text: str, sign: str) -> str:
    """A text for a page, with a sign in the place of each character that would garble it."""
    return _NOT_FOR_PAGES.sub(sign, text)


def shortened(text: str, most: int) -> str:
    """The beginning of a text, as one line of at most so many characters."""
    # An escape is no shorter than what it stands for.
    line = printable(text[: most + 1])
    return line if len(line) <= most else f"{line[: most - 1]}…"


def printable_lines(text: str) -> str:
    """A text of several lines, which stay lines."""
    return _WITHIN_LINES.sub(_escaped, text)


def printable_json(data: Any) -> str:
    """Data as JSON that says the same to a program and is safe to be looked at."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    return _WITHIN_LINES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _escaped(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
