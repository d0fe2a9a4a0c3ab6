"""Recipes: which treebanks, variants, seeds and rules make up a table of a paper.

A recipe is a TOML file. The guide says what its keys mean; the recipes that come with Dodona are
examples.
"""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from dodona.errors import ExperimentError, SettingsError
from dodona.evaluation.rules import Rule, get_rule
from dodona.experiments.metrics import COLUMNS, expanded, rule_name
from dodona.experiments.reading import Section
from dodona.keywords import describe, unknown_option
from dodona.options import TrainingOptions
from dodona.parser.settings import Settings

Kind = Literal["scores", "bounds", "spans"]
Fact = Literal["nonprojective", "sentences"]
Published = dict[str, dict[str, dict[str, float]]]
"""Figures by treebank or group, variant and metric."""

Item = TypeVar("Item")

_SUFFIX = ".toml"


@dataclass(frozen=True)
class Treebank:
    """A folder with a train and a test file, each a name or a pattern that one file matches."""

    name: str
    title: str
    train: str
    test: str


@dataclass(frozen=True)
class Variant:
    """A row of the table: how to train.

    ``treebanks`` are those that it is for, if not for all; ``baseline`` is the variant that its
    gains and times are measured against; ``options`` are for the kind of run.
    """

    name: str
    settings: dict[str, Any]
    options: dict[str, Any]
    treebanks: tuple[str, ...]
    baseline: str | None

    def is_for(self, treebank: Treebank) -> bool:
        return not self.treebanks or treebank.name in self.treebanks

    def settings_with(self, seed: int) -> Settings:
        return Settings(**self.settings, seed=seed)


@dataclass(frozen=True)
class VariantPair:
    """A mark for treebanks on which one variant is better than another, and not by chance."""

    variant: str
    over: str
    mark: str


@dataclass(frozen=True)
class Group:
    """The treebanks with a fact of their train file in a range, its lower end included."""

    name: str
    by: Fact
    least: float
    below: float


@dataclass(frozen=True)
class Recipe:
    """A recipe that makes sense; ``name`` is that of its file."""

    name: str
    title: str
    paper: str
    notes: str
    kind: Kind
    seeds: int
    rules: tuple[Rule, ...]
    columns: tuple[str, ...]
    treebanks: tuple[Treebank, ...]
    variants: tuple[Variant, ...]
    comparisons: tuple[VariantPair, ...]
    groups: tuple[Group, ...]
    published: Published


def recipe_names() -> list[str]:
    """The recipes that come with Dodona."""
    names = (entry.name for entry in _bundled().iterdir())
    return sorted(name[: -len(_SUFFIX)] for name in names if name.endswith(_SUFFIX))


def load_recipe(source: str | os.PathLike[str]) -> Recipe:
    """A recipe that comes with Dodona, by its name, or one in a file, by its path."""
    name = os.fspath(source)
    if name in recipe_names():
        return parse_recipe((_bundled() / f"{name}{_SUFFIX}").read_text("utf-8"), name)
    path = Path(source)
    if not path.exists() and path.suffix != _SUFFIX:
        names = ", ".join(recipe_names())
        raise ExperimentError(f"there is no recipe {name}; there are {names}, or name a .toml file")
    try:
        return parse_recipe(path.read_text("utf-8"), path.stem, name)
    except UnicodeDecodeError:
        raise ExperimentError(f"{name}: the recipe is not UTF-8 text") from None


def _bundled() -> Any:
    return resources.files("dodona.experiments") / "recipes"


def parse_recipe(text: str, name: str, source: str = "") -> Recipe:
    """A recipe from its text; ``source`` is what messages call it."""
    section = Section.parse(text, source or name)
    options = section.take_section("options").rest()
    recipe = Recipe(
        name=name,
        title=section.take("title", str),
        paper=section.take("paper", str, ""),
        notes=" ".join(section.take("notes", str, "").split()),
        kind=_choice(section, "kind", get_args(Kind), "scores"),
        seeds=section.take("seeds", int, 1),
        rules=_items(section, "rules", _rule) or (get_rule("conll07"),),
        columns=section.take_texts("columns") or ("UAS", "LAS"),
        treebanks=_items(section, "treebanks", _treebank),
        variants=_items(section, "variants", lambda inner: _variant(inner, options)),
        comparisons=_items(section, "comparisons", _comparison),
        groups=_items(section, "groups", _group),
        published=_published(section.take_section("published")),
    )
    _check_names(section, recipe)
    section.end()
    return recipe


def _treebank(section: Section) -> Treebank:
    name = section.take("name", str)
    return Treebank(
        name,
        section.take("title", str, name),
        section.take("train", str, "*train*"),
        section.take("test", str, "*test*"),
    )


def _variant(section: Section, options: dict[str, Any]) -> Variant:
    variant = Variant(
        section.take("name", str),
        _settings(section.take_section("settings")),
        {**options, **section.take_section("options").rest()},
        section.take_texts("treebanks"),
        section.take("baseline", str, "") or None,
    )
    try:
        variant.settings_with(1)
    except SettingsError as error:
        raise section.error(str(error), "settings") from None
    return variant


def _settings(section: Section) -> dict[str, Any]:
    """Options of training, each of its type; the seed is not a variant's to choose."""
    known = {name: each for name, each in describe(TrainingOptions).items() if name != "seed"}
    values: dict[str, Any] = {}
    for name in section:
        if name not in known:
            raise section.error(str(unknown_option(name, known)), name)
        values[name] = section.take(name, known[name].kind)
    return values


def _rule(section: Section) -> Rule:
    chosen = {key: section.take(key, str, "") or None for key in ("labels", "exclude_punct")}
    try:
        return get_rule(section.take("name", str), **chosen)  # type: ignore[arg-type]
    except SettingsError as error:
        raise section.error(str(error)) from None


def _comparison(section: Section) -> VariantPair:
    return VariantPair(*(section.take(key, str) for key in ("variant", "over", "mark")))


def _group(section: Section) -> Group:
    return Group(
        section.take("name", str),
        _choice(section, "by", get_args(Fact)),
        section.take("least", float, 0.0),
        section.take("below", float, float("inf")),
    )


def _published(section: Section) -> Published:
    published: Published = {}
    for treebank in section:
        inner = section.take_section(treebank)
        published[treebank] = {}
        for variant in inner:
            figures = inner.take_section(variant)
            found = {metric: figures.take(metric, float) for metric in figures}
            published[treebank][variant] = found
    return published


def _choice(section: Section, key: str, choices: tuple[Any, ...], default: str = "") -> Any:
    value = section.take(key, str, default or None)
    if value not in choices:
        raise section.error(f"{value!r} is not one of {', '.join(choices)}", key)
    return value


def _items(section: Section, key: str, make: Callable[[Section], Item]) -> tuple[Item, ...]:
    """What is made of the tables of a list, with no key left over in any of them."""
    items = []
    for inner in section.take_sections(key):
        items.append(make(inner))
        inner.end()
    return tuple(items)


def _check_names(section: Section, recipe: Recipe) -> None:
    """See to it that whatever is named exists, and only once."""

    def check(key: str, names: Iterable[str], known: list[str]) -> None:
        for name in names:
            if name not in known:
                raise section.error(f"{name!r} is not one of {', '.join(known)}", key)

    treebanks = [treebank.name for treebank in recipe.treebanks]
    variants = [variant.name for variant in recipe.variants]
    for key, names in (("treebanks", treebanks), ("variants", variants)):
        if not names:
            raise section.error("there must be one at least", key)
        for name in names:
            if names.count(name) > 1:
                raise section.error(f"the name {name!r} is there twice", key)
    check("columns", recipe.columns, list(COLUMNS[recipe.kind]))
    if recipe.seeds < 1:
        raise section.error(f"{recipe.seeds} is not 1 or more", "seeds")

    for variant in recipe.variants:
        check("variants.treebanks", variant.treebanks, treebanks)
        check("variants.baseline", filter(None, [variant.baseline]), variants)
    for comparison in recipe.comparisons:
        check("comparisons", (comparison.variant, comparison.over), variants)
    rows = [*treebanks, "mean", *(group.name for group in recipe.groups)]
    check("published", recipe.published, rows)
    columns = expanded(recipe.columns, [rule_name(rule) for rule in recipe.rules])
    for row, figures in recipe.published.items():
        check(f"published.{row}", figures, variants)
        for variant_name, figure in figures.items():
            check(f"published.{row}.{variant_name}", figure, columns)
    if recipe.groups and recipe.kind != "scores":
        raise section.error("groups are for the kind scores only", "groups")
