"""The recipe of the English model on other languages, without a change: scores from raw text."""

from bench import Bench, Skipped, treebanks
from pipeline import raw_text, score, train_pipeline
from table import Section

import dodona
from dodona.evaluation.conll18 import METRICS
from dodona.experiments.formats import markdown

# Published for UDPipe 1 on other versions of the treebanks, for orientation: LAS from raw text.
_TREEBANKS = {"hu_szeged": 67.2, "tr_imst_r2.0": 55.1, "el_gdt": 83.0, "zh_gsd_r1.4": 57.8}


def measure(bench: Bench) -> Section:
    """Train on each treebank that is there; the best iteration is chosen on its dev part."""
    cells: list[tuple[str, ...]] = []
    for name, published in _TREEBANKS.items():
        folder = treebanks() / name
        if not folder.is_dir():
            cells.append((name, "skipped: it is not there"))
            continue
        train, dev, test = (
            next(folder.glob(f"*{part}*.conllu")) for part in ("train", "dev", "test")
        )
        nlp = dodona.load(train_pipeline(bench, train, dev))
        text = bench.work / f"{name}.txt"
        text.write_text(raw_text(test), encoding="utf-8")
        for part, source in (("gold words", None), ("raw text", text)):
            scores = score(nlp, test, source)
            compared = f"{published}" if source else ""
            cells.append((name, part, *(f"{scores[m]:.2f}" for m in METRICS), compared))
    if all(len(row) == 2 for row in cells):
        raise Skipped(f"there is none of {', '.join(_TREEBANKS)} in {treebanks()}")
    header = ("treebank", "from", *METRICS, "UDPipe 1, LAS")
    return Section([], markdown(header, cells))
