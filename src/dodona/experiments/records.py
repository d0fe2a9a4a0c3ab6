"""Records of finished runs: a file of JSON lines for each recipe, all in one folder.

A record is written at once and whole. If a process was killed while it wrote, the last line of the
file is broken; it is left out, and the next record takes its place. Several processes can write to
one file: each locks it while it writes, as far as the system has such locks.
"""

import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from dodona.errors import ExperimentError
from dodona.treebank.partial import errors_name

if sys.platform != "win32":
    from fcntl import LOCK_EX, flock

Record = dict[str, Any]

_SUFFIX = ".jsonl"


class Records:
    """The records of all recipes in a folder, and a way to add to those of one.

    A run is known again by its key (see `Run.key`), in whichever file it is.
    """

    def __init__(self, folder: Path, recipe: str) -> None:
        self.path = folder / f"{recipe}{_SUFFIX}"
        self._all: list[Record] = []
        self._found: dict[str, list[Record]] = {}
        others = sorted(set(folder.glob(f"*{_SUFFIX}")) - {self.path})
        for path in [*others, self.path]:
            if path.exists():
                for record in read_records(path)[0]:
                    self._remember(record)

    def find(self, key: str, data: str | None = None, rules: Iterable[str] = ()) -> Record | None:
        """The last record of a run, of these data if given, that was scored by these rules."""
        for record in reversed(self._found.get(key, [])):
            scored = record.get("scores", {})
            if data in (None, record["data"]) and all(rule in scored for rule in rules):
                return record
        return None

    def newest_data(self, keys: Iterable[str]) -> str | None:
        """The data of the newest record of these runs; of the same day, of the last one read."""
        wanted = set(keys)
        records = [record for record in reversed(self._all) if record["key"] in wanted]
        if not records:
            return None
        return str(max(records, key=lambda record: str(record["date"]))["data"])

    def prepare(self) -> None:
        """Fail now rather than after a long run if records cannot be written."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.open("ab").close()

    def add(self, record: Record) -> None:
        """Write a record, so that it is there whatever happens next."""
        self.prepare()
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
        with errors_name(self.path), self.path.open("ab") as file:
            _lock(file)
            file.truncate(read_records(self.path)[1])
            file.write(line.encode())
            file.flush()
            os.fsync(file.fileno())
        self._remember(record)

    def _remember(self, record: Record) -> None:
        self._all.append(record)
        self._found.setdefault(record["key"], []).append(record)


def read_records(path: Path) -> tuple[list[Record], int]:
    """The records of a file, and how many bytes of it they take: the rest is broken off."""
    records: list[Record] = []
    size = 0
    lines = path.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        record = _parse(line)
        if record is not None:
            records.append(record)
        elif number < len(lines):
            raise ExperimentError(
                f"{path}:{number}: this line is no record; delete it, and its run is made again"
            )
        else:
            break
        size += len(line)
    return records, size


def _lock(file: IO[bytes]) -> None:
    """Keep other processes from writing until the file is closed."""
    if sys.platform != "win32":
        with suppress(OSError):  # not every file system has locks
            flock(file, LOCK_EX)


def _parse(line: bytes) -> Record | None:
    try:
        record = json.loads(line)
    except ValueError:
        return None
    is_whole = line.endswith(b"\n") and isinstance(record, dict) and {"key", "data"} <= set(record)
    return record if is_whole else None
