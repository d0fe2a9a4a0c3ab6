"""Runs: what a recipe asks for, one by one, and by what each is known again."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dodona.errors import ExperimentError
from dodona.evaluation.rules import Rule
from dodona.experiments.recipe import Kind, Recipe, Treebank
from dodona.parser.settings import Settings
from dodona.parser.templates import load_templates

# How long an iteration takes beside one of arc-eager with a dynamic oracle; only the order of runs
# and the time left hang on it.
_EFFORT = {
    "arc-eager": 1.0,
    "arc-eager-nonmonotonic": 1.1,
    "arc-hybrid": 1.0,
    "arc-hybrid-swap": 1.1,
    "arc-standard": 1.4,
    "arc-standard-swap": 2.0,
    "arc-standard-swap-lazy": 2.0,
    "attardi": 2.0,
    "lr-spine": 3.4,
    "covington": 2.3,
    "covington-nonlocal": 15.0,
    "covington-nonmonotonic": 3.5,
    "two-planar": 4.0,
}
_STATIC_EFFORT = 0.6


@dataclass(frozen=True)
class Run:
    """One treebank, one variant, one seed."""

    kind: Kind
    treebank: Treebank
    variant: str
    settings: Settings
    options: dict[str, Any]
    rules: tuple[Rule, ...]

    @property
    def name(self) -> str:
        return f"{self.treebank.name}, {self.variant}, seed {self.settings.options['seed']}"

    @property
    def key(self) -> str:
        """A checksum of what determines the result, but for the files and how it is scored.

        It has the files' patterns and not their content, so that a table can be made of records
        where the treebanks are not.
        """
        files = asdict(self.treebank)
        del files["title"]
        # What is None has no part in this run, like a setting that is not there yet.
        settings = {k: v for k, v in self.settings.to_dict().items() if v is not None}
        features = load_templates(self.settings.features)
        return checksum([self.kind, files, settings, features, self.options])

    def options_with(self, defaults: dict[str, Any]) -> dict[str, Any]:
        """The options with the defaults of the kind of run filled in."""
        for name in self.options:
            if name not in defaults:
                known = ", ".join(defaults)
                raise ExperimentError(f"the kind {self.kind} has no option {name}; it has {known}")
        return {**defaults, **self.options}

    @property
    def effort(self) -> float:
        """About how long it takes, for each byte of its training file."""
        settings = self.settings
        effort = _EFFORT.get(settings.options["system"], 1.0) * settings.iterations
        if settings.options["oracle"] == "static":
            effort *= _STATIC_EFFORT
        return effort * settings.options["beam"]


@dataclass(frozen=True)
class Job:
    """A run with its files; ``data`` is a checksum of what is in them."""

    run: Run
    train: Path
    test: Path
    data: str

    @property
    def effort(self) -> float:
        return self.run.effort * self.train.stat().st_size


def runs_of(recipe: Recipe, seeds: int | None = None, only: Sequence[str] = ()) -> list[Run]:
    """All runs of a recipe, or with so many seeds, or only on some of its treebanks."""
    names = [treebank.name for treebank in recipe.treebanks]
    for name in only:
        if name not in names:
            raise ExperimentError(
                f"{recipe.name} has no treebank {name}; it has {', '.join(names)}"
            )
    return [
        Run(
            recipe.kind,
            treebank,
            variant.name,
            variant.settings_with(seed),
            variant.options,
            recipe.rules,
        )
        for treebank in recipe.treebanks
        for variant in recipe.variants
        for seed in range(1, (seeds or recipe.seeds) + 1)
        if variant.is_for(treebank) and (not only or treebank.name in only)
    ]


def locate(run: Run, folder: Path) -> Job:
    """Find the files of a run among the treebanks, one folder each."""
    home = folder / run.treebank.name
    if not home.is_dir():
        raise ExperimentError(
            f"there is no folder {run.treebank.name} in {folder}, which should have one for each "
            "treebank"
        )
    train, test = (_only(home, pattern) for pattern in (run.treebank.train, run.treebank.test))
    return Job(run, train, test, checksum([_digest(train), _digest(test)]))


def checksum(value: object) -> str:
    """A short checksum of something that JSON can hold."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(path for path in folder.glob(pattern) if path.is_file())
    if len(found) != 1:
        names = ", ".join(path.name for path in found) or "none"
        raise ExperimentError(f"{folder}: one file should match {pattern}, but there is {names}")
    return found[0]


@cache
def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
