"""`dodona show`: trees drawn in the terminal."""

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from dodona.cli.messages import check_inputs

EPILOG = """Example: dodona show parsed.conllu --first 3"""


def run(
    file: Annotated[
        Path, typer.Argument(readable=False, help="Treebank file.", show_default="stdin")
    ] = Path("-"),
    first: Annotated[
        int | None, typer.Option(min=1, help="Draw only so many.", show_default="all")
    ] = None,
    plain: Annotated[bool, typer.Option("--ascii", help="Draw with ASCII characters.")] = False,
) -> None:
    """Draw the trees of a treebank file."""
    from dodona.treebank.conllu import read_conllu
    from dodona.treebank.drawing import draw_tree

    check_inputs([file])
    for sentence in islice(read_conllu(file), first):
        typer.echo(f"# {sentence.sent_id or f'line {sentence.line}'}")
        if sentence.has_tree:
            columns = (sentence.forms, sentence.heads, sentence.deprels, sentence.upos)
            typer.echo(draw_tree(*columns, ascii_only=plain))
        else:
            typer.echo(" ".join(sentence.forms) + "  (no tree)")
        typer.echo()
