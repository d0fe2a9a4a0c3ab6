"""How a command ends when a signal stops it: nothing is left half done, and the shell can tell."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


class Terminated(BaseException):
    """SIGTERM has come, as `KeyboardInterrupt` says that SIGINT has."""


@contextmanager
def termination_raised() -> Iterator[None]:
    """Let SIGTERM raise `Terminated`, so that unfinished files are removed on the way out."""
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _raise_terminated)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _raise_terminated(number: int, frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # another one must not disturb the cleaning up
    raise Terminated


def end_by(number: signal.Signals) -> NoReturn:
    """End as a signal ends a process: shells show 128 + its number, and stop a loop at SIGINT."""
    if sys.platform != "win32":
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    sys.exit(128 + number)  # on Windows, and as the first process of a container, which lives on
