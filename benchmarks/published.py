"""Covington's systems beside published scores of the same systems.

Fernández-González & Gómez-Rodríguez 2017, Table 3 (the LAS for Basque: their 2015 paper, whose
figure is higher): trained on the official train file, scored on the official test file, all words.
"""

from functools import partial
from statistics import mean

from bench import Bench, Skipped, treebank
from scoring import in_parallel, train_and_score
from table import Row, Section, at_least

from dodona.experiments.formats import markdown, spread
from dodona.parser.settings import Settings

# Treebank, system, LAS and UAS.
_PUBLISHED = (
    ("conllx_danish", "covington", 82.75, 86.91),
    ("conllx_danish", "covington-nonmonotonic", 82.68, 86.94),
    ("conll2007_eus", "covington", 70.27, 77.49),
)
_USUAL_SEEDS = 5


def measure(bench: Bench) -> Section:
    """Train with the dynamic oracles and all seeds."""
    seeds = bench.first_seeds(_USUAL_SEEDS)
    rows: list[Row] = []
    calls = {}
    for name, system, _, _ in _PUBLISHED:
        try:
            files = treebank(name, "train"), (treebank(name, "test"),)
        except Skipped as skipped:
            rows.append(Row(f"{name}, {system}", f"skipped: {skipped}"))
            continue
        for seed in seeds:
            iterations = bench.iterations if bench.quick else None
            settings = Settings(system=system, seed=seed, iterations=iterations)
            calls[name, system, seed] = partial(train_and_score, settings, *files)
    scores = in_parallel(calls)
    cells = []
    for name, system, las_bar, uas_bar in _PUBLISHED:
        if (name, system, seeds[0]) not in scores:
            continue
        las = [scores[name, system, seed][0].las for seed in seeds]
        uas = [scores[name, system, seed][0].uas for seed in seeds]
        rows.append(at_least(f"{name}, {system}: LAS on test", mean(las), las_bar, "{:.2f}"))
        rows.append(at_least(f"{name}, {system}: UAS on test", mean(uas), uas_bar, "{:.2f}"))
        cells.append((name, system, spread(uas), spread(las), f"{uas_bar:.2f}", f"{las_bar:.2f}"))
    header = ("treebank", "system", "UAS", "LAS", "published UAS", "published LAS")
    note = (
        "Dynamic oracles (of the non-monotonic system: the loss `upper`), default templates and "
        "iterations, official files, all words, full labels; mean and standard deviation over "
        f"seeds {', '.join(map(str, seeds))}."
    )
    return Section(rows, f"{note}\n\n{markdown(header, cells)}")
