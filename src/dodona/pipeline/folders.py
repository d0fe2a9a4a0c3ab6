"""Whole folders: which files are parsed, what each of them becomes, and what is done already."""

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from dodona.errors import DodonaError, SettingsError, TextError
from dodona.pipeline.manifest import Manifest, digest_of, stamp_of

PACKED = (".gz", ".bz2", ".xz")
SUFFIXES = (".txt", ".conllu", ".conllx", ".conll")


class Task(NamedTuple):
    """A file to parse, and the file to write."""

    source: Path
    target: Path


class Found(NamedTuple):
    """The tasks, and the files in folders that are none, since their names do not tell of text."""

    tasks: list[Task]
    passed_over: list[Path]


class Failure(NamedTuple):
    """A file that could not be parsed, and why."""

    source: Path
    error: Exception

    def __str__(self) -> str:
        message = str(self.error)
        if isinstance(self.error, OSError) and self.error.strerror:
            message = self.error.strerror
            if self.error.filename not in (None, os.fspath(self.source)):
                message = f"{self.error.filename}: {message}"
        name = os.fspath(self.source)
        return message if message.startswith(name) else f"{name}: {message}"


class Outcome(NamedTuple):
    """What became of the tasks."""

    parsed: list[Task]
    finished_before: list[Task]
    failures: list[Failure]


def find_tasks(
    paths: Sequence[Path],
    folder: Path,
    outputs: Collection[Path] = (),
    *,
    suffix: str = ".conllu",
) -> Found:
    """The files that are named, and those in folders that are texts or treebanks by their names.

    Each becomes a file of the same name, with ``suffix``, in ``folder``, also in folders of the
    same names. What is in that folder is not taken for input, nor are ``outputs``, the files that
    were written there before. Hidden files are left alone. Raises `SettingsError` if two files
    would become one.
    """
    sources: dict[Path, Path] = {}
    passed_over = []
    written = {os.path.realpath(path) for path in outputs}
    for path in paths:
        if not path.is_dir():
            _add(sources, path, folder / _renamed(Path(path.name), suffix))
            continue
        for file in _files(path):
            real = os.path.realpath(file)
            if real in written or (_below(folder, path) and _below(file, folder)):
                continue
            if _is_input(file):
                _add(sources, file, folder / _renamed(file.relative_to(path), suffix))
            else:
                passed_over.append(file)
    return Found([Task(source, target) for target, source in sources.items()], passed_over)


def parse_tasks(
    tasks: Sequence[Task],
    manifest: Manifest,
    parse: Callable[[Task], object],
    *,
    overwrite: bool = False,
    fail_fast: bool = False,
    passed: Callable[[Task], object] = lambda task: None,
) -> Outcome:
    """Parse all files that are not finished; what cannot be parsed does not stop the others.

    ``parse`` writes the target of a task; ``passed`` hears of those that are finished already. A
    file that is there and was not written by an earlier run is left alone and is a failure, unless
    ``overwrite``, which parses everything anew. With ``fail_fast`` the first failure is raised.
    """
    outcome = Outcome([], [], [])
    for task in tasks:
        try:
            state = "missing" if overwrite else manifest.state(*task)
            if state == "finished":
                outcome.finished_before.append(task)
                passed(task)
                continue
            if state == "foreign":
                raise TextError(
                    f"{task.target} is there and is not what an earlier run has written: move it "
                    "away, or replace it with `overwrite=True`",
                    os.fspath(task.source),
                )
            _parse_one(task, manifest, parse)
            outcome.parsed.append(task)
        except (DodonaError, OSError) as error:
            if fail_fast or isinstance(error, SettingsError):  # that no file can do anything about
                raise
            outcome.failures.append(Failure(task.source, error.with_traceback(None)))
    return outcome


def _parse_one(task: Task, manifest: Manifest, parse: Callable[[Task], object]) -> None:
    source, target = task
    if target.exists() and _same(source, target):
        raise TextError("the output would replace it: choose another folder", os.fspath(source))
    target.parent.mkdir(parents=True, exist_ok=True)
    stamp, digest = stamp_of(source), digest_of(source)
    manifest.begin(target)
    parse(task)
    if stamp_of(source) != stamp:
        raise TextError("the file was changed while it was parsed", os.fspath(source))
    manifest.finish(source, target, stamp, digest)


def _add(sources: dict[Path, Path], source: Path, target: Path) -> None:
    other = sources.setdefault(target, source)
    if other != source and not _same(other, source):
        raise SettingsError(f"{other} and {source} would both be {target}")


def _files(folder: Path) -> Iterator[Path]:
    """All files below a folder that are not hidden, in the order of their names."""
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if not hidden and path.is_file():
            yield path


def _is_input(path: Path) -> bool:
    name = Path(path.stem) if path.suffix.lower() in PACKED else path
    return name.suffix.lower() in SUFFIXES


def _renamed(path: Path, suffix: str) -> Path:
    """The name of the output: without what says how the input is packed or that it is text."""
    for suffixes in (PACKED, SUFFIXES):
        path = path.with_suffix("") if path.suffix.lower() in suffixes else path
    return path.with_name(path.name + suffix)


def _below(path: Path, folder: Path) -> bool:
    return Path(os.path.realpath(folder)) in Path(os.path.realpath(path)).parents


def _same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)
