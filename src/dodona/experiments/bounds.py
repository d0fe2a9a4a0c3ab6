"""The kind of run that says how close bounds of a loss come to it.

Fernández-González & Gómez-Rodríguez 2017, section 5. Configurations are those that a model meets
in its own training sentences after the iterations of its settings: with two of them, where
exploration would begin. Gold arcs between words count, without labels. Those from the root are left
out: cycle-breaking can give them back, so |U| is a lower bound only without them.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from dodona.errors import ExperimentError
from dodona.experiments.metrics import BOUNDS
from dodona.experiments.runs import Job
from dodona.experiments.scoring import train_to_the_end
from dodona.parser.parser import Parser
from dodona.parser.replay import replay_parses
from dodona.systems import parsing_system
from dodona.systems.configuration import Configuration
from dodona.systems.covington_nonmonotonic import CovingtonNonmonotonic
from dodona.treebank.conllu import read_conllu
from dodona.treebank.sentence import Sentence

_DEFAULTS = {"transitions": 100_000, "search": 500}


@dataclass
class BoundSums:
    """Sums over configurations; ``undecided`` counts those whose loss was not found."""

    configurations: int = 0
    sentences: int = 0
    apart: int = 0
    undecided: int = 0
    out_of_order: int = 0
    loss: int = 0
    values: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BOUNDS, 0))
    errors: dict[str, float] = field(default_factory=lambda: dict.fromkeys(BOUNDS, 0.0))

    def add(self, bounds: dict[str, int], least: int, most: int) -> None:
        """Count a configuration whose loss lies between two values.

        Where these differ, each bound is compared with the value that is less favourable to it.
        """
        self.configurations += 1
        self.apart += bounds["lower"] < bounds["pc-upper"]
        self.undecided += least < most
        self.out_of_order += not bounds["lower"] <= least <= most <= bounds["pc-upper"]
        self.out_of_order += bounds["pc-upper"] > bounds["upper"]
        self.loss += least
        for name, value in bounds.items():
            loss = most if name == "lower" else least
            self.values[name] += value
            self.errors[name] += abs(value - loss) / max(loss, 1)

    def to_dict(self) -> dict[str, Any]:
        size = max(self.configurations, 1)
        return {
            "configurations": self.configurations,
            "sentences": self.sentences,
            "apart": self.apart,
            "undecided": self.undecided,
            "out_of_order": self.out_of_order,
            "loss": self.loss / size,
            "values": {name: value / size for name, value in self.values.items()},
            "errors": {name: error / size for name, error in self.errors.items()},
        }


def measure_bounds(job: Job) -> dict[str, Any]:
    """Compare the bounds with the loss in the first configurations that a model meets."""
    if job.run.settings.options["system"] != CovingtonNonmonotonic.name:
        raise ExperimentError(f"the kind bounds is for {CovingtonNonmonotonic.name}")
    options = job.run.options_with(_DEFAULTS)
    sentences = list(read_conllu(job.train))
    parser, _, _ = train_to_the_end(sentences, job.run.settings)
    start = time.process_time()
    sums = compare_bounds(parser, sentences, options["transitions"], options["search"])
    seconds = round(time.process_time() - start, 1)
    return {"bounds": sums.to_dict(), "processor_seconds": seconds}


def compare_bounds(
    parser: Parser, sentences: Iterable[Sentence], transitions: int, search: int
) -> BoundSums:
    """Compare in so many configurations; a search for the loss looks into at most ``search``."""
    system = parsing_system(parser.header.system)
    assert isinstance(system, CovingtonNonmonotonic)
    sums = BoundSums()
    for sentence in sentences:
        (derivation,) = replay_parses(parser, [sentence])
        heads = [-1, *sentence.heads]
        # What is done when all words are shifted makes trees with one root, and is no part of
        # the system.
        path = [c for c in derivation.configurations[:-1] if any(c.buffer)]
        path = path[: transitions - sums.configurations]
        sums.sentences += 1
        for bounds, least, most in _losses(system, heads, path, search):
            sums.add(bounds, least, most)
        if sums.configurations >= transitions:
            break
    return sums


def _losses(
    system: CovingtonNonmonotonic, heads: list[int], path: list[Configuration], search: int
) -> Iterable[tuple[dict[str, int], int, int]]:
    """The bounds of each configuration of a derivation, and between what the loss lies.

    The loss never falls along a derivation, so a loss that is known limits those before and after.
    """
    found = [{name: system.loss(c, heads, loss=name, roots=False) for name in BOUNDS} for c in path]
    least = [bounds["lower"] for bounds in found]
    most = [bounds["pc-upper"] for bounds in found]
    _limit(least, most)
    for k, c in enumerate(path):
        if least[k] < most[k]:
            loss = system.loss(c, heads, loss="exact", roots=False, most=search)
            if loss >= 0:
                least[k] = most[k] = loss
                _limit(least, most)
    return zip(found, least, most, strict=True)


def _limit(least: list[int], most: list[int]) -> None:
    for k in range(1, len(least)):
        least[k] = max(least[k], least[k - 1])
    for k in reversed(range(len(most) - 1)):
        most[k] = min(most[k], most[k + 1])
