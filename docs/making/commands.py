"""The reference of the commands, from their options."""

import inspect
from collections.abc import Iterator

import click

from dodona.cli.main import app

_ABOUT = """# Commands

Made from the options of the commands themselves; `dodona COMMAND --help` prints the same. In Python
an option is a keyword of the same name (`--keep-deps` is `keep_deps=True`), in recipes a key.
"""


def commands_page() -> str:
    context = click.Context(app, info_name="dodona")
    sections = [section for name in app.list_commands(context) for section in _of(name, context)]
    return "\n".join([_ABOUT, _rows(app, context), *sections])


def _of(name: str, parent: click.Context) -> Iterator[str]:
    """The section of a command, and those of its own commands."""
    assert isinstance(parent.command, click.Group)
    command = parent.command.get_command(parent, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent)
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    told = inspect.cleandoc(command.help or "")
    yield f"## {context.command_path}\n\n{told}\n\n```text\n{usage}\n```\n"
    if rows := _rows(command, context):
        yield rows
    if command.epilog:
        yield _examples(command.epilog)
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            yield from _of(each, context)


def _rows(command: click.Command, context: click.Context) -> str:
    rows = [
        f"| `{signature.replace('|', ' / ')}` | {_cell(help_text)} |"
        for parameter in command.get_params(context)
        for signature, help_text in [_record(parameter, context)]
    ]
    return "\n".join(["| option or argument | meaning |", "|---|---|", *rows, ""]) if rows else ""


def _record(parameter: click.Parameter, context: click.Context) -> tuple[str, str]:
    if isinstance(parameter, click.Option):
        return parameter.get_help_record(context) or ("", "")
    help_text = getattr(parameter, "help", None)
    return parameter.make_metavar(context), help_text or ""


def _cell(text: str) -> str:
    return text.replace("|", r"\|").replace("  [", " [").replace("[", r"\[").replace("<", "&lt;")


def _examples(epilog: str) -> str:
    """Examples as blocks: what stands behind a colon is a command."""
    parts = [" ".join(part.split()) for part in inspect.cleandoc(epilog).split("\n\n")]
    told = [part.split(": ", 1) for part in parts]
    return "\n".join(f"{words}:\n\n```text\n{''.join(command)}\n```\n" for words, *command in told)
