"""What to make of training trees that are not projective: the five strategies beside each other.

Arc-eager with its defaults, gold tags, no dev treebank. One process trains at a time; the time of
training is that of the processor, which other work on the machine does not change much.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import get_args

from bench import Bench, Skipped, progress, treebanks
from table import Row, Section, at_least, at_most

from dodona import evaluate, read_conllu
from dodona.evaluation import Score
from dodona.experiments.formats import markdown
from dodona.options import Nonprojective
from dodona.parser.settings import Settings
from dodona.parser.training import Trainer

TREEBANKS = (
    "be_hse_r2.0",
    "la_perseus_r2.0",
    "tr_imst_r2.0",
    "nl_lassysmall_r2.0",
    "conllx_dutch",
    "grc_agdt2.1",
)
_STRATEGIES = get_args(Nonprojective)


@dataclass(frozen=True)
class Result:
    """The scores of one model, of all words and with full labels, and the time it took."""

    test: Score
    seconds: float


Results = dict[str, list[Result]]


def measure(bench: Bench) -> Section:
    """Train with all strategies and seeds on each treebank that is there."""
    results = {}
    for name in TREEBANKS:
        folder = treebanks() / name
        if not folder.is_dir():
            progress(f"there is no {name} in {treebanks()}")
            continue
        results[name] = {
            strategy: [train_and_score(bench, folder, strategy, seed) for seed in bench.seeds]
            for strategy in _STRATEGIES
        }
    if not results:
        raise Skipped(f"there is none of {', '.join(TREEBANKS)} in {treebanks()}")
    return Section(_rows(results), _details(bench, results))


def train_and_score(
    bench: Bench,
    folder: Path,
    strategy: Nonprojective | None,
    seed: int,
    beam: int = 1,
    system: str = "arc-eager",
) -> Result:
    """Train on the train file of a treebank and score on its test file."""
    settings = Settings(
        nonprojective=strategy, seed=seed, iterations=bench.iterations, beam=beam, system=system
    )
    start = time.process_time()
    trainer = Trainer(_part(folder, "train"), None, settings)
    for _ in trainer.run():
        pass
    seconds = time.process_time() - start
    gold = list(read_conllu(_part(folder, "test")))
    scores = evaluate(gold, trainer.parser().parse(gold), "full").all_words
    progress(
        f"{folder.name}, {system}, {strategy}, beam {beam}, seed {seed}: "
        f"{scores.uas:.2f} {scores.las:.2f}"
    )
    return Result(scores, seconds)


def _part(folder: Path, part: str) -> Path:
    return next(path for path in folder.iterdir() if path.stem.endswith(part))


def _rows(results: dict[str, Results]) -> list[Row]:
    shown = "{:.2f}"
    rows = []
    for name, found in results.items():
        gain = _mean(found["min-cost"], _uas) - _mean(found["skip"], _uas)
        rows.append(at_least(f"{name}: UAS of min-cost above skip", gain, 0.01, "{:+.2f}"))
    exact, least_cost = (_average(results, s, _uas) for s in ("exact", "min-cost"))
    rows.append(at_least("UAS of exact, beside min-cost, mean", exact, least_cost, shown))
    times = [_time_ratio(found) for found in results.values()]
    rows.append(at_most("training time of exact / min-cost, highest", max(times), 2, shown))
    rows.append(Row("the same, mean", shown.format(mean(times))))
    return rows


def _details(bench: Bench, results: dict[str, Results]) -> str:
    """UAS and LAS of all strategies, and the time of the exact one."""
    header = ("treebank", *_STRATEGIES, "time of exact / min-cost")
    rows = []
    for name, found in results.items():
        cells = [f"{_mean(found[s], _uas):.2f} / {_mean(found[s], _las):.2f}" for s in _STRATEGIES]
        rows.append((name, *cells, f"{_time_ratio(found):.2f}"))
    average = [
        f"{_average(results, s, _uas):.2f} / {_average(results, s, _las):.2f}" for s in _STRATEGIES
    ]
    rows.append(("mean", *average, ""))
    seeds = ", ".join(map(str, bench.seeds))
    return (
        f"UAS / LAS on test, all words, full labels, gold tags, arc-eager, greedy, "
        f"{bench.iterations} iterations; mean over seeds {seeds}.\n\n" + markdown(header, rows)
    )


def _mean(results: list[Result], value: Callable[[Result], float]) -> float:
    return mean(map(value, results))


def _average(results: dict[str, Results], strategy: str, value: Callable[[Result], float]) -> float:
    return mean(_mean(found[strategy], value) for found in results.values())


def _time_ratio(found: Results) -> float:
    seconds = {s: mean(result.seconds for result in found[s]) for s in ("exact", "min-cost")}
    return seconds["exact"] / seconds["min-cost"]


def _uas(result: Result) -> float:
    return result.test.uas


def _las(result: Result) -> float:
    return result.test.las
