"""The `dodona` command: what all commands share."""

import io
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from dodona.cli import evaluate, experiment, info, parse, show, train
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


@contextmanager
def _errors_told() -> Iterator[None]:
    """Turn errors into messages and exit codes."""
    try:
        yield
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python must not stumble over it at the end.
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        show_error("interrupted")
        sys.exit(1)
    except (DodonaError, OSError) as error:
        show_error(error)
        sys.exit(2 if isinstance(error, SettingsError) else 1)


for command in (train, parse, evaluate, info, show):
    name = command.__name__.rpartition(".")[2]
    # Around each command, since Typer has exit codes of its own for Ctrl-C and broken pipes.
    app.command(name, epilog=command.EPILOG)(_errors_told()(command.run))

experiments = typer.Typer(
    help=experiment.HELP,
    epilog=experiment.RUN_EPILOG,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
experiments.command(epilog=experiment.RUN_EPILOG)(_errors_told()(experiment.run))
experiments.command(epilog=experiment.TABLE_EPILOG)(_errors_told()(experiment.table))
app.add_typer(experiments, name="experiment")


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
    _prepare_streams()
    warnings.showwarning = show_warning
    with _errors_told():
        app(args=list(arguments) if arguments is not None else None, prog_name="dodona")


def _prepare_streams() -> None:
    """Let messages go nowhere if standard error is closed, and let no letter be an error."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
