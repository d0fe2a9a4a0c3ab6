"""What the explorer can show: systems, oracles and models."""

from dataclasses import asdict
from typing import Any

from dodona.parser.parser import Parser
from dodona.pipeline import Pipeline
from dodona.systems import get_system
from dodona.systems.exact_oracles import exact_system_names
from dodona.web.exploration import ORACLES, Setup


def explorable_parser(pipeline: Pipeline) -> Parser | None:
    """The parser whose scores can be shown: of several that vote the first from left to right."""
    parser = pipeline.parser
    if parser is None or isinstance(parser, Parser):
        return parser
    members = [each for each in parser.members if isinstance(each, Parser)]
    return next((each for each in members if not each.header.mirrored), None)


def about_system(name: str) -> dict[str, Any]:
    """The oracles and variants of a system."""
    system = get_system(name)
    has_exact = name in exact_system_names()
    return {
        "name": name,
        "oracles": [oracle for oracle in ORACLES if oracle != "exact" or has_exact],
        "losses": list(system.losses),
        "projective": system.projective,
        "parsing_root": system.parsing_root,
    }


def about_model(name: str, pipeline: Pipeline) -> dict[str, Any]:
    """What a model can do, and the setup in which it has scores."""
    parser = explorable_parser(pipeline)
    return {
        "name": name,
        "parts": pipeline.parts,
        "setup": parser and asdict(Setup.of_parser(parser)),
        "beam": 1 if parser is None else parser.header.beam,
        "labels": [] if parser is None else parser.labels,
        "licence": pipeline.about.get("licence"),
    }
