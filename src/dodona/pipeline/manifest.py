"""Which files of a folder are finished: made of which input, by which model, with which options.

The manifest is a file in the output folder to which lines of JSON are appended, so that several
runs can share it, and a run that is killed leaves at worst a last line that is cut short.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any, Literal

MANIFEST = ".dodona-manifest.jsonl"
_BLOCK = 1 << 20

State = Literal["missing", "finished", "outdated", "foreign"]
"""What an output is: not there, up to date, made otherwise or not finished, or not made by us."""


class Manifest:
    """What is known of the outputs in a folder.

    ``made_with`` stands for all that an output depends on besides its input: see `digest_of_all`.
    An input is known by its digest; while its size and both of its times stay as they are, it is
    not read again.
    """

    def __init__(self, folder: Path, made_with: str) -> None:
        self._folder = folder
        self._path = folder / MANIFEST
        self._made_with = made_with
        self._records: dict[str, dict[str, Any]] = {}
        self._read = 0

    def outputs(self) -> set[Path]:
        """All files that were ever written here."""
        self._refresh()
        return {self._folder / name for name in self._records}

    def state(self, source: Path, target: Path) -> State:
        """What the output of a file is now."""
        self._refresh()
        if not target.exists():
            return "missing"
        record = self._records.get(self._name(target))
        if record is None:
            return "foreign"
        if "bytes" not in record:  # begun, and perhaps finished by a run that was killed
            return "outdated"
        if target.stat().st_size != record["bytes"]:
            return "foreign"
        if record.get("made_with") != self._made_with:
            return "outdated"
        same = record.get("stamp") == stamp_of(source) or record.get("input") == digest_of(source)
        return "finished" if same else "outdated"

    def begin(self, target: Path) -> None:
        """Note that a file is about to be written, so that it is known for one of ours."""
        self._append({"output": self._name(target)})

    def finish(self, source: Path, target: Path, stamp: list[int], digest: str) -> None:
        """Note that a file is finished; ``stamp`` and ``digest`` are those of the input."""
        self._append(
            {
                "output": self._name(target),
                "input": digest,
                "source": os.fspath(source),
                "stamp": stamp,
                "made_with": self._made_with,
                "bytes": target.stat().st_size,
            }
        )

    def _name(self, target: Path) -> str:
        return os.fspath(target.relative_to(self._folder))

    def _refresh(self) -> None:
        """Read the lines that were added since, also by other runs, and pass over broken ones."""
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            file.seek(self._read)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in whole.splitlines():
            try:
                record = json.loads(line)
                self._records[record["output"]] = record
            except (ValueError, KeyError, TypeError):
                continue

    def _append(self, record: dict[str, Any]) -> None:
        line = json.dumps(record).encode() + b"\n"
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
        descriptor = os.open(self._path, flags, 0o666)
        try:
            # In one go, and after what a killed run may have left without its end.
            os.write(descriptor, line if self._ends_with_line() else b"\n" + line)
        finally:
            os.close(descriptor)

    def _ends_with_line(self) -> bool:
        with self._path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 1))
            return file.read(1) in (b"", b"\n")


def digest_of(path: Path) -> str:
    """A digest of a file's bytes."""
    digest = hashlib.blake2b(digest_size=20)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def digest_of_all(**values: object) -> str:
    """A digest of what an output depends on, such as the digest of the model and the options."""
    text = json.dumps(values, sort_keys=True, default=str)
    return hashlib.blake2b(text.encode(), digest_size=20).hexdigest()


def stamp_of(path: Path) -> list[int]:
    """The size of a file, and when its bytes and anything else of it changed last."""
    status = path.stat()
    return [status.st_size, status.st_mtime_ns, status.st_ctime_ns]
