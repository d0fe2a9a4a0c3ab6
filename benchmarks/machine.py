"""What the machine is and how fast its memory is, so that two runs can be compared."""

import os
import platform
import re
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from bench import Bench
from cores import all_cores
from table import Row, Section
from timing import best_times

from dodona.experiments.machine import with_cores

_LINES = 1 << 20  # cache lines of 64 bytes: an array of 64 MB
_WORDS_A_LINE = 8
_COMPILERS = re.compile(rb"GCC: \([^)]*\) [\d.]+|clang version [\d.]+")


def measure(bench: Bench) -> Section:
    """Random reads of cache lines, and a copy from front to back."""
    array = np.arange(_LINES * _WORDS_A_LINE, dtype=np.int64)
    lines = np.random.default_rng(1).permutation(_LINES) * _WORDS_A_LINE
    found = np.empty(_LINES, dtype=np.int64)
    copy = np.empty_like(array)
    times = best_times(
        {
            "random reads": lambda: np.take(array, lines, out=found, mode="clip"),
            "copy": lambda: np.copyto(copy, array),
        },
        rounds=20,
    )
    reads = len(lines) / times["random reads"] / 1e6
    bandwidth = 2 * array.nbytes / times["copy"] / 1e9
    return Section(
        [
            Row("random reads of 64-byte lines in 64 MB (numpy take)", f"{reads:.0f} million/s"),
            Row("copying 64 MB (read + written)", f"{bandwidth:.1f} GB/s"),
        ]
    )


def description() -> dict[str, str]:
    """Processor, memory, system, Python and compiler, as far as they can be known."""
    with all_cores() as cores:
        processor = with_cores(cores)
    facts = {
        "processor": processor,
        "memory": _memory(),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": platform.python_version(),
        "compiler of the core": _compiler(),
    }
    return {name: fact for name, fact in facts.items() if fact}


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return ""
    return f"{size / 2**30:.0f} GB"


def _compiler() -> str:
    """The compiler that left its name in the compiled core."""
    core = find_spec("dodona.parser.greedy")
    if core is None or core.origin is None:
        return ""
    if core.origin.endswith(".py"):
        return "none: the core runs uncompiled"
    found = _COMPILERS.search(Path(core.origin).read_bytes())
    return found.group().decode() if found else ""
