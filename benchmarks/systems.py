"""All transition systems beside each other: training, memory, speed and scores.

Each is trained with its default oracle and templates by the command, in a process of its own.
"""

from functools import partial

from bench import Bench, Skipped, progress, treebank
from scoring import score
from table import Row, Section, at_least, at_most
from timing import best_times
from training import Training, train

import dodona
from dodona.experiments.formats import markdown
from dodona.systems import system_names

_TREEBANKS = ("conllx_danish", "en_ewt")
_ROUNDS = 10
_BASELINE = "arc-eager"
_SPEED_BARS = {"arc-hybrid": 0.7, "arc-standard": 0.7, "covington": 0.25}
_TABULAR_BARS = {"arc-standard": 2.3, "lr-spine": 8}
_TABULAR = {"arc-standard": "tabular"}  # the loss that fills the table of the paper
_TIMES = "{:.2f} times"


def measure(bench: Bench) -> Section:
    """Train on each treebank with one seed, and parse its test file."""
    rows: list[Row] = []
    cells: list[tuple[str, ...]] = []
    for name in _TREEBANKS:
        try:
            more_rows, more_cells = _measure_treebank(bench, name)
        except Skipped as skipped:
            more_rows, more_cells = [Row(name, f"skipped: {skipped}")], []
        rows += more_rows
        cells += more_cells
    header = (
        "treebank",
        "system",
        "training",
        "peak memory",
        "sentences/s",
        "as fast as arc-eager",
        "test UAS",
        "test LAS",
    )
    note = (
        "Each system with its defaults for oracle, templates, iterations and non-projective trees, "
        f"seed {bench.seeds[0]}. The time of training is that of its iterations. Speed: sentences "
        "of the test file in memory to sentences with trees. Scores of all words, full labels."
    )
    return Section(rows, f"{note}\n\n{markdown(header, cells)}")


def _measure_treebank(bench: Bench, name: str) -> tuple[list[Row], list[tuple[str, ...]]]:
    test = treebank(name, "test")
    sentences = list(dodona.read_conllu(test))
    seed = bench.seeds[0]
    trainings = {system: train(bench, seed, name, system) for system in system_names()}
    parsers: dict[str, dodona.Parser] = {
        system: dodona.load(training.model).part("parser") for system, training in trainings.items()
    }
    times = best_times(
        {system: partial(parser.parse_batch, sentences) for system, parser in parsers.items()},
        _ROUNDS,
    )
    cells: list[tuple[str, ...]] = []
    for system, parser in parsers.items():
        found = score(parser, test)
        progress(f"{name}, {system}: LAS {found.las:.2f}")
        cells.append(
            (
                name,
                system,
                f"{trainings[system].seconds_of_iterations:.1f} s",
                _memory(trainings[system]),
                f"{len(sentences) / times[system]:,.0f}",
                f"{times[_BASELINE] / times[system]:.2f}",
                f"{found.uas:.2f}",
                f"{found.las:.2f}",
            )
        )
    rows = [
        at_least(
            f"{name}: {system} parses as fast as {_BASELINE}",
            times[_BASELINE] / times[system], bar, _TIMES,
        )
        for system, bar in _SPEED_BARS.items()
    ]  # fmt: skip
    for system, bar in _TABULAR_BARS.items():
        static = train(bench, seed, name, system, "static").seconds_of_iterations
        tabular = trainings[system]
        if system in _TABULAR:
            tabular = train(bench, seed, name, system, loss=_TABULAR[system])
        ratio = tabular.seconds_of_iterations / static
        what = f"{name}: {system} with its table trains as long as with the static oracle"
        rows.append(at_most(what, ratio, bar, _TIMES))
    return rows, cells


def _memory(training: Training) -> str:
    peak = training.usage.peak_memory
    return "unknown" if peak is None else f"{peak / 1e6:.0f} MB"
