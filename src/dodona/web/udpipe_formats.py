"""Formats as UDPipe's parameters name them: a name, and perhaps options behind it."""

from collections.abc import Mapping
from typing import NamedTuple

from dodona.errors import RequestError
from dodona.printable import shortened

Options = frozenset[str]

TOKENIZER_OPTIONS: Options = frozenset(("presegmented", "ranges", "normalized_spaces"))

_MOST_SHOWN = 60


class Format(NamedTuple):
    """A format by its name, and what was asked for behind it: ``plaintext=normalized_spaces``."""

    name: str
    options: Options


def read_format(text: str, parameter: str, known: Mapping[str, Options]) -> Format:
    """The format that a parameter names; raises `RequestError` if it is not known."""
    name, _, options = text.partition("=")
    if name not in known:
        raise RequestError(
            f"there is no {parameter} format {shortened(name, _MOST_SHOWN)!r}; there are: "
            f"{', '.join(known)}"
        )
    return Format(name, read_options(options, f"{parameter}={name}", known[name]))


def read_options(text: str, parameter: str, known: Options) -> Options:
    """Options with semicolons between them; raises `RequestError` if one is not known."""
    options = frozenset(option for option in text.split(";") if option)
    for option in sorted(options - known):
        there = f"there are: {', '.join(sorted(known))}" if known else "there is none"
        shown = shortened(option, _MOST_SHOWN)
        raise RequestError(f"{parameter} has no option {shown!r}; {there}")
    return options
