"""The `dodona` command: what all commands share."""

import os
import sys
import warnings
from collections.abc import Sequence
from typing import Annotated

import typer

from dodona.cli import evaluate, info, parse, show, train
from dodona.cli.messages import show_error, show_warning
from dodona.errors import DodonaError, SettingsError
from dodona.version import __version__

app = typer.Typer(
    name="dodona",
    help="Train and run transition-based dependency parsers with dynamic oracles.",
    epilog="Example: dodona train --train train.conllu --dev dev.conllu -o model.dodona",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (train, parse, evaluate, info, show):
    name = command.__name__.rpartition(".")[2]
    app.command(name, epilog=command.EPILOG)(command.run)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"dodona {__version__}")
        raise typer.Exit()


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit: 0 if all went well, 1 if something went wrong, 2 for a wrong call."""
    warnings.showwarning = show_warning
    try:
        app(args=list(arguments) if arguments is not None else None, standalone_mode=True)
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python must not stumble over it at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        show_error("interrupted")
        sys.exit(1)
    except SettingsError as error:
        show_error(str(error))
        sys.exit(2)
    except (DodonaError, OSError) as error:
        show_error(str(error))
        sys.exit(1)
