"""A beam of eight with the global dynamic oracle: non-projective trees learned from or skipped.

One seed, since training with a beam takes its time.
"""

from statistics import mean

from bench import Bench, Skipped, treebanks
from nonprojective import TREEBANKS, train_and_score
from table import Section, at_least

from dodona.experiments.formats import markdown
from dodona.options import Nonprojective

_BEAM = 8
_STRATEGIES: tuple[Nonprojective, ...] = ("skip", "min-cost")


def measure(bench: Bench) -> Section:
    """Train with both strategies on each treebank that is there."""
    folders = [treebanks() / name for name in TREEBANKS if (treebanks() / name).is_dir()]
    if not folders:
        raise Skipped(f"there is none of {', '.join(TREEBANKS)} in {treebanks()}")
    cells = []
    gains = []
    for folder in folders:
        skipped, used = (
            train_and_score(bench, folder, strategy, bench.seeds[0], _BEAM).test
            for strategy in _STRATEGIES
        )
        gains.append(used.uas - skipped.uas)
        scores = [f"{score.uas:.2f} / {score.las:.2f}" for score in (skipped, used)]
        cells.append((folder.name, *scores, f"{gains[-1]:+.2f}"))
    what = f"beam {_BEAM}: UAS gained by min-cost over skip, mean"
    rows = [at_least(what, mean(gains), 0.63, "{:+.2f}")]
    note = (
        f"UAS / LAS on test, all words, full labels, gold tags, arc-eager, beam {_BEAM}, dynamic "
        f"oracle with restarts, {bench.iterations} iterations, seed {bench.seeds[0]}."
    )
    header = ("treebank", *_STRATEGIES, "UAS gained")
    return Section(rows, f"{note}\n\n{markdown(header, cells)}")
