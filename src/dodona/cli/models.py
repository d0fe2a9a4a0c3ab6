"""`dodona models`: what models there are."""

from typing import TYPE_CHECKING

import click

from dodona.cli.flags import switch
from dodona.cli.messages import say, show, show_json
from dodona.printable import printable

if TYPE_CHECKING:
    from dodona.pipeline.catalogue import KnownModel

_COLUMNS = ("name", "kind", "size", "UPOS", "LAS", "scored on", "licence", "package")


def run(as_json: bool) -> None:
    """List the models that are found by their names: those that come with Dodona, and those of
    installed packages.

    Scores are F1 in percent. On raw text everything is predicted, on gold words all but the words.
    """
    from dodona.pipeline.catalogue import known_models

    models = list(known_models())
    if as_json:
        show_json([model.to_dict() for model in models])
    else:
        show(_table([_COLUMNS, *map(_row, models)]))
    for problem in dict.fromkeys(model.problem for model in models if model.problem):
        say(f"dodona: warning: {problem}")


def _row(model: "KnownModel") -> tuple[str, ...]:
    what, scores = model.scored
    return (
        model.name,
        model.kind,
        f"{model.size / 1e6:.1f} MB" if model.path else "",
        *(f"{scores[name]:.2f}" if name in scores else "" for name in ("UPOS", "LAS")),
        what if scores else "",
        model.licence,
        f"{model.package} {model.version}",
    )


def _table(rows: list[tuple[str, ...]]) -> str:
    """Rows in columns, with numbers to the right."""
    cells = [[printable(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    numbers = (_COLUMNS.index("size"), _COLUMNS.index("UPOS"), _COLUMNS.index("LAS"))
    return "\n".join(
        "  ".join(
            cell.rjust(width) if place in numbers else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )


COMMAND = click.Command(
    "models",
    callback=run,
    help=run.__doc__,
    epilog="Example: dodona models --json",
    params=[switch("--json", "as_json", help="Print JSON.")],
)
