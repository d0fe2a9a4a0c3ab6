"""What a parser is trained with if nothing else is asked for: the choices of the papers."""

from typing import NamedTuple


class Defaults(NamedTuple):
    """A file of templates, and how often training goes through the treebank."""

    templates: str = "zhang-nivre-extended"
    iterations: int = 15


_OF_SYSTEMS = {
    "arc-hybrid": Defaults("zhang-nivre-hybrid"),
    "arc-standard": Defaults("arc-standard"),
    "covington": Defaults("covington-extended"),
    "covington-nonmonotonic": Defaults("covington-extended"),
    "lr-spine": Defaults("lr-spine", iterations=30),
}


def defaults_for(system: str) -> Defaults:
    """The defaults of a system, or those of all systems that have none of their own."""
    return _OF_SYSTEMS.get(system, Defaults())
