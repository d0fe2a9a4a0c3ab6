"""Neural pipelines beside linear ones on other treebanks: where do they pay, and how much?"""

from collections import defaultdict
from pathlib import Path
from statistics import mean

from bench import Bench, Skipped, treebanks
from neural import train_neural
from pipeline import score, train_pipeline
from table import Row, Section, above
from votes import VOTE

import dodona
from dodona.evaluation.conll18 import MetricName
from dodona.experiments.formats import markdown

# The first two are small; the mean over the others is what the bar is for.
_SMALL = ("be_hse_r2.0", "ta_ttb")
_TREEBANKS = (
    "hu_szeged",
    "el_gdt",
    "tr_imst_r2.0",
    "nl_lassysmall_r2.0",
    "pt_bosque",
    "grc_agdt2.1",
)
_METRICS: tuple[MetricName, ...] = ("UPOS", "UFeats", "Lemmas", "UAS", "LAS")
_GAIN = 0.5


def measure(bench: Bench) -> Section:
    """Train all kinds on each treebank that is there; everything predicted from gold words."""
    cells: list[tuple[str, ...]] = []
    las: dict[str, list[float]] = defaultdict(list)
    for name in (*_SMALL, *_TREEBANKS):
        folder = treebanks() / name
        if not folder.is_dir():
            continue
        train, dev, test = (
            next(folder.glob(f"*-{part}.conll*")) for part in ("train", "dev", "test")
        )
        sentences = sum(1 for _ in dodona.read_conllu(train))
        for kind, model in _models(bench, train, dev).items():
            scores = score(dodona.load(model), test, None)
            shown = (f"{scores[metric]:.2f}" for metric in _METRICS)
            cells.append((name, f"{sentences:,}", kind, *shown))
            if name in _TREEBANKS:
                las[kind].append(scores["LAS"])
    if not cells:
        raise Skipped(f"there is none of {', '.join(_TREEBANKS)} in {treebanks()}")
    return Section(_means(las), markdown(("treebank", "sentences", "kind", *_METRICS), cells))


def _models(bench: Bench, train: Path, dev: Path) -> dict[str, Path]:
    return {
        "linear": train_pipeline(bench, train, dev),
        "beam 8": train_pipeline(bench, train, dev, "--beam=8"),
        "three votes": train_pipeline(bench, train, dev, f"--vote={','.join(VOTE)}"),
        "neural": train_neural(bench, train, dev, 1)[0],
    }


def _means(las: dict[str, list[float]]) -> list[Row]:
    """The mean LAS of each kind; neural models should be well above beams."""
    count = len(las["linear"])
    if not count:
        return []
    rows = [
        Row(f"{kind}: mean LAS over {count}", f"{mean(values):.2f}") for kind, values in las.items()
    ]
    bar = mean(las["beam 8"]) + _GAIN
    return [*rows, above("neural: mean LAS", mean(las["neural"]), bar, "{:.2f}", "with a beam")]
