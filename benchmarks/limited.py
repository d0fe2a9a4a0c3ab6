"""Systems that derive some non-projective trees but not all: how many, and how well they parse.

Trees are those of the training files of the ten most non-projective treebanks. Scores are with the
static oracle and gold tags, beside arc-standard; one process trains at a time.
"""

import time
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from bench import Bench, Skipped, progress, treebanks
from table import Section

from dodona import evaluate, read_conllu
from dodona.experiments.formats import markdown
from dodona.parser.settings import Settings
from dodona.parser.training import Trainer
from dodona.systems import get_system, system_names
from dodona.treebank.trees import is_projective

_MOST_TREEBANKS = 10
_SCORED = ("nl_lassysmall_r2.0", "la_perseus_r2.0")
_BASELINE = "arc-standard"
_STRATEGIES = ("skip", "projectivize")
_ROUNDS = 5


@dataclass(frozen=True)
class Trees:
    """A treebank's trees that are not projective, and how many it has in all."""

    name: str
    every: int
    crossing: list[list[int]]

    @property
    def share(self) -> float:
        return len(self.crossing) / self.every

    def derived(self, system: str) -> int:
        return sum(map(get_system(system).derives, self.crossing))


def measure(bench: Bench) -> Section:
    """Count derivable trees; train on two treebanks with all strategies and seeds."""
    limited = [name for name in system_names() if get_system(name).limited]
    found = [_read(path) for path in treebanks().glob("*/*train*")]
    if not found:
        raise Skipped(f"there are no training files in {treebanks()}")
    found.sort(key=lambda trees: trees.share, reverse=True)
    rows = [_scores(bench, name, [_BASELINE, *limited]) for name in _SCORED]
    header = ("treebank", "system", "the other trees", "UAS", "LAS", "sentences/s", "beside it")
    scores = markdown(header, [row for each in rows for row in each])
    return Section([], f"{_coverage(found[:_MOST_TREEBANKS], limited)}\n\n{scores}")


def _read(path: Path) -> Trees:
    trees = [[-1, *sentence.heads] for sentence in read_conllu(path)]
    crossing = [heads for heads in trees if not is_projective(heads)]
    return Trees(path.parent.name, len(trees), crossing)


def _coverage(found: list[Trees], systems: list[str]) -> str:
    header = ["treebank", "trees", "not projective"]
    for system in systems:
        header += [f"of these derived by {system}", "of all trees"]
    rows: list[tuple[str, ...]] = []
    for trees in found:
        row = [trees.name, f"{trees.every:,}", f"{100 * trees.share:.1f} %"]
        for system in systems:
            derived = trees.derived(system)
            lost = len(trees.crossing) - derived
            row.append(f"{100 * derived / len(trees.crossing):.1f} %")
            row.append(f"{100 * (1 - lost / trees.every):.1f} %")
        rows.append(tuple(row))
    return markdown(header, rows)


def _scores(bench: Bench, treebank: str, systems: list[str]) -> list[tuple[str, ...]]:
    """UAS, LAS and speed of all systems, with the static oracle."""
    folder = treebanks() / treebank
    rows: list[tuple[str, ...]] = []
    baseline = 0.0
    for system in systems:
        for strategy in _STRATEGIES:
            options = {"system": system, "nonprojective": strategy}
            uas, las, speed = _train_and_score(bench, folder, options)
            baseline = baseline or speed
            shown = (f"{uas:.2f}", f"{las:.2f}", f"{speed:,.0f}", f"{speed / baseline:.2f}")
            rows.append((treebank, system, strategy, *shown))
    return rows


def _train_and_score(
    bench: Bench, folder: Path, options: dict[str, Any]
) -> tuple[float, float, float]:
    """Means of UAS and LAS on test over the seeds, and the sentences parsed in a second."""
    gold = list(read_conllu(next(folder.glob("*test*"))))
    scores = []
    times = []
    for seed in bench.seeds:
        settings = Settings(oracle="static", seed=seed, iterations=bench.iterations, **options)
        trainer = Trainer(next(folder.glob("*train*")), None, settings)
        for _ in trainer.run():
            pass
        parser = trainer.parser()
        for _ in range(_ROUNDS):
            start = time.process_time()
            parsed = list(parser.parse(gold))
            times.append(time.process_time() - start)
        scores.append(evaluate(gold, parsed, "full").all_words)
        progress(f"{folder.name}, {options}, seed {seed}: {scores[-1].las:.2f}")
    speed = len(gold) / min(times)
    return mean(score.uas for score in scores), mean(score.las for score in scores), speed
