"""Which code was measured, and whether it stayed the same."""

import hashlib
import subprocess
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from bench import ROOT

_PACKAGES = ("dodona", "numpy", "safetensors", "conllu", "spacy", "ufal.udpipe")
_CODE = {".py", ".so", ".pyd", ".txt"}


def fingerprint() -> str:
    """A checksum of the installed package, compiled core and templates included."""
    digest = hashlib.sha256()
    spec = find_spec("dodona")
    for folder in (spec.submodule_search_locations or []) if spec else []:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in _CODE:
                digest.update(path.relative_to(folder).as_posix().encode() + b"\n")
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def commit() -> str:
    """The commit of the project, marked if files differ from it; empty where there is no git."""
    command = ["git", "--no-optional-locks", "describe", "--always", "--dirty=, with changes"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip()


def versions() -> str:
    """The versions of the packages that take part."""
    return ", ".join(filter(None, map(_version, _PACKAGES)))


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return ""
