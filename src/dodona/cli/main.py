"""The `dodona` command: what all commands share."""

import io
import os
import signal
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module

import click

from dodona.cli.messages import show_error, show_warning
from dodona.cli.signals import Terminated, end_by, termination_raised
from dodona.errors import DodonaError, SettingsError
from dodona.printable import printable
from dodona.version import __version__

_COMMANDS = (
    *("train", "parse", "evaluate", "review", "vote", "info", "models", "package", "show"),
    *("explore", "serve", "experiment"),
)
_CONTEXT = {"help_option_names": ["-h", "--help"]}


@contextmanager
def _errors_told() -> Iterator[None]:
    """Turn errors into messages and exit codes."""
    try:
        yield
    except click.UsageError as error:
        raise click.UsageError(printable(error.format_message()), error.ctx) from None
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python must not stumble over it at the end.
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt as interrupt:
        show_error(str(interrupt) or "interrupted")
        end_by(signal.SIGINT)
    except Terminated:
        show_error("terminated")
        end_by(signal.SIGTERM)
    except (DodonaError, OSError) as error:
        show_error(error)
        sys.exit(2 if isinstance(error, SettingsError) else 1)


class _Commands(click.Group):
    """The commands, each in a module of its own that is imported when it is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"dodona.cli.{name}").COMMAND
        return command

    def invoke(self, context: click.Context) -> object:
        with _errors_told():  # in here, since Click has exit codes of its own for Ctrl-C and pipes
            return super().invoke(context)


def _show_version(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"dodona {__version__}")
        context.exit()


def _show_completion(context: click.Context, parameter: click.Parameter, shell: str | None) -> None:
    if shell is not None:
        from click.shell_completion import get_completion_class

        kind = get_completion_class(shell)
        assert kind is not None
        click.echo(kind(app, {}, "dodona", "_DODONA_COMPLETE").source())
        context.exit()


app = _Commands(
    "dodona",
    help="Train and run transition-based dependency parsers with dynamic oracles.",
    epilog="Example: dodona train --train train.conllu --dev dev.conllu -o model.dodona",
    no_args_is_help=True,
    context_settings=_CONTEXT,
    params=[
        click.Option(
            ["--version", "-V"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_version,
            help="Print the version.",
        ),
        click.Option(
            ["--show-completion"],
            type=click.Choice(["bash", "zsh", "fish"]),
            is_eager=True,
            expose_value=False,
            callback=_show_completion,
            help="Print what makes a shell complete commands: eval it where the shell starts.",
        ),
    ],
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit: 0 if all went well, 1 if something went wrong, 2 for a wrong call.

    A command that SIGINT or SIGTERM stops clears up and then ends by that signal (130, 143).
    """
    _prepare_streams()
    warnings.showwarning = show_warning
    with _errors_told(), termination_raised():
        app(args=list(arguments) if arguments is not None else None, prog_name="dodona")


def _prepare_streams() -> None:
    """Let messages go nowhere if standard error is closed, and let no letter be an error."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
