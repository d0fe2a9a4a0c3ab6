"""`dodona parse`: trees for texts and treebank files."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Literal

import typer

from dodona.cli.messages import check_inputs, report_skipped, say

if TYPE_CHECKING:
    from tqdm import tqdm

    from dodona.pipeline import Pipeline
    from dodona.pipeline.inputs import Input
    from dodona.treebank.sentence import Sentence

EPILOG = """Example: dodona parse model.dodona tagged.conllu -o parsed.conllu --threads 2

English text: echo "Time flies like an arrow." | dodona parse

A folder: dodona parse en texts/ --output-dir parsed/ --threads 2"""

_PACKED = {".gz", ".bz2", ".xz"}


def run(
    model: Annotated[
        str, typer.Argument(help="Model file, or the name of a model that comes with Dodona.")
    ] = "en",
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            readable=False,
            help="Texts and treebank files, also .gz, .bz2 and .xz.",
            show_default="stdin",
        ),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="File to write.", show_default="stdout")
    ] = Path("-"),
    output_dir: Annotated[
        Path | None,
        typer.Option(
            help="Folder to write to, a .conllu file for each input file; files may then be "
            "folders too. What is there already is not parsed again."
        ),
    ] = None,
    input_format: Annotated[
        Literal["text", "lines", "vertical", "conllu"] | None,
        typer.Option(
            "--input",
            help="What the files hold: text, a sentence a line, a token a line with a blank line "
            "after each sentence, or a treebank in CoNLL-U or CoNLL-X.",
            show_default="conllu if they look like it, else text",
        ),
    ] = None,
    tag: Annotated[
        bool, typer.Option("--tag", help="Predict tags and lemmas also where there are some.")
    ] = False,
    ranges: Annotated[
        Literal["characters", "bytes"] | None,
        typer.Option(
            help="Write to MISC where each token of a text stands (TokenRange), counted so.",
            show_default="no ranges",
        ),
    ] = None,
    replace_bytes: Annotated[
        bool,
        typer.Option("--replace-bytes", help="Read bytes of a text that are not UTF-8 as U+FFFD."),
    ] = False,
    beam: Annotated[
        int | None,
        typer.Option(
            help="Hypotheses to keep at each step; 1 is greedy parsing.",
            show_default="as in training",
        ),
    ] = None,
    nbest: Annotated[
        int | None,
        typer.Option(
            help="Write up to so many different trees for each sentence, the best first, with the "
            "comments parse_rank and parse_score.",
            show_default="the best, without comments",
        ),
    ] = None,
    scores: Annotated[
        bool,
        typer.Option("--scores", help="Write to MISC how sure the beam is of each arc."),
    ] = False,
    threads: Annotated[int, typer.Option(min=1, help="Threads to parse with.")] = 1,
    no_deprojectivize: Annotated[
        bool,
        typer.Option(
            "--no-deprojectivize",
            help="Leave the trees of a pseudo-projective model projective.",
        ),
    ] = False,
    skip_invalid: Annotated[
        bool, typer.Option("--skip-invalid", help="Pass over invalid sentences and name them.")
    ] = False,
) -> None:
    """Parse texts, or sentences with words and perhaps tags.

    Writes CoNLL-U. Of a treebank everything stays as it was but for HEAD and DEPREL, and for tags
    and lemmas where there were none. Output comes as the input does; files of any size take the
    same memory.
    """
    from dodona.pipeline.inputs import Input
    from dodona.treebank.streams import open_output

    paths = files or [Path("-")]
    check_inputs(paths)
    pipeline = _load(model)
    options = {
        "retag": tag, "beam": beam, "nbest": nbest, "scores": scores,
        "deprojectivize": not no_deprojectivize, "threads": threads,
    }  # fmt: skip
    if output_dir is None:
        targets = {output: paths}
    else:
        if output != Path("-"):
            raise typer.BadParameter("--output and --output-dir do not go together")
        targets = _targets(paths, output_dir)
    to_terminal = output_dir is None and output == Path("-") and _is_terminal(sys.stdout)
    with _progress(targets, show=_is_terminal(sys.stderr) and not to_terminal) as progress:
        for target, sources in targets.items():
            inputs = [
                Input(
                    path, pipeline, input_format, ranges=ranges, skip_invalid=skip_invalid,
                    errors="replace" if replace_bytes else "strict", progress=progress.read,
                )
                for path in sources
            ]  # fmt: skip
            with open_output(target) as stream:
                _parse(pipeline, inputs, stream, progress, options)
            report_skipped([error for each in inputs for error in each.invalid])


def _load(model: str) -> "Pipeline":
    """The model; one who gives a text in its place is told so."""
    from dodona.errors import ModelError
    from dodona.pipeline import load

    try:
        return load(model)
    except ModelError as error:
        if Path(model).suffix == ".dodona":
            raise
        raise ModelError(f"{error}; to parse a text: dodona parse en {model}") from None


class _Progress:
    """A bar that counts the bytes that were read, and the words that were written."""

    def __init__(self, bar: "tqdm[Any]") -> None:
        self._bar = bar
        self._start = time.perf_counter()
        self.sentences = self.words = 0

    def read(self, size: int) -> None:
        self._bar.update(size)

    def written(self, batch: "list[Sentence]") -> None:
        self.sentences += len(batch)
        self.words += sum(map(len, batch))
        self._bar.set_postfix_str(self.speed(), refresh=False)

    def speed(self) -> str:
        return f"{self.words / (time.perf_counter() - self._start):,.0f} words/s"


@contextmanager
def _progress(targets: dict[Path, list[Path]], *, show: bool) -> Iterator[_Progress]:
    from tqdm import tqdm

    total = _size([path for paths in targets.values() for path in paths])
    with tqdm(total=total, unit="B", unit_scale=True, disable=not show) as bar:
        progress = _Progress(bar)
        yield progress
    if show:
        say(f"{progress.sentences} sentences, {progress.words} words, {progress.speed()}")


def _parse(
    pipeline: "Pipeline",
    inputs: "list[Input]",
    stream: BinaryIO,
    progress: _Progress,
    options: dict[str, Any],
) -> None:
    gap = b""
    batches = (batch for each in inputs for batch in each.batches())
    for batch in pipeline.parse_batches(batches, **options):
        data = gap + b"".join([sentence.raw for sentence in batch])
        stream.write(data)
        stream.flush()
        gap = _gap_after(data)
        progress.written(batch)


def _gap_after(data: bytes) -> bytes:
    """What is missing where one file ends without a blank line and another one follows."""
    if data.endswith((b"\n\n", b"\n\r\n")):
        return b""
    return b"\n" if data.endswith(b"\n") else b"\n\n"


def _targets(paths: list[Path], folder: Path) -> dict[Path, list[Path]]:
    """The files that are still to be written, each with the file that it is made from."""
    found: dict[Path, list[Path]] = {}
    done = 0
    for source, name in _sources(paths):
        target = folder / name
        if target in found:
            raise typer.BadParameter(f"{found[target][0]} and {source} would both be {target}")
        found[target] = [source]
    for target in list(found):
        if target.exists():
            del found[target]
            done += 1
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
    if done:
        say(f"{done} of {done + len(found)} files are finished already")
    return found


def _sources(paths: list[Path]) -> Iterator[tuple[Path, Path]]:
    """All files, also those in folders, and the names of what is made of them."""
    for path in paths:
        if path == Path("-"):
            raise typer.BadParameter("--output-dir needs files, not standard input")
        if not path.is_dir():
            yield path, _renamed(Path(path.name))
            continue
        for file in sorted(path.rglob("*")):
            if file.is_file() and not file.name.startswith("."):
                yield file, _renamed(file.relative_to(path))


def _renamed(path: Path) -> Path:
    """The name of the output: without what says how the input is packed or that it is text."""
    for suffixes in (_PACKED, {".txt", ".conllu", ".conllx", ".conll"}):
        path = path.with_suffix("") if path.suffix in suffixes else path
    return path.with_name(f"{path.name}.conllu")


def _size(paths: list[Path]) -> int | None:
    """The size of the input, if all of it is in plain files."""
    if all(path.is_file() and path.suffix not in _PACKED for path in paths):
        return sum(path.stat().st_size for path in paths)
    return None


def _is_terminal(stream: Any) -> bool:
    return stream is not None and stream.isatty()
