"""What one takes away from the explorer: pictures, LaTeX, a page to step through, CoNLL-U."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from dodona.errors import ArgumentError
from dodona.parser.derivation_latex import configuration_tikz, derivation_latex
from dodona.web.exploration import Exploration
from dodona.web.exploration_data import history
from dodona.web.stepping import stepping_page


class Export(NamedTuple):
    """A text, with a name for the file and the type of its content."""

    name: str
    media_type: str
    content: str


def export(state: Exploration, kind: str) -> Export:
    """A state in one of the ``FORMATS``."""
    if kind not in FORMATS:
        raise ArgumentError(f"there is no format {kind!r}, only {', '.join(FORMATS)}")
    name, media_type, write = FORMATS[kind]
    return Export(name, media_type, write(state))


def _latex(state: Exploration) -> str:
    costs = [row["cost"] for row in history(state)]
    return derivation_latex(state.derivation, state.sentence.forms, costs)


_Writer = Callable[[Exploration], str]
FORMATS: Mapping[str, tuple[str, str, _Writer]] = MappingProxyType(
    {
        "svg": ("configuration.svg", "image/svg+xml", Exploration.to_svg),
        "latex": ("derivation.tex", "application/x-tex", _latex),
        "tikz": (
            "configuration.tex",
            "application/x-tex",
            lambda state: configuration_tikz(state.configuration, state.sentence.forms),
        ),
        "html": ("derivation.html", "text/html", stepping_page),
        "conllu": (
            "sentence.conllu",
            "text/plain",
            lambda state: state.sentence.to_conllu(),
        ),
    }
)
"""By format the name of a file, the type of its content, and what writes it."""
