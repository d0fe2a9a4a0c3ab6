"""A folder for the files of cases, in memory where there is such a place."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

_MEMORY = "/dev/shm"


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    fast = _MEMORY if os.access(_MEMORY, os.W_OK) else None
    return tempfile.TemporaryDirectory(prefix="dodona-fuzz-", dir=fast)


def scratch() -> Path:
    """The folder. The process that asks first removes it at its end; what it forks shares it."""
    return Path(_folder().name)
