"""`dodona parse`: trees for texts and treebank files."""

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dodona.cli.flags import FILE, flags, given, in_shell, model_argument
from dodona.cli.messages import check_inputs, report_skipped, say, show_error
from dodona.keywords import complete
from dodona.options import FileOptions, FolderOptions
from dodona.wording import counted

if TYPE_CHECKING:
    from tqdm import tqdm

    from dodona.errors import TreebankError
    from dodona.pipeline import Pipeline
    from dodona.treebank.sentence import Sentence

_MOST_NAMED = 20


def run(
    model: str, files: tuple[Path, ...], output: Path, output_dir: Path | None, **values: Any
) -> None:
    """Parse texts, or sentences with words and perhaps tags.

    Writes CoNLL-U, JSON or Parquet. Of a treebank everything stays as it was but for HEAD and
    DEPREL, for DEPS and empty nodes, which no longer fit the trees and are left out, and for tags
    and lemmas where there were none. Output comes as the input does (Parquet in large groups of
    rows); files of any size take the same memory.
    """
    paths = files or (Path("-"),)
    check_inputs(paths)
    options, folder_options = given(values, FileOptions), given(values, FolderOptions)
    complete(FileOptions, options)  # before the model is loaded
    if output_dir is not None and output != Path("-"):
        raise click.UsageError("--output and --output-dir do not go together")
    if output_dir is not None and Path("-") in paths:
        raise click.UsageError("--output-dir needs files, not standard input")
    from dodona.pipeline.outputs import output_format

    to_terminal = output == Path("-") and _is_terminal(sys.stdout)
    form = output_format(options.get("output_format"), "" if output_dir else output)
    if form == "parquet" and output_dir is None and to_terminal:
        raise click.UsageError("Parquet is not for a terminal: name a file with --output")
    pipeline = _load(model)
    if output_dir is not None:
        _parse_folder(pipeline, paths, output_dir, options, folder_options)
        return
    from dodona.pipeline.files import parse_files

    with _progress(paths, show=_is_terminal(sys.stderr) and not to_terminal) as progress:
        parse_files(pipeline, paths, output, watcher=progress, **options)


def _parse_folder(
    pipeline: "Pipeline",
    paths: Sequence[Path],
    folder: Path,
    options: dict[str, Any],
    folder_options: dict[str, Any],
) -> None:
    from dodona.pipeline.files import plan_folder

    plan = plan_folder(pipeline, paths, folder, **options)
    _tell_passed_over(plan.passed_over)
    sources = [task.source for task in plan.tasks]
    with _progress(sources, show=_is_terminal(sys.stderr)) as progress:
        outcome = plan.carry_out(watcher=progress, **folder_options)
    if outcome.finished_before:
        say(f"{len(outcome.finished_before)} of {len(sources)} files are finished already")
    for failure in outcome.failures:
        say(f"dodona: failed: {in_shell(str(failure))}")
    if outcome.failures:
        show_error(f"{len(outcome.failures)} of {len(sources)} files could not be parsed")
        raise click.exceptions.Exit(1)


def _load(model: str) -> "Pipeline":
    """The model; one who gives a text in its place is told so."""
    from dodona.errors import ModelError
    from dodona.pipeline import load

    try:
        return load(model)
    except ModelError as error:
        if Path(model).suffix == ".dodona" or not Path(model).exists():
            raise
        raise ModelError(f"{error}; to parse a text: dodona parse en {model}") from None


class _Progress:
    """A bar that counts the bytes that were read, and the words that were written."""

    def __init__(self, bar: "tqdm[Any] | None") -> None:
        self._bar = bar
        self._start = time.perf_counter()
        self.sentences = self.words = 0

    def read(self, size: int) -> None:
        if self._bar is not None:
            self._bar.update(size)

    def written(self, batch: "list[Sentence]") -> None:
        if self._bar is not None:
            self.sentences += len(batch)
            self.words += sum(map(len, batch))
            self._bar.set_postfix_str(self.speed(), refresh=False)

    def skipped(self, errors: "list[TreebankError]") -> None:
        report_skipped(errors)

    def speed(self) -> str:
        return f"{self.words / (time.perf_counter() - self._start):,.0f} words/s"


@contextmanager
def _progress(paths: Sequence[Path], *, show: bool) -> Iterator[_Progress]:
    if not show:
        yield _Progress(None)
        return
    from tqdm import tqdm

    with tqdm(total=_size(paths), unit="B", unit_scale=True) as bar:
        progress = _Progress(bar)
        yield progress
    sentences, words = counted(progress.sentences, "sentence"), counted(progress.words, "word")
    say(f"{sentences}, {words}, {progress.speed()}")


def _tell_passed_over(paths: list[Path]) -> None:
    """Name the files that are not parsed, but not thousands of them."""
    for path in paths[:_MOST_NAMED]:
        say(f"dodona: passed over, neither a text nor a treebank by its name: {path}")
    if len(paths) > _MOST_NAMED:
        say(f"dodona: passed over: {counted(len(paths) - _MOST_NAMED, 'more file')}")


def _size(paths: Sequence[Path]) -> int | None:
    """The size of the input, if all of it is in plain files."""
    from dodona.pipeline.folders import PACKED

    if all(path.is_file() and path.suffix.lower() not in PACKED for path in paths):
        return sum(path.stat().st_size for path in paths)
    return None


def _is_terminal(stream: Any) -> bool:
    return stream is not None and stream.isatty()


COMMAND = click.Command(
    "parse",
    callback=run,
    help=run.__doc__,
    epilog="""Example: dodona parse model.dodona tagged.conllu -o parsed.conllu --threads 2

    English text: echo "Time flies like an arrow." | dodona parse

    A folder: dodona parse en texts/ --output-dir parsed/ --threads 2""",
    params=[
        model_argument(default="en"),
        click.Argument(
            ["files"],
            type=FILE,
            nargs=-1,
            help="Texts and treebank files, also .gz, .bz2 and .xz.  [default: stdin]",
        ),
        click.Option(
            ["--output", "-o"],
            type=FILE,
            default=Path("-"),
            help="File to write.  [default: stdout]",
        ),
        click.Option(
            ["--output-dir"],
            type=FILE,
            help="Folder to write to, a file (.conllu, .jsonl, .parquet) for each input file; "
            "files may then be folders too, of which .txt, .conllu, .conllx and .conll files are "
            "taken. What is finished and would come out the same is not parsed again.",
        ),
        *flags(FolderOptions),
        *flags(FileOptions),
    ],
)
