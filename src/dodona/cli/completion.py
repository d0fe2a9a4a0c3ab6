"""What the shell offers to complete: names that Dodona knows, and files of their kind.

Nothing is imported before the shell asks.
"""

from glob import escape, glob


def system_names(incomplete: str) -> list[str]:
    from dodona.parser.choosing import AUTO
    from dodona.systems import system_names

    return [AUTO, *system_names()]


def models(incomplete: str) -> list[str]:
    from dodona.pipeline.models import model_names

    return model_names() + _files(incomplete, ".dodona")


def recipes(incomplete: str) -> list[str]:
    from dodona.experiments.recipe import recipe_names

    return recipe_names() + _files(incomplete, ".toml")


def feature_sets(incomplete: str) -> list[str]:
    from dodona.parser.templates import bundled_templates

    return bundled_templates() + _files(incomplete, ".txt")


def _files(incomplete: str, suffix: str) -> list[str]:
    return sorted(glob(f"{escape(incomplete)}*{suffix}"))
