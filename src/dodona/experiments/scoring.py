"""The kind of run that most recipes ask for: train, parse the test file, score."""

import base64
import time
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt

from dodona.evaluation.rules import Rule, get_rule
from dodona.evaluation.scores import Score, count_sentences
from dodona.experiments.metrics import rule_name
from dodona.experiments.runs import Job
from dodona.keywords import complete
from dodona.options import DecodingOptions
from dodona.parser.parser import Parser
from dodona.parser.settings import Settings
from dodona.parser.trainers import new_trainer
from dodona.treebank.conllu import Source, read_conllu
from dodona.treebank.sentence import Sentence
from dodona.treebank.trees import is_projective

Counts = npt.NDArray[np.int64]

# Every run is scored by these, so that recipes with different rules can share it.
_ALWAYS = (get_rule("conll07"), get_rule("conllx"))

_LEAST_ROUNDS = 5
_LEAST_SECONDS = 0.3


def train_and_score(job: Job) -> dict[str, Any]:
    """Train without a dev treebank, parse the test file, and score it by all rules."""
    options = job.run.options_with({**complete(DecodingOptions, {})})
    sentences, gold = list(read_conllu(job.train)), list(read_conllu(job.test))
    parser, seconds, processor_seconds = train_to_the_end(sentences, job.run.settings)
    parsed = parser.parse_batch(gold, **options)
    speed = len(gold) / _best_time(parser, gold, options)
    rules = {rule_name(rule): rule for rule in (*_ALWAYS, *job.run.rules)}
    scored = {name: list(_scores(gold, parsed, rule)) for name, rule in rules.items()}
    return {
        "train": _facts(sentences),
        "scores": {name: _totals(scores) for name, scores in scored.items()},
        "seconds": round(seconds, 3),
        "processor_seconds": round(processor_seconds, 3),
        "sentences_per_second": round(speed, 1),
        "errors": {name: _errors(scores) for name, scores in scored.items()},
    }


def train_to_the_end(train: Source, settings: Settings) -> tuple[Parser, float, float]:
    """A parser trained without a dev treebank, and the time of the iterations.

    The time is given as it went by, and as the processor spent it.
    """
    trainer = new_trainer(train, None, settings)
    start, processor_start = time.perf_counter(), time.process_time()
    for _ in trainer.run():
        pass
    times = time.perf_counter() - start, time.process_time() - processor_start
    return trainer.parser(), *times


def packed(counts: list[int]) -> str:
    """Small whole numbers in a short text."""
    return base64.b64encode(zlib.compress(np.array(counts, dtype="<u2").tobytes(), 9)).decode()


def unpacked(text: str) -> Counts:
    """What `packed` was given."""
    numbers = np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype="<u2")
    return numbers.astype(np.int64)


def _best_time(parser: Parser, sentences: list[Sentence], options: dict[str, Any]) -> float:
    """The best of several times that parsing takes, from sentences to sentences with trees.

    It is the time that the processor spent, since other runs are made beside this one.
    """
    times: list[float] = []
    while len(times) < _LEAST_ROUNDS or sum(times) < _LEAST_SECONDS:
        start = time.process_time()
        parser.parse_batch(sentences, **options)
        times.append(time.process_time() - start)
    return min(times)


def _scores(gold: list[Sentence], parsed: list[Sentence], rule: Rule) -> list[Score]:
    """The score of each sentence."""
    counts = count_sentences(gold, parsed, rule)
    return [words if rule.exclude_punct else words + marks for words, marks in counts]


def _totals(scores: list[Score]) -> dict[str, Any]:
    total = sum(scores, Score())
    complete = sum(score.labelled == score.words for score in scores)
    return {
        "UAS": round(total.uas, 4),
        "LAS": round(total.las, 4),
        "complete": round(100 * complete / len(scores), 4),
        "words": total.words,
    }


def _errors(scores: list[Score]) -> dict[str, str]:
    """Of each sentence how many words have a wrong head, and how many a wrong head or label."""
    return {
        "UAS": packed([score.words - score.heads for score in scores]),
        "LAS": packed([score.words - score.labelled for score in scores]),
    }


def _facts(sentences: list[Sentence]) -> dict[str, int]:
    """What recipes group treebanks by."""
    crossing = sum(not is_projective([-1, *sentence.heads]) for sentence in sentences)
    return {
        "sentences": len(sentences),
        "words": sum(map(len, sentences)),
        "nonprojective": crossing,
    }
