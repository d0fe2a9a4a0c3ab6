"""Which state of Dodona's code makes a run."""

import hashlib
from functools import cache
from pathlib import Path

import dodona

# What a run hangs on. Commands, taggers and tokenisers have no part in it.
_PACKAGES = ("evaluation", "experiments", "linear", "model", "parser", "systems", "treebank")
_SUFFIXES = (".py", ".pxd")


@cache
def code_state() -> str:
    """A short checksum of the source files that determine what a run gives.

    Two runs with the same checksum were made by the same code; with different ones they may still
    be the same, since a changed comment counts as well.
    """
    home = Path(dodona.__file__).parent
    digest = hashlib.sha256()
    for package in _PACKAGES:
        for path in sorted((home / package).iterdir()):
            if path.suffix in _SUFFIXES:
                digest.update(f"{package}/{path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:8]
