"""Our code beside that of another commit (`--against`), in turns: how many times as fast it is.

Each has processes of its own, with its own code and its own English models. The other models are
trained by the other commit's code, on a part of the treebank and briefly, so that they are smaller
than they would be, and are kept beside its build.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from bench import Bench, Skipped, progress
from past import Build, own_environment
from pipeline import raw_text
from table import Row, Section

import dodona
from dodona.experiments.formats import markdown
from dodona.systems import system_names

_ROUNDS = 10
_SENTENCES = 3000
_ITERATIONS = 5
_SECONDS = 0.2  # of a turn, at least

_MODELS = {
    **{name: [f"--system={name}"] for name in system_names()},
    "beam-8": ["--beam=8"],
}
_TASKS = {
    "text en": "whole pipeline, text to CoNLL-U, `en`",
    "text en-accurate": "whole pipeline, text to CoNLL-U, `en-accurate`",
    "tags en": "tagger of `en`, sentences in memory",
    **{f"file {name}": f"parser alone, file to file, {name}" for name in _MODELS},
    "train": "training arc-eager",
}


class _Contender:
    """A process of a build."""

    def __init__(self, python: Path, files: dict[str, Path]) -> None:
        given = json.dumps({name: str(path) for name, path in files.items()})
        program = Path(__file__).with_name("contender.py")
        self._process = subprocess.Popen(
            [python, program, given],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=own_environment(),
        )

    def do(self, task: str, times: int) -> dict[str, float]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([task, times]) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise Skipped(answer["error"])
        return answer

    def close(self) -> None:
        self._process.communicate()


def measure(bench: Bench) -> Section:
    """Do all tasks with both builds."""
    if bench.against is None:
        raise Skipped("name a commit to compare this code with: --against COMMIT")
    build = Build(bench.against)
    files = _files(bench, build)
    contenders = [_Contender(Path(sys.executable), files), _Contender(build.python, files)]
    rows, cells = [], []
    try:
        for task, what in _TASKS.items():
            try:
                cell = _race(contenders, task)
            except Skipped as skipped:
                rows.append(Row(what, f"skipped: {skipped}"))
                continue
            progress(f"{what}: {cell[2]}")
            rows.append(Row(what, f"{cell[2]} times as fast"))
            cells.append((what, *cell))
    finally:
        for contender in contenders:
            contender.close()
    header = ("what", "here", "there", "as fast", "half of the rounds", "by the clock")
    note = (
        f"There: {build.commit} ({build.subject}). Medians of {_ROUNDS} rounds, processor time of "
        f"one run; models but those in the box are trained there on {_SENTENCES} sentences, "
        f"{_ITERATIONS} iterations."
    )
    return Section(rows, f"{note}\n\n{markdown(header, cells)}")


def _race(contenders: Sequence[_Contender], task: str) -> tuple[str, ...]:
    """Times of a task here and there, their ratio, its spread, and the ratio of time gone by."""
    slowest = max(contender.do(task, 1)["processor"] for contender in contenders)
    times = max(1, round(_SECONDS / max(slowest, 1e-3)))
    rounds = [_turns(contenders, task, times, number) for number in range(_ROUNDS)]
    here, there = (median(pair[i]["processor"] for pair in rounds) / times for i in (0, 1))
    elapsed = [median(pair[i]["elapsed"] for pair in rounds) for i in (0, 1)]
    low, _, high = quantiles(b["processor"] / a["processor"] for a, b in rounds)
    return (
        f"{here:.4f} s",
        f"{there:.4f} s",
        f"{there / here:.2f}",
        f"{low:.2f} to {high:.2f}",
        f"{elapsed[1] / elapsed[0]:.2f}",
    )


def _turns(
    contenders: Sequence[_Contender], task: str, times: int, number: int
) -> list[dict[str, float]]:
    """What both contenders need in a round; in every other one the second is the first."""
    order = (0, 1) if number % 2 else (1, 0)
    found = {i: contenders[i].do(task, times) for i in order}
    return [found[0], found[1]]


def _files(bench: Bench, build: Build) -> dict[str, Path]:
    """The files that contenders work with; models are trained if they are not there."""
    files = {
        "dev": bench.dev,
        "text": bench.work / "dev.txt",
        "train": bench.work / "train.conllu",
        "models": build.folder / "models",
        "out": bench.work / "out.conllu",
    }
    files["text"].write_text(raw_text(bench.dev), encoding="utf-8")
    with files["train"].open("wb") as stream:
        dodona.write_conllu(islice(dodona.read_conllu(bench.train), _SENTENCES), stream)
    files["models"].mkdir(exist_ok=True)
    for name, options in _MODELS.items():
        model = files["models"] / f"{name}.dodona"
        if not model.exists():
            progress(f"training {name} with {build.commit}")
            _train(build, files["train"], model, options)
    return files


def _train(build: Build, train: Path, model: Path, options: Sequence[str]) -> None:
    given = [f"--train={train}", f"--iterations={_ITERATIONS}", f"--output={model}", *options]
    subprocess.run(
        [build.python, "-m", "dodona", "train", *given],
        check=True,
        capture_output=True,
        env=own_environment(),
    )
