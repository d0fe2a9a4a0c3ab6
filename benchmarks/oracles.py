"""The dynamic oracle of each transition system beside its static one, on dev."""

from collections.abc import Sequence
from functools import partial
from statistics import mean

from bench import Bench, systems_for_any_length
from scoring import in_parallel, train_and_score
from table import Section, above

from dodona.experiments.formats import markdown, spread
from dodona.options import Kind, Oracle
from dodona.parser.settings import Settings

_ORACLES: tuple[Oracle, ...] = ("static", "dynamic")


def measure(bench: Bench) -> Section:
    """Train all systems with both oracles and all seeds, with their default templates."""
    return compare(bench, "linear", bench.seeds, None, 0.0)


def compare(
    bench: Bench, kind: Kind, seeds: Sequence[int], iterations: int | None, gain: float
) -> Section:
    """All systems with both oracles; the dynamic one should be so much above the static one."""
    calls = {}
    for system in systems_for_any_length():
        for oracle in _ORACLES:
            for seed in seeds:
                settings = Settings(
                    kind=kind,
                    system=system,
                    oracle=oracle,
                    seed=seed,
                    iterations=bench.iterations if bench.quick else iterations,
                )
                calls[system, oracle, seed] = partial(
                    train_and_score, settings, bench.train, (bench.dev, bench.test)
                )
    scores = in_parallel(calls)
    rows = []
    cells = []
    for system in systems_for_any_length():
        found = {oracle: [scores[system, oracle, seed] for seed in seeds] for oracle in _ORACLES}
        las = {oracle: mean(dev.las for dev, _ in found[oracle]) for oracle in _ORACLES}
        what = f"{system}: LAS on dev with the dynamic oracle"
        bar = las["static"] + gain
        rows.append(above(what, las["dynamic"], bar, "{:.2f}", f"static {las['static']:.2f}"))
        for oracle in _ORACLES:
            dev, test = zip(*found[oracle], strict=True)
            shown = [
                spread([getattr(score, name) for score in part])
                for part in (dev, test)
                for name in ("uas", "las")
            ]
            cells.append((system, oracle, *shown))
    header = ("system", "oracle", "dev UAS", "dev LAS", "test UAS", "test LAS")
    often = f"{iterations} iterations" if iterations else "default iterations"
    note = (
        f"Scores of all words, full labels, default templates, {often}, none chosen on dev; "
        f"mean and standard deviation over seeds {', '.join(map(str, seeds))}."
    )
    return Section(rows, f"{note}\n\n{markdown(header, cells)}")
