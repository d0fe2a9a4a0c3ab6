"""What commands say on standard error, so that standard output holds nothing but results.

A file that cannot be read is something that went wrong, like one that is missing, and no wrong
call: arguments are therefore declared with ``readable=False``, which keeps Typer from checking.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import typer

from dodona.errors import TreebankError


def say(message: str) -> None:
    """Tell the user something."""
    print(message, file=sys.stderr, flush=True)


def show_error(error: Exception | str) -> None:
    """Tell what went wrong; of the operating system's errors, with which file."""
    if isinstance(error, OSError) and error.strerror:
        error = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    say(f"dodona: error: {error}")


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


def check_inputs(paths: Sequence[Path]) -> None:
    """See to it that standard input is read once at most, and that nobody waits for nothing."""
    if paths.count(Path("-")) > 1:
        raise typer.BadParameter("standard input (-) can be read only once")
    if Path("-") in paths and sys.stdin is not None and sys.stdin.isatty():
        say("reading from standard input")


def report_skipped(errors: list[TreebankError]) -> None:
    """Name the sentences that were passed over, and count them."""
    for error in errors:
        say(f"dodona: skipped: {error}")
    if errors:
        say(f"dodona: warning: {len(errors)} invalid sentence{'s' * (len(errors) > 1)} skipped")
