"""Options of the library as flags of a command, and flags in the place of options in messages."""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from dodona.cli import completion
from dodona.keywords import Described, describe, shown_default
from dodona.options import TABLES

FILE = click.Path(path_type=Path)

_COMPLETIONS: dict[str, Callable[[str], list[str]]] = {
    "system": completion.system_names,
    "features": completion.feature_sets,
}
_MENTION = re.compile(r"`([a-z_]+)(?:=([^`]*))?`")


def flags(kind: type[Any]) -> list[click.Parameter]:
    """The flags of a set of options; those that are not given have no value (None)."""
    return [_flag(each) for each in describe(kind).values()]


def given(values: Mapping[str, Any], *kinds: type[Any]) -> dict[str, Any]:
    """Of the values of a command's flags those that were given, of some sets of options."""
    names = {name for kind in kinds for name in describe(kind)}
    return {n: value for n, value in values.items() if n in names and value is not None}


def flag_name(name: str) -> str:
    """An option as the shell knows it."""
    return f"-{name}" if len(name) == 1 else f"--{name.replace('_', '-')}"


def switch(*names: str, help: str) -> click.Option:  # noqa: A002
    """A flag without a value."""
    return click.Option(names, is_flag=True, default=False, help=help)


def model_argument(**settings: Any) -> click.Argument:
    """The argument that names a model."""
    text = "Model file, or the name of a model: see `dodona models`."
    if "default" in settings:
        text += f"  [default: {settings['default']}]"
    return click.Argument(["model"], help=text, shell_complete=offer(completion.models), **settings)


def offer(names: Callable[[str], Iterable[str]]) -> Callable[..., list[str]]:
    """What the shell completes a value to: names that begin as what is there."""

    def complete(context: object, parameter: object, incomplete: str) -> list[str]:
        return [name for name in names(incomplete) if name.startswith(incomplete)]

    return complete


def in_shell(message: str) -> str:
    """A message of the library as the shell puts it: options are flags, functions commands.

    >>> in_shell("`keep_deps=True` or `oracle=static`, not `k=2` of `elsewhere`")
    '--keep-deps or --oracle static, not -k 2 of `elsewhere`'
    """
    names = {name for kind, _ in TABLES for name in describe(kind)}

    def flag(mention: re.Match[str]) -> str:
        name, value = mention.groups()
        if name == "train_pipeline":
            return "dodona train --pipeline"
        if name not in names:
            return mention.group()
        return flag_name(name) if value in (None, "True") else f"{flag_name(name)} {value}"

    return _MENTION.sub(flag, message)


def _flag(described: Described) -> click.Option:
    name, option = described.name, described.option
    declaration = flag_name(name)
    settings: dict[str, Any] = {}
    text = f"{option.help}  [default: {shown_default(described)}]"
    if described.kind is bool:
        settings["is_flag"] = True
        if option.default is False:
            text = option.help
        else:
            declaration += f"/--no-{declaration.removeprefix('--')}"
    elif described.kind is list:
        settings.update(type=_names, metavar="NAMES")
    else:
        settings["type"] = click.Choice(described.choices) if described.choices else described.kind
        if name in _COMPLETIONS:
            settings["shell_complete"] = offer(_COMPLETIONS[name])
    names = [option.flag, declaration] if option.flag else [declaration]
    return click.Option([*names, name], help=text, default=None, **settings)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]
