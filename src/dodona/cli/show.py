"""`dodona show`: trees drawn in the terminal."""

from itertools import islice
from pathlib import Path

import click

from dodona.cli.flags import FILE, switch
from dodona.cli.messages import check_inputs, show


def run(file: Path, first: int | None, plain: bool) -> None:
    """Draw the trees of a treebank file."""
    from dodona.treebank.conllu import read_conllu
    from dodona.treebank.drawing import draw_tree

    check_inputs([file])
    for sentence in islice(read_conllu(file), first):
        show(f"# {sentence.sent_id or f'line {sentence.line}'}")
        if sentence.has_tree:
            columns = (sentence.forms, sentence.heads, sentence.deprels, sentence.upos)
            show(draw_tree(*columns, ascii_only=plain))
        else:
            show(" ".join(sentence.forms) + "  (no tree)")
        show("")


COMMAND = click.Command(
    "show",
    callback=run,
    help=run.__doc__,
    epilog="Example: dodona show parsed.conllu --first 3",
    params=[
        click.Argument(
            ["file"], type=FILE, default=Path("-"), help="Treebank file.  [default: stdin]"
        ),
        click.Option(
            ["--first"], type=click.IntRange(min=1), help="Draw only so many.  [default: all]"
        ),
        switch("--ascii", "plain", help="Draw with ASCII characters."),
    ],
)
