"""Neural pipelines beside linear ones on treebanks of 200 to 1,700 sentences: where does it pay?"""

from bench import Bench, Skipped, treebanks
from neural import train_neural
from pipeline import score, train_pipeline
from table import Section

import dodona
from dodona.evaluation.conll18 import MetricName
from dodona.experiments.formats import markdown

_TREEBANKS = ("be_hse_r2.0", "ta_ttb", "hu_szeged", "el_gdt")
_METRICS: tuple[MetricName, ...] = ("UPOS", "UFeats", "Lemmas", "UAS", "LAS")


def measure(bench: Bench) -> Section:
    """Train both kinds on each treebank that is there; everything predicted from gold words."""
    cells: list[tuple[str, ...]] = []
    for name in _TREEBANKS:
        folder = treebanks() / name
        if not folder.is_dir():
            continue
        train, dev, test = (
            next(folder.glob(f"*ud-{part}.conllu")) for part in ("train", "dev", "test")
        )
        sentences = sum(1 for _ in dodona.read_conllu(train))
        models = {
            "linear": train_pipeline(bench, train, dev),
            "neural": train_neural(bench, train, dev, 1)[0],
        }
        for kind, model in models.items():
            scores = score(dodona.load(model), test, None)
            shown = (f"{scores[metric]:.2f}" for metric in _METRICS)
            cells.append((name, f"{sentences:,}", kind, *shown))
    if not cells:
        raise Skipped(f"there is none of {', '.join(_TREEBANKS)} in {treebanks()}")
    return Section([], markdown(("treebank", "sentences", "kind", *_METRICS), cells))
