"""The whole way from raw English text to trees: scores, speed beside UDPipe, memory, start-up."""

import hashlib
import subprocess
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from bench import Bench, Skipped, progress
from cores import all_cores
from peers import UDPipe
from process import dodona_command, run
from streaming import stream_rows
from table import Row, Section, at_least, at_most
from timing import best_times

import dodona
from dodona.evaluation import evaluate_ud
from dodona.evaluation.conll18 import METRICS, MetricName
from dodona.experiments.formats import markdown
from dodona.pipeline.inputs import Input

_BEAM = 8
_ROUNDS = 5
UDPIPE_SENTENCES = 600
_GOLD_BARS: dict[MetricName, float] = {"UPOS": 95.0, "XPOS": 94.5, "UFeats": 95.6, "Lemmas": 96.6}
_RAW_BARS: dict[MetricName, float] = {"Words": 98.9, "Sentences": 82.0}

Scores = dict[MetricName, float]


def measure(bench: Bench) -> Section:
    """Train with the defaults and with a beam; the best iteration is chosen on dev."""
    text = bench.work / "test.txt"
    text.write_text(raw_text(bench.test), encoding="utf-8")
    models = {beam: _with_beam(bench, beam) for beam in (1, _BEAM)}
    gold = {beam: score(dodona.load(model), bench.test, None) for beam, model in models.items()}
    raw = {beam: score(dodona.load(model), bench.test, text) for beam, model in models.items()}
    shown = "{:.2f}"
    rows = [
        at_least(f"{name} on test, raw text", raw[1][name], bar, shown)
        for name, bar in _RAW_BARS.items()
    ]
    rows += [
        at_least(f"{name} on test, gold words", gold[1][name], bar, shown)
        for name, bar in _GOLD_BARS.items()
    ]
    rows += [
        at_least("LAS on test, gold words, greedy", gold[1]["LAS"], 82.0, shown),
        at_least(f"LAS on test, gold words, beam {_BEAM}", gold[_BEAM]["LAS"], 83.5, shown),
        at_least(f"LAS on test, raw text, beam {_BEAM}", raw[_BEAM]["LAS"], 79.5, shown),
        at_most("model file", models[1].stat().st_size / 1e6, 15, "{:.1f} MB"),
    ]
    rows += _speed(bench, models, text) + _start_up(models[1])
    rows += stream_rows(models[1], text.read_bytes(), bench.stream_megabytes // 10, "a text")
    rows += [_threads(models[1], text)]
    header = ("test part", "parser", *METRICS)
    cells = [
        (part, "greedy" if beam == 1 else f"beam {beam}", *(f"{s[name]:.2f}" for name in METRICS))
        for part, scores in (("gold words", gold), ("raw text", raw))
        for beam, s in scores.items()
    ]
    return Section(rows, markdown(header, cells))


def raw_text(treebank: Path) -> str:
    """The text of a treebank, with a blank line after each paragraph."""
    from dodona.tokenizer.gold import raw_text as text_of  # which builds of the past lack

    return text_of(list(dodona.read_conllu(treebank)))


@cache
def _with_beam(bench: Bench, beam: int) -> Path:
    return train_pipeline(bench, bench.train, bench.dev, f"--beam={beam}")


def train_pipeline(bench: Bench, train: Path, dev: Path, *options: str) -> Path:
    """A model with all parts, trained with the command: its defaults, and these options."""
    progress(f"dodona train --pipeline on {train.name} {' '.join(options)}")
    model = bench.work / f"{train.name}{''.join(options)}.dodona"
    given = ["--pipeline", f"--train={train}", f"--dev={dev}", *options]
    if bench.quick:
        given.append(f"--iterations={bench.iterations}")
    run(dodona_command("train", *given, f"--output={model}"))
    return model


def score(nlp: dodona.Pipeline, test: Path, text: Path | None) -> Scores:
    """F1 of all metrics, from raw text, or else from the words of the treebank."""
    gold = list(dodona.read_conllu(test))
    if text is None:
        system = nlp.parse(gold, tag=True)
    else:
        batches = nlp.parse_batches(Input(text, nlp, input="text").batches())
        system = (sentence for batch in batches for sentence in batch)
    found = evaluate_ud(gold, system)
    return {name: found[name].f1 for name in METRICS}


def _speed(bench: Bench, models: dict[int, Path], text: Path) -> list[Row]:
    """Raw text in, CoNLL-U out, models loaded before."""
    words = sum(map(len, dodona.read_conllu(bench.test)))
    contenders: dict[str, Callable[[], object]] = {
        f"Dodona, {'greedy' if beam == 1 else f'beam {beam}'}": partial(
            parse_text, dodona.load(model), text, bench.work / "text.conllu"
        )
        for beam, model in models.items()
    }
    rows = []
    try:
        udpipe = UDPipe(bench.train, bench.work / "udpipe", UDPIPE_SENTENCES, whole=True)
        contenders["UDPipe"] = partial(udpipe.parse_file, text, bench.work / "udpipe.conllu")
    except Skipped as skipped:
        rows.append(Row("UDPipe", f"skipped: {skipped}"))
    times = best_times(contenders, _ROUNDS)
    for name, seconds in times.items():
        what, speed = f"{name}: raw text to CoNLL-U", words / seconds
        if name == "Dodona, greedy":
            rows.append(at_least(what, speed, 60_000, "{:,.0f} words/s"))
        else:
            rows.append(Row(what, f"{speed:,.0f} words/s"))
    if "UDPipe" in times:
        ratio = times["UDPipe"] / times["Dodona, greedy"]
        rows.append(at_least("greedy, as fast as UDPipe", ratio, 10, "{:.1f} times"))
    return rows


def parse_text(nlp: dodona.Pipeline, source: Path, destination: Path) -> None:
    with destination.open("wb") as stream:
        for batch in nlp.parse_batches(Input(source, nlp, input="text").batches()):
            stream.writelines(sentence.raw for sentence in batch)


def _start_up(model: Path) -> list[Row]:
    command = dodona_command("parse", model, "-")
    parse = partial(subprocess.run, command, input=b"Time flies.\n", capture_output=True)
    seconds = best_times({"first sentence": partial(parse, check=True)}, rounds=5)
    return [
        at_most(
            "a first sentence with `dodona parse`, all in",
            seconds["first sentence"],
            0.5,
            "{:.2f} s",
        )
    ]


def _threads(model: Path, text: Path) -> Row:
    data = text.read_bytes() * 10
    with all_cores():
        outputs = {
            hashlib.sha256(
                subprocess.run(
                    dodona_command("parse", model, "-", f"--threads={threads}"),
                    input=data,
                    capture_output=True,
                    check=True,
                ).stdout
            ).digest()
            for threads in (1, 2)
        }
    return Row("output with 1 and 2 threads", "equal" if len(outputs) == 1 else "DIFFERENT")
