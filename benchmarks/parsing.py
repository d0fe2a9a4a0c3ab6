"""Parsing from file to file, beside UDPipe, and with two threads."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench import Bench, Skipped, progress
from cores import all_cores
from peers import UDPipe
from table import Row, Section, at_least
from timing import best_times
from training import train

import dodona

_ROUNDS = 10
_UDPIPE_SENTENCES = (300, 600)  # with fewer forms than UDPipe computes ahead, and with more
_THREADS = 2
_FASTER = "{:.1f} times"


def measure(bench: Bench) -> Section:
    """Load a model once; then read, parse and write dev again and again."""
    parser = dodona.load(train(bench, bench.seeds[0]).model)
    sentences = list(dodona.read_conllu(bench.dev))
    words = sum(map(len, sentences))
    contenders: dict[str, Callable[[], object]] = {
        "Dodona": lambda: parse_file(parser, bench.dev, bench.work / "dodona.conllu")
    }
    rows = []
    for count in _UDPIPE_SENTENCES:
        name = f"UDPipe, trained on {count} sentences"
        progress(name)
        try:
            udpipe = UDPipe(bench.train, bench.work / f"udpipe-{count}.model", count)
        except Skipped as skipped:
            rows.append(Row(name, f"skipped: {skipped}"))
            continue
        contenders[name] = partial(udpipe.parse_file, bench.dev, bench.work / "udpipe.conllu")
    times = best_times(contenders, _ROUNDS)
    for name, seconds in times.items():
        rows.append(Row(f"{name}: dev file to file", f"{words / seconds:,.0f} words/s"))
        if name != "Dodona":
            what = f"as fast as {name}"
            rows.append(at_least(what, seconds / times["Dodona"], 40, _FASTER))
    rows.append(
        Row(
            "Dodona: dev file to file",
            f"{len(sentences) / times['Dodona']:,.0f} sentences/s",
            "about 28,000 sentences/s on the machine of the trial",
        )
    )
    return Section(rows + _measure_threads(parser, bench))


def _measure_threads(parser: dodona.Pipeline, bench: Bench) -> list[Row]:
    """One thread beside several, all cores free, on a short file and a long one."""
    with all_cores() as cores:
        if cores < _THREADS:
            return [Row(f"{_THREADS} threads", "skipped: there is one core only")]
        outputs = {threads: bench.work / f"{threads}.conllu" for threads in (1, _THREADS)}
        rows = []
        for part, path in (("dev", bench.dev), ("train", bench.train)):
            runs = {
                str(threads): partial(parse_file, parser, path, output, threads)
                for threads, output in outputs.items()
            }
            times = best_times(runs, _ROUNDS)
            ratio = times["1"] / times[str(_THREADS)]
            equal = len({output.read_bytes() for output in outputs.values()}) == 1
            what = f"{_THREADS} threads as fast as 1, {part} file to file"
            rows.append(
                Row(what, f"{_FASTER.format(ratio)}; output {'equal' if equal else 'DIFFERENT'}")
            )
    return rows


def parse_file(parser: dodona.Pipeline, source: Path, destination: Path, threads: int = 1) -> None:
    """Read a file, parse it with the tags it has, and write it."""
    sentences = parser.parse(dodona.read_conllu(source), threads=threads)
    with destination.open("wb") as stream:
        dodona.write_conllu(sentences, stream)
