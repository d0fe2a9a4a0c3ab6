"""`dodona vote`: models that are there, put together so that their parsers vote."""

from pathlib import Path

import click

from dodona.cli.completion import models as known_models
from dodona.cli.flags import FILE, offer
from dodona.cli.messages import say
from dodona.cli.saving import check_place


def run(models: tuple[str, ...], output: Path) -> None:
    """Put models together whose parsers vote.

    Parsers of any kind, system and direction can vote, if they have learned from the same kind of
    trees. Tokeniser, tagger and lemmatiser are those of the first model that has them.
    """
    check_place(output)

    from dodona.pipeline.voting import vote

    pipeline = vote(models)
    pipeline.save(output)
    say(f"wrote {output} ({output.stat().st_size / 1e6:.1f} MB)")


COMMAND = click.Command(
    "vote",
    callback=run,
    help=run.__doc__,
    epilog="Example: dodona vote neural.dodona eager.dodona standard.dodona -o vote.dodona",
    params=[
        click.Argument(
            ["models"],
            nargs=-1,
            required=True,
            help="Model files, or names of models, the best one first.",
            shell_complete=offer(known_models),
        ),
        click.Option(["--output", "-o"], type=FILE, required=True, help="Model to write."),
    ],
)
