"""Wheels that hold data: files in a zip archive, with a record of them that pip checks.

Their format is that of PEP 427. The same files give the same bytes: nothing in a wheel tells when
and where it was made, and nothing is compressed, since what comes of that is not the same
everywhere.
"""

import base64
import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile, ZipInfo

from dodona.treebank.streams import open_output
from dodona.version import __version__

_EARLIEST = (1980, 1, 1, 0, 0, 0)  # a zip archive knows no earlier time
_PLAIN_FILE = 0o100644 << 16
_UNIX = 3

_TAGS = f"""\
Wheel-Version: 1.0
Generator: dodona {__version__}
Root-Is-Purelib: true
Tag: py3-none-any
"""


class Wheel(NamedTuple):
    """What is installed (``files``), and what is said of it (``about``), by paths in each."""

    name: str
    version: str
    files: Mapping[str, bytes]
    about: Mapping[str, str]

    def write(self, folder: str | os.PathLike[str]) -> Path:
        """Write it to a folder, whole or not at all; gives its path."""
        stem = f"{self.name.replace('-', '_')}-{self.version}"
        info = f"{stem}.dist-info"
        said = {f"{info}/{path}": text.encode() for path, text in self.about.items()}
        files = {**self.files, **said, f"{info}/WHEEL": _TAGS.encode()}
        record = f"{info}/RECORD"
        rows = [_row(path, data) for path, data in files.items()]
        files[record] = "".join([*rows, f"{record},,\n"]).encode()
        target = Path(folder, f"{stem}-py3-none-any.whl")
        with open_output(target, pack=False) as stream, ZipFile(stream, "w") as archive:
            for path, data in files.items():
                archive.writestr(_entry(path), data)
        return target


def _entry(path: str) -> ZipInfo:
    entry = ZipInfo(path, _EARLIEST)
    entry.create_system = _UNIX
    entry.external_attr = _PLAIN_FILE
    return entry


def _row(path: str, data: bytes) -> str:
    """A line of the record."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(data)}\n"
