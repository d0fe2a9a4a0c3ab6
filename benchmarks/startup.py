"""How long the command takes when there is next to nothing to do."""

import statistics
import sys
import time
from functools import partial
from itertools import islice

from bench import Bench
from process import dodona_command, run
from table import Row, Section, at_most
from timing import best_times
from training import train

from dodona import read_conllu, write_conllu

_ROUNDS = 10


def measure(bench: Bench) -> Section:
    """Time whole processes; a Python that does nothing is the least that is possible."""
    model = train(bench, bench.seeds[0]).model
    sentence = bench.work / "sentence.conllu"
    write_conllu(islice(read_conllu(bench.dev), 1), sentence)
    commands = {
        "Python alone": [sys.executable, "-c", "pass"],
        "`dodona --version`": dodona_command("--version"),
        "`dodona parse` on one sentence": dodona_command("parse", model, sentence),
    }
    times = best_times(
        {name: partial(run, command) for name, command in commands.items()},
        rounds=5,
    )
    rows = [Row(name, f"{1000 * seconds:.0f} ms") for name, seconds in times.items()]
    return Section([*rows, _first_sentence()])


def _first_sentence() -> Row:
    """What one who sends a sentence to the English model has to wait for."""
    times = []
    for _ in range(_ROUNDS):
        start = time.perf_counter()
        run(dodona_command("parse"), b"Hi.\n")
        times.append(time.perf_counter() - start)
    what = f'`echo "Hi." | dodona parse` (median of {_ROUNDS})'
    return at_most(what, statistics.median(times), 0.25, "{:.3f} s")
