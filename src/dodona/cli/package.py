"""`dodona package`: a model as a package that pip installs."""

from pathlib import Path

import click

from dodona.cli.flags import FILE, model_argument
from dodona.cli.messages import check_inputs, say, show


def run(
    model: str,
    name: str,
    version: str,
    output: Path,
    test: Path | None,
    licence: str,
    attribution: str,
) -> None:
    """Put a model into a package that pip installs, so that Dodona finds it by its name.

    The package is a wheel that holds no code, only the model, its licence and attribution, and a
    README that tells what the model is. The same model gives the same wheel, byte for byte.
    """
    from dodona.packages.building import build_package

    if output == Path("-"):
        raise click.UsageError("standard output (-) will not do here; name a folder")
    check_inputs([test] if test else [])
    path, report = build_package(
        model,
        name=name,
        version=version,
        folder=output,
        test=test,
        licence=licence,
        attribution=attribution,
    )
    if report is not None:
        show(report.to_text())
    say(f"wrote {path} ({path.stat().st_size / 1e6:.1f} MB)")


COMMAND = click.Command(
    "package",
    callback=run,
    help=run.__doc__,
    epilog="""Example: dodona package model.dodona --name pt-bosque --version 1.0 -o dist/

    With scores: dodona package model.dodona --name pt-bosque --version 1.0 --test test.conllu

    Then: pip install dist/dodona_model_pt_bosque-1.0-py3-none-any.whl""",
    params=[
        model_argument(required=True),
        click.Option(["--name"], required=True, help="The name that the model is to have."),
        click.Option(["--version"], required=True, help="Version of the package, such as 1.0."),
        click.Option(
            ["--test"],
            type=FILE,
            help="Treebank to score the model on, from its raw text; the scores go into the "
            "package and are printed.",
        ),
        click.Option(
            ["--licence"],
            default="",
            help="Licence of the training data, if the model does not say it.",
        ),
        click.Option(
            ["--attribution"],
            default="",
            help="Whom the data is from, if the model does not say it.",
        ),
        click.Option(
            ["--output", "-o"],
            type=FILE,
            default=Path("dist"),
            show_default=True,
            help="Folder to write to; it is made if it is not there.",
        ),
    ],
)
