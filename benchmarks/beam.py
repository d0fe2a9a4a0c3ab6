"""A beam of eight: scores, speed and training time beside greedy parsing."""

from statistics import mean

from bench import Bench
from parsing import parse_file
from table import Row, Section, at_least
from timing import best_times
from training import train

import dodona

_BEAM = 8
_ROUNDS = 10


def measure(bench: Bench) -> Section:
    """Train with each seed and score; then parse dev with both kinds of models in turn."""
    gold = list(dodona.read_conllu(bench.dev))
    trainings = [train(bench, seed, beam=_BEAM) for seed in bench.seeds]
    parsers = [dodona.load(training.model) for training in trainings]
    scores = [dodona.evaluate(gold, parser.parse(gold), "full").all_words for parser in parsers]
    greedy = train(bench, bench.seeds[0])
    contenders = {"greedy": dodona.load(greedy.model), f"beam {_BEAM}": parsers[0]}
    runs = {
        name: lambda parser=parser: parse_file(parser, bench.dev, bench.work / "beam.conllu")
        for name, parser in contenders.items()
    }
    times = best_times(runs, _ROUNDS)
    speeds = {name: len(gold) / seconds for name, seconds in times.items()}
    of = f"mean of {len(trainings)}" if len(trainings) > 1 else "1 seed"
    seconds = mean(training.seconds_of_iterations for training in trainings)
    rows = [
        Row(f"UAS on dev, beam {_BEAM} ({of})", f"{mean(score.uas for score in scores):.2f}"),
        at_least(
            f"LAS on dev, beam {_BEAM} ({of})", mean(score.las for score in scores), 88.8, "{:.2f}"
        ),
        at_least(
            f"beam {_BEAM}: dev file to file", speeds[f"beam {_BEAM}"], 4000, "{:,.0f} sentences/s"
        ),
        Row("greedy: dev file to file, in the same run", f"{speeds['greedy']:,.0f} sentences/s"),
        Row(f"{bench.iterations} iterations on train, beam {_BEAM} ({of})", f"{seconds:.1f} s"),
        Row(
            "the same beside greedy training",
            f"{seconds / greedy.seconds_of_iterations:.1f} times",
        ),
    ]
    return Section(rows)
