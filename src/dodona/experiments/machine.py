"""What machine this is, so that times can be judged."""

import os
import platform
import re
from pathlib import Path


def processor() -> str:
    """The name of the processor, as far as it can be known."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    fields = dict(re.split(r"\s*:\s*", line, maxsplit=1) for line in lines if ":" in line)
    name = fields.get("model name", platform.processor() or "unknown")
    numbers = [f"{key} {fields[key]}" for key in ("cpu family", "model") if key in fields]
    return f"{name} ({', '.join(numbers)})" if numbers else name


def available_cores() -> set[int]:
    """The cores that this process may run on now."""
    if hasattr(os, "sched_getaffinity"):
        return os.sched_getaffinity(0)
    return set(range(os.cpu_count() or 1))


def with_cores(cores: int) -> str:
    """The processor with its number of cores."""
    return f"{processor()}, {cores} core{'s' * (cores > 1)}"
