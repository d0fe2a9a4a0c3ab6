"""`dodona parse`: trees for the sentences of files."""

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dodona.cli.messages import check_inputs, report_skipped, say

if TYPE_CHECKING:
    from dodona.treebank.conllu import Reader
    from dodona.treebank.sentence import Sentence

EPILOG = """Example: dodona parse model.dodona tagged.conllu -o parsed.conllu --threads 2"""


def run(
    model: Annotated[Path, typer.Argument(readable=False, help="Model file.")],
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            readable=False, help="Treebank files, also .gz, .bz2 and .xz.", show_default="stdin"
        ),
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="File to write.", show_default="stdout")
    ] = Path("-"),
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
    """Parse sentences with words and tags.

    Writes the same files with HEAD and DEPREL predicted and everything else as it was. Output
    comes as the input does; files of any size take the same memory.
    """
    from tqdm import tqdm

    from dodona.parsing.parser import load
    from dodona.treebank.conllu import read_conllu
    from dodona.treebank.streams import open_output

    paths = files or [Path("-")]
    check_inputs(paths)
    parser = load(model)
    readers = [read_conllu(path, skip_invalid=skip_invalid) for path in paths]
    to_terminal = output == Path("-") and sys.stdout is not None and sys.stdout.isatty()
    show_progress = sys.stderr.isatty() and not to_terminal
    start = time.perf_counter()
    with ExitStack() as stack:
        bar = stack.enter_context(
            tqdm(total=_size(paths), unit="B", unit_scale=True, disable=not show_progress)
        )
        stream = stack.enter_context(open_output(output))
        sentences = words = 0
        gap = b""
        for batch in parser.parse_batches(
            _batches(readers),
            beam=beam,
            nbest=nbest,
            scores=scores,
            deprojectivize=not no_deprojectivize,
            threads=threads,
        ):
            data = gap + b"".join([sentence.raw for sentence in batch])
            stream.write(data)
            stream.flush()
            gap = _gap_after(data)
            bar.update(len(data))
            sentences += len(batch)
            words += sum(map(len, batch))
    seconds = time.perf_counter() - start
    report_skipped([error for reader in readers for error in reader.invalid])
    if show_progress:
        say(f"{sentences} sentences, {words} words, {words / seconds:,.0f} words/s")


def _batches(readers: "list[Reader]") -> "Iterator[list[Sentence]]":
    for reader in readers:
        yield from reader.batches()


def _gap_after(data: bytes) -> bytes:
    """What is missing where one file ends without a blank line and another one follows."""
    if data.endswith((b"\n\n", b"\n\r\n")):
        return b""
    return b"\n" if data.endswith(b"\n") else b"\n\n"


def _size(paths: list[Path]) -> int | None:
    """The size of the input, if all of it is in plain files."""
    if all(path.is_file() and path.suffix not in {".gz", ".bz2", ".xz"} for path in paths):
        return sum(path.stat().st_size for path in paths)
    return None
