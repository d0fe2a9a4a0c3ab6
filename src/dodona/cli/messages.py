"""What commands say on standard error, so that standard output holds nothing but results.

Everything that is made to be read by people, here and there, goes through `say`, `show` or
`show_json`, which let nothing reach a terminal that could steer it.

A file that cannot be read is something that went wrong, like one that is missing, and no wrong
call: so Click does not check the arguments that name files.
"""

import errno
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

import click

from dodona.cli.flags import in_shell
from dodona.errors import TreebankError
from dodona.printable import printable, printable_json, printable_lines
from dodona.wording import counted

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def say(message: str) -> None:
    """Tell the user something, in one line."""
    print(printable(message), file=sys.stderr, flush=True)


def show(text: str) -> None:
    """Print a result that is for people."""
    click.echo(printable_lines(text))


def show_json(data: Any) -> None:
    """Print a result that is for programs, and perhaps for people too."""
    click.echo(printable_json(data))


def show_error(error: Exception | str) -> None:
    """Tell what went wrong; of the operating system's errors, with which file."""
    if isinstance(error, OSError) and error.strerror:
        # All files that are written name themselves in their errors.
        unnamed = "standard output" if error.errno in _FULL else None
        name = error.filename or unnamed
        error = f"{name}: {error.strerror}" if name else error.strerror
    say(f"dodona: error: {in_shell(str(error))}")


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Takes the place of `warnings.showwarning`: the message without the line of code."""
    say(f"dodona: warning: {in_shell(str(message))}")


def check_inputs(paths: Sequence[Path]) -> None:
    """See to it that standard input is read once at most, and that nobody waits for nothing."""
    if paths.count(Path("-")) > 1:
        raise click.UsageError("standard input (-) can be read only once")
    if Path("-") in paths and sys.stdin is not None and sys.stdin.isatty():
        say("reading from standard input")


def report_skipped(errors: list[TreebankError]) -> None:
    """Name the sentences that were passed over, and count them."""
    for error in errors:
        say(f"dodona: skipped: {in_shell(str(error))}")
    if errors:
        say(f"dodona: warning: {counted(len(errors), 'invalid sentence')} skipped")
