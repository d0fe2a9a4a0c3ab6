"""Systems with SWAP, which derive all trees, on the treebanks of the five strategies. One seed."""

from bench import Bench, Skipped, treebanks
from nonprojective import TREEBANKS, Result, train_and_score
from table import Section, at_least

from dodona.experiments.formats import markdown

_SYSTEMS = ("arc-hybrid-swap", "arc-standard-swap", "arc-standard-swap-lazy")

# LAS of the best strategy of arc-eager, the mean of three seeds (section nonprojective).
_BEST_STRATEGY = {
    "la_perseus_r2.0": 50.05,
    "nl_lassysmall_r2.0": 81.45,
    "conllx_dutch": 81.18,
    "grc_agdt2.1": 60.89,
}


def measure(bench: Bench) -> Section:
    """Train with each system on each treebank that is there."""
    folders = [treebanks() / name for name in TREEBANKS if (treebanks() / name).is_dir()]
    if not folders:
        raise Skipped(f"there is none of {', '.join(TREEBANKS)} in {treebanks()}")
    cells = []
    above = 0
    for folder in folders:
        results = [
            train_and_score(bench, folder, None, bench.seeds[0], system=system)
            for system in _SYSTEMS
        ]
        best = max(result.test.las for result in results)
        above += best > _BEST_STRATEGY.get(folder.name, 100.0)
        cells.append((folder.name, *map(_cell, results)))
    rows = [at_least("treebanks on which one is above the best strategy", above, 2, "{:.0f}")]
    note = (
        "UAS / LAS on test, all words, full labels, gold tags, greedy, dynamic oracle, "
        f"{bench.iterations} iterations, seed {bench.seeds[0]}; the time of training is that of "
        "the processor."
    )
    return Section(rows, f"{note}\n\n{markdown(('treebank', *_SYSTEMS), cells)}")


def _cell(result: Result) -> str:
    return f"{result.test.uas:.2f} / {result.test.las:.2f} ({result.seconds:.0f} s)"
