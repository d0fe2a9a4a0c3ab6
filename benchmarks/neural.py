"""Neural pipelines on English: scores, time and memory of training, speed beside UDPipe.

DODONA_VECTORS names a file of pretrained vectors; without it the rows that need some are left out.
"""

import os
from functools import partial
from pathlib import Path
from statistics import mean

from bench import Bench, Skipped, progress
from peers import UDPipe
from pipeline import UDPIPE_SENTENCES, parse_text, raw_text, score
from process import Usage, dodona_command, run_measured
from table import Row, Section, at_least, at_most
from timing import best_times

import dodona
from dodona.evaluation.conll18 import METRICS, MetricName
from dodona.experiments.formats import markdown

_ROUNDS = 5
_VECTOR_MEGABYTES = 15
_BARS: dict[MetricName, float] = {"UPOS": 96.0, "XPOS": 95.4, "UFeats": 96.7, "Lemmas": 97.1}
_LAS_BARS = {"no vectors": 84.8, "vectors": 85.8}


def measure(bench: Bench) -> Section:
    """Train with the defaults; the best iteration is chosen on dev."""
    text = bench.work / "test.txt"
    text.write_text(raw_text(bench.test), encoding="utf-8")
    vectors = os.environ.get("DODONA_VECTORS")
    rows: list[Row] = []
    cells: list[tuple[str, ...]] = []
    for name, source in (("no vectors", None), ("vectors", vectors)):
        if name == "vectors" and source is None:
            rows.append(Row("vectors", "skipped: DODONA_VECTORS names no file"))
            continue
        found = []
        for seed in bench.seeds:
            model, usage = train_neural(bench, bench.train, bench.dev, seed, source)
            nlp = dodona.load(model)
            found.append(score(nlp, bench.test, None))
            raw = score(nlp, bench.test, text)
            for part, scores in (("gold words", found[-1]), ("raw text", raw)):
                cells.append((name, str(seed), part, *(f"{scores[m]:.2f}" for m in METRICS)))
        bars: dict[MetricName, float] = {"LAS": _LAS_BARS[name]}
        if name == "vectors":
            bars |= _BARS
        rows += [
            at_least(
                f"{metric} on test, gold words, {name}, mean of {len(found)}",
                mean(each[metric] for each in found),
                bar,
                "{:.2f}",
            )
            for metric, bar in bars.items()
        ]
        rows += [
            at_most(f"training, {name}", usage.seconds / 60, 12, "{:.1f} minutes"),
            at_most(f"its memory, {name}", (usage.peak_memory or 0) / 1e6, 1000, "{:,.0f} MB"),
            Row(f"model file, {name}", f"{model.stat().st_size / 1e6:.1f} MB"),
            *_speed(bench, name, model, text),
        ]
    return Section(rows, markdown(("kind", "seed", "test part", *METRICS), cells))


def train_neural(
    bench: Bench, train: Path, dev: Path, seed: int, vectors: str | None = None
) -> tuple[Path, Usage]:
    """A neural pipeline, trained with the command, and what that needed."""
    name = f"{train.name}-neural-{seed}{'-vectors' * (vectors is not None)}"
    progress(f"dodona train --pipeline --kind neural: {name}")
    model = bench.work / f"{name}.dodona"
    options = ["--pipeline", "--kind=neural", f"--train={train}", f"--dev={dev}", f"--seed={seed}"]
    if vectors is not None:
        options += [f"--vectors={vectors}", f"--megabytes={_VECTOR_MEGABYTES}"]
    if bench.quick:
        options.append(f"--iterations={bench.iterations}")
    return model, run_measured(dodona_command("train", *options, f"--output={model}"))


def _speed(bench: Bench, name: str, model: Path, text: Path) -> list[Row]:
    """Raw text in, CoNLL-U out, models loaded before."""
    words = sum(map(len, dodona.read_conllu(bench.test)))
    out = bench.work / "text.conllu"
    contenders = {"Dodona": partial(parse_text, dodona.load(model), text, out)}
    try:
        udpipe = UDPipe(bench.train, bench.work / "udpipe", UDPIPE_SENTENCES, whole=True)
        contenders["UDPipe"] = partial(udpipe.parse_file, text, bench.work / "udpipe.conllu")
    except Skipped as skipped:
        return [Row("UDPipe", f"skipped: {skipped}")]
    times = best_times(contenders, _ROUNDS)
    speed, ratio = words / times["Dodona"], times["UDPipe"] / times["Dodona"]
    return [
        at_least(f"raw text to CoNLL-U, {name}", speed, 30_000, "{:,.0f} words/s"),
        at_least(f"as fast as UDPipe, {name}", ratio, 6, "{:.1f} times"),
    ]
