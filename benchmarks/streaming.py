"""Memory of `dodona parse` while a long stream goes through it."""

import os
import subprocess
import time
from pathlib import Path

from bench import Bench, Skipped, progress
from process import dodona_command
from table import Row, Section, at_most
from training import train

_EARLY_SHARE = 0.05
_TELL_EVERY = 200e6


def measure(bench: Bench) -> Section:
    """Feed a treebank to the command over and over, and watch how large it is."""
    model = train(bench, bench.seeds[0]).model
    return Section(stream_rows(model, bench.dev.read_bytes(), bench.stream_megabytes, "a stream"))


def stream_rows(model: Path, data: bytes, megabytes: int, what: str) -> list[Row]:
    """The memory of `dodona parse` while so much of the data goes through it."""
    if not Path("/proc/self/statm").exists():
        raise Skipped("memory of a running process is read from /proc, which is not there")
    sizes: list[tuple[int, int]] = []
    start = time.perf_counter()
    with subprocess.Popen(
        dodona_command("parse", model, "-"), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None
        fed = told = 0
        while fed < megabytes * 1e6:
            process.stdin.write(data)
            fed += len(data)
            sizes.append((fed, resident_bytes(process.pid)))
            if fed - told > _TELL_EVERY:
                told = fed
                progress(f"{fed / 1e6:.0f} MB through `dodona parse`, {sizes[-1][1] / 1e6:.0f} MB")
        process.stdin.close()
    seconds = time.perf_counter() - start
    if process.returncode:
        raise RuntimeError(f"dodona parse ended with {process.returncode}")
    early = max(size for position, size in sizes if position <= _EARLY_SHARE * fed)
    largest = max(size for _, size in sizes)
    stream = f"{what} of {fed / 1e6:.0f} MB"
    first = f"in the first {_EARLY_SHARE * fed / 1e6:.0f} MB"
    growth = 100 * (largest - early) / early
    return [
        Row(f"memory of `dodona parse` {first} of {stream}", f"{early / 1e6:.1f} MB"),
        Row("the same, largest in the whole of it", f"{largest / 1e6:.1f} MB"),
        at_most("growth after that", growth, 10, "{:.1f} %"),
        Row(f"{stream} through `dodona parse`", f"{fed / seconds / 1e6:.1f} MB/s"),
    ]


def resident_bytes(pid: int) -> int:
    """The memory that a process has at this moment."""
    resident = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(resident) * os.sysconf("SC_PAGE_SIZE")
