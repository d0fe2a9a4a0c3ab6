"""What commands say on standard error, so that standard output holds nothing but results."""

import sys
from typing import TextIO

from dodona.errors import TreebankError


def say(message: str) -> None:
    """Tell the user something."""
    print(message, file=sys.stderr, flush=True)


def show_error(message: str) -> None:
    say(f"dodona: error: {message}")


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Takes the place of `warnings.showwarning`: the message without the line of code."""
    say(f"dodona: warning: {message}")


def report_skipped(errors: list[TreebankError]) -> None:
    """Name the sentences that were passed over, and count them."""
    for error in errors:
        say(f"dodona: skipped: {error}")
    if errors:
        say(f"dodona: warning: {len(errors)} invalid sentence{'s' * (len(errors) > 1)} skipped")
