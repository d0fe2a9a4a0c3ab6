"""Running commands as processes: how long they take and how much memory.

The memory that the system reports for a process is at least that of the process that started it.
So this file is also a programme, a small one, that starts a command and measures it.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Usage:
    """What a process needed; its peak memory in bytes is None where the system does not tell."""

    seconds: float
    peak_memory: int | None


def dodona_command(*arguments: str | os.PathLike[str]) -> list[str]:
    """The `dodona` command of this Python."""
    script = Path(sys.executable).with_name("dodona")
    start = [str(script)] if script.is_file() else [sys.executable, "-m", "dodona"]
    return start + [os.fspath(argument) for argument in arguments]


def run(command: Sequence[str], given: bytes | None = None) -> bytes:
    """Run a command and give its output; if it fails, an error with what it said."""
    done = subprocess.run(command, input=given, capture_output=True)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip()
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {said}")
    return done.stdout


def run_measured(command: Sequence[str]) -> Usage:
    """Run a command from a process that is smaller than any it measures."""
    return Usage(**json.loads(run([sys.executable, "-I", "-S", __file__, *command])))


def _measure(command: list[str]) -> int:
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    if hasattr(os, "wait4"):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    else:
        process.wait()
        peak = None
    print(json.dumps({"seconds": time.perf_counter() - start, "peak_memory": peak}))
    return process.returncode


if __name__ == "__main__":
    sys.exit(_measure(sys.argv[1:]))
