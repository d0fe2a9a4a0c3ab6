"""Parsers that are there already, put together so that they vote."""

import os
from collections.abc import Iterable
from typing import Any

from dodona.errors import ArgumentError
from dodona.parser.base import Voter
from dodona.parser.voting import VotingParser
from dodona.pipeline.models import load
from dodona.pipeline.pipeline import Pipeline


def vote(models: "Iterable[Voter | VotingParser | Pipeline | str | os.PathLike[str]]") -> Pipeline:
    """A pipeline whose parser are the parsers of these models, which vote.

    >>> nlp = dodona.vote([first.parser, second.parser, "third.dodona"])     # doctest: +SKIP
    >>> nlp.save("vote.dodona")                                             # doctest: +SKIP

    Models are parsers, pipelines, files or names. All other parts are those of the first pipeline
    that has them, so that all parsers see the same words and tags. Of parsers that vote already
    each has its vote. Licences and attributions of all pipelines are kept. Raises `SettingsError`
    for parsers that cannot vote with each other.
    """
    if isinstance(models, str | os.PathLike):
        raise ArgumentError("a list of models is expected, not one")
    parsers: list[Any] = []
    parts: dict[str, Any] = {}
    about: dict[str, Any] = {}
    for model in models:
        pipeline = load(model) if isinstance(model, str | os.PathLike) else model
        if isinstance(pipeline, Pipeline):
            parts = {**{name: getattr(pipeline, name) for name in pipeline.parts}, **parts}
            _add_origin(about, pipeline.about)
            pipeline = pipeline.part("parser")
        parsers.extend(pipeline.members if isinstance(pipeline, VotingParser) else [pipeline])
    return Pipeline(**{**parts, "parser": VotingParser(parsers)}, about=about)


def _add_origin(about: dict[str, Any], other: dict[str, Any]) -> None:
    """Add to what a model says of its data what another one says of its own."""
    for name in ("licence", "attribution"):
        said = about.get(name, "").split("; ") if about.get(name) else []
        if other.get(name) and other[name] not in said:
            about[name] = "; ".join([*said, other[name]])
