"""Training with the command: time, memory and the size of the model."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import mean

from bench import Bench, progress, treebank
from process import Usage, dodona_command, run_measured
from table import Row, Section, at_most


@dataclass(frozen=True)
class Training:
    """A model file, and what the process that made it needed."""

    model: Path
    seconds_of_iterations: float
    usage: Usage


def measure(bench: Bench) -> Section:
    """Train with each seed."""
    trainings = [train(bench, seed) for seed in bench.seeds]
    of = f"mean of {len(trainings)}" if len(trainings) > 1 else "1 seed"
    rows = [
        at_most(
            f"{bench.iterations} iterations on train ({of})",
            mean(training.seconds_of_iterations for training in trainings), 35, "{:.1f} s",
        ),
        Row(
            f"`dodona train`, from its start to the model file ({of})",
            f"{mean(training.usage.seconds for training in trainings):.1f} s",
        ),
    ]  # fmt: skip
    peaks = [training.usage.peak_memory for training in trainings]
    if None in peaks:
        rows.append(Row("peak memory of `dodona train`", "skipped: the system does not tell it"))
    else:
        peak = max(peak / 1e6 for peak in peaks if peak is not None)
        rows.append(at_most("peak memory of `dodona train` (largest)", peak, 700, "{:.0f} MB"))
    size = max(training.model.stat().st_size / 1e6 for training in trainings)
    rows.append(at_most("model file (largest)", size, 8, "{:.2f} MB"))
    return Section(rows)


@cache
def train(
    bench: Bench,
    seed: int,
    name: str = "en_ewt",
    system: str = "arc-eager",
    oracle: str = "dynamic",
    beam: int = 1,
    loss: str | None = None,
) -> Training:
    """Train with the defaults of a system and one seed; other sections use the model, too."""
    what = f"{system}, {oracle}, seed {seed}, beam {beam}, {loss or 'default'} loss"
    progress(f"dodona train on {name}: {what}")
    stem = f"{name}-{system}-{oracle}-{beam}-{loss}-{seed}"
    model, log = bench.work / f"{stem}.dodona", bench.work / f"{stem}.jsonl"
    files = (f"--train={treebank(name, 'train')}", f"--log={log}", f"--output={model}")
    options = [f"--system={system}", f"--oracle={oracle}", f"--seed={seed}", f"--beam={beam}"]
    if loss is not None:
        options.append(f"--loss={loss}")
    if bench.quick:
        options.append(f"--iterations={bench.iterations}")
    usage = run_measured(dodona_command("train", *files, *options))
    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    seconds = sum(entry["seconds"] for entry in entries if "iteration" in entry)
    progress(f"{seconds:.1f} s of {usage.seconds:.1f} s")
    return Training(model, seconds, usage)
