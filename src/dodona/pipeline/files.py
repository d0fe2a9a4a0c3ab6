"""Parsing of files: some into one, or each into one of its own in a folder."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from dodona.errors import TreebankError
from dodona.keywords import complete, part_of
from dodona.options import FileOptions, FolderOptions, ParsingOptions, ReadingOptions
from dodona.pipeline.folders import Outcome, Task, find_tasks, parse_tasks
from dodona.pipeline.inputs import Input, all_batches
from dodona.pipeline.manifest import Manifest, digest_of_all
from dodona.pipeline.outputs import SUFFIXES, open_writer, output_format
from dodona.pipeline.pipeline import Pipeline
from dodona.treebank.sentence import Sentence
from dodona.version import __version__

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Watcher(Protocol):
    """Who hears how the work goes on."""

    def read(self, size: int) -> object:
        """So many bytes of (unpacked) input were read."""

    def written(self, batch: list[Sentence]) -> object:
        """These sentences were written."""

    def skipped(self, errors: list[TreebankError]) -> object:
        """These errors were passed over in what has just been written."""


class _Nobody:
    def read(self, size: int) -> None: ...
    def written(self, batch: list[Sentence]) -> None: ...
    def skipped(self, errors: list[TreebankError]) -> None: ...


def parse_files(
    pipeline: Pipeline,
    paths: Sequence[str | os.PathLike[str]],
    target: str | os.PathLike[str],
    *,
    watcher: Watcher | None = None,
    **options: "Unpack[FileOptions]",
) -> None:
    """Parse texts and treebank files (``"-"`` is standard input or output) into one file.

    Output comes as the input does, but for Parquet, which comes in large groups of sentences. With
    ``skip_invalid`` the watcher hears what was passed over.
    """
    _parse(pipeline, paths, target, complete(FileOptions, options), watcher or _Nobody())


def _parse(
    pipeline: Pipeline,
    paths: Sequence[str | os.PathLike[str]],
    target: str | os.PathLike[str],
    options: FileOptions,
    watcher: Watcher,
) -> None:
    reading = part_of(ReadingOptions, options)
    partial = options["keep"]
    inputs = [
        Input(path, pipeline, partial=partial, progress=watcher.read, **reading) for path in paths
    ]
    parsed = pipeline.parse_batches(all_batches(inputs), **part_of(ParsingOptions, options))
    with open_writer(target, output_format(options["output_format"], target)) as write:
        for batch in parsed:
            write(batch)
            watcher.written(batch)
    watcher.skipped([error for each in inputs for error in each.invalid])


class FolderPlan(NamedTuple):
    """What is to be parsed into a folder; ``passed_over`` are files in folders that are no input.

    Outputs that are finished, by their input, the model, the options and the version of Dodona, are
    not made again.
    """

    pipeline: Pipeline
    tasks: list[Task]
    passed_over: list[Path]
    manifest: Manifest
    options: FileOptions

    def carry_out(
        self, *, watcher: Watcher | None = None, **options: "Unpack[FolderOptions]"
    ) -> Outcome:
        """Parse what is not finished; what cannot be parsed does not stop the others."""
        chosen = complete(FolderOptions, options)
        hears = watcher or _Nobody()
        return parse_tasks(
            self.tasks,
            self.manifest,
            lambda task: _parse(self.pipeline, [task.source], task.target, self.options, hears),
            overwrite=chosen["overwrite"],
            fail_fast=chosen["fail_fast"],
            passed=lambda task: hears.read(task.source.stat().st_size),
        )


def plan_folder(
    pipeline: Pipeline,
    paths: Sequence[Path],
    folder: Path,
    **options: "Unpack[FileOptions]",
) -> FolderPlan:
    """Find what is to be parsed: files, and those in folders that are texts or treebanks by name.

    Each becomes a file of the same name in ``folder``. Raises `SettingsError` if two would be one.
    """
    chosen = complete(FileOptions, options)
    form = chosen["output_format"] = output_format(chosen["output_format"], "")
    shaping = {name: value for name, value in chosen.items() if name != "threads"}
    made_with = digest_of_all(model=pipeline.checksum(), version=__version__, **shaping)
    manifest = Manifest(folder, made_with)
    tasks, passed_over = find_tasks(paths, folder, manifest.outputs(), suffix=SUFFIXES[form])
    return FolderPlan(pipeline, tasks, passed_over, manifest, chosen)
