"""Attachment scores of the training regimes, and what pruning does to them.

No dev treebank is given to training: a model chosen on dev would score too well there. Scores do
not depend on time, so all cores train at once here.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

from bench import Bench
from peers import PUBLISHED
from scoring import in_parallel, score
from table import Section, at_least, at_most

from dodona.evaluation import Score
from dodona.experiments.formats import markdown, spread
from dodona.options import TrainingOptions
from dodona.parser.settings import Settings
from dodona.parser.training import Trainer

_NO_LIMIT = 1e9
_FEATURES = ("zhang-nivre-extended", "zhang-nivre")
_REGIMES: dict[str, dict[str, Any]] = {
    "dynamic, explore": {"oracle": "dynamic", "policy": "explore"},
    "dynamic, ambiguity": {"oracle": "dynamic", "policy": "ambiguity"},
    "static": {"oracle": "static"},
}


@dataclass(frozen=True)
class Result:
    """The scores of one model, of all words and with full labels."""

    dev: Score
    test: Score
    unpruned_dev: Score


Results = dict[tuple[str, str], list[Result]]


def measure(bench: Bench) -> Section:
    """Train with all template sets, regimes and seeds."""
    results = _train_all(bench)
    default, static = results[_FEATURES[0], "dynamic, explore"], results[_FEATURES[0], "static"]
    dev_las = mean(result.dev.las for result in default)
    above_static = dev_las - mean(result.dev.las for result in static)
    lost = mean(result.unpruned_dev.las for result in default) - dev_las
    test_uas = mean(result.test.uas for result in default)
    test_las = mean(result.test.las for result in default)
    peer, (peer_uas, peer_las) = max(PUBLISHED.items(), key=lambda entry: entry[1][1])
    shown = "{:.2f}"
    rows = [
        at_least("LAS on dev, defaults: dynamic oracle, explore", dev_las, 87.2, shown),
        at_least("the same, above the static oracle", above_static, 1.2, shown),
        at_most("LAS on dev, lost by pruning", lost, 0.1, shown),
        at_least(f"UAS on test, beside {peer}", test_uas, peer_uas, shown),
        at_least(f"LAS on test, beside {peer}", test_las, peer_las, shown),
    ]
    return Section(rows, _details(bench, results))


def _train_all(bench: Bench) -> Results:
    calls = {}
    for features in _FEATURES:
        for regime, oracle in _REGIMES.items():
            for seed in bench.seeds:
                settings = Settings(
                    features=features, iterations=bench.iterations, seed=seed, **oracle
                )
                calls[features, regime, seed] = partial(
                    _train_and_score, settings, bench.train, bench.dev, bench.test
                )
    results: Results = {(features, regime): [] for features, regime, _ in calls}
    for (features, regime, _), result in in_parallel(calls).items():
        results[features, regime].append(result)
    return results


def _train_and_score(settings: Settings, train: Path, dev: Path, test: Path) -> Result:
    trainer = Trainer(train, None, settings)
    for _ in trainer.run():
        pass
    parser = trainer.parser()
    unlimited: TrainingOptions = {**settings.options, "megabytes": _NO_LIMIT}
    # The same weights once more, all of them: that spares a second training.
    trainer.settings = Settings(**unlimited)
    return Result(score(parser, dev), score(parser, test), score(trainer.parser(), dev))


def _details(bench: Bench, results: Results) -> str:
    """All regimes, and the peers as they were published."""
    header = (
        "templates",
        "regime",
        "dev UAS",
        "dev LAS",
        "LAS above static",
        "test UAS",
        "test LAS",
    )
    rows = []
    for (features, regime), found in results.items():
        static = mean(result.dev.las for result in results[features, "static"])
        las = [result.dev.las for result in found]
        cells = [
            spread([result.dev.uas for result in found]),
            spread(las),
            f"{mean(las) - static:+.2f}" if regime != "static" else "",
            spread([result.test.uas for result in found]),
            spread([result.test.las for result in found]),
        ]
        rows.append((features, regime, *cells))
    for peer, published in PUBLISHED.items():
        rows.append(("*published*", peer, "", "", "", *map("{:.2f}".format, published)))
    seeds = ", ".join(map(str, bench.seeds))
    return (
        f"Scores of all words, full labels, gold tags, greedy, {bench.iterations} iterations, none "
        f"of them chosen on dev; mean and standard deviation over seeds {seeds}.\n\n"
        + markdown(header, rows)
    )
