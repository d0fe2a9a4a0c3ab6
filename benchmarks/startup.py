"""How long the command takes when there is next to nothing to do."""

import sys
from functools import partial
from itertools import islice

from bench import Bench
from process import dodona_command, run
from table import Row, Section
from timing import best_times
from training import train

from dodona import read_conllu, write_conllu


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
    return Section([Row(name, f"{1000 * seconds:.0f} ms") for name, seconds in times.items()])
