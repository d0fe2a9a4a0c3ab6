"""Training and scoring many models. Scores do not depend on time, so all cores take part here."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

from bench import progress
from cores import all_cores

from dodona import Parser, evaluate, read_conllu
from dodona.evaluation import Score
from dodona.experiments.scoring import train_to_the_end
from dodona.parser.settings import Settings

_MOST_PROCESSES = 4  # each takes half a gigabyte

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


def in_parallel(calls: Mapping[Key, Callable[[], Result]]) -> dict[Key, Result]:
    """The results of calls that new processes can make, on all cores."""
    results = {}
    with (
        all_cores() as cores,
        ProcessPoolExecutor(min(cores, _MOST_PROCESSES), get_context("spawn")) as pool,
    ):
        futures = {pool.submit(call): key for key, call in calls.items()}
        for future in as_completed(futures):
            results[futures[future]] = future.result()
            progress(f"{futures[future]}: {future.result()}")
    return {key: results[key] for key in calls}


def train_and_score(settings: Settings, train: Path, files: Sequence[Path]) -> list[Score]:
    """Train without a dev treebank, and score each of the files."""
    parser, _, _ = train_to_the_end(train, settings)
    return [score(parser, path) for path in files]


def score(parser: Parser, path: Path) -> Score:
    """The score of all words, with full labels."""
    gold = list(read_conllu(path))
    return evaluate(gold, parser.parse(gold), "full").all_words
