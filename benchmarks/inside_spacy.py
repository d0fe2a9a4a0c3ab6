"""What it costs to have Dodona's trees in docs of spaCy."""

import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from importlib.util import find_spec

from bench import Bench, Skipped
from pipeline import raw_text
from table import Row, Section, at_most
from timing import best_times

import dodona
from dodona.pipeline.pipeline import Pipeline

_ROUNDS = 7
_PLAIN, _LANGUAGE = "plain Dodona", "dodona.spacy.load"
_BARS = {"en": 2.0, "en-accurate": 1.2}


def measure(bench: Bench) -> Section:
    """Processor time for the text of dev, a document a paragraph: plain, and in both ways."""
    if find_spec("spacy") is None:
        raise Skipped("spaCy is not installed")
    texts = [text for text in raw_text(bench.dev).split("\n\n") if text]
    rows = []
    for model, bar in _BARS.items():
        nlp = dodona.load(model)
        words = sum(len(doc.words) for doc in nlp.pipe(texts))
        ways = _ways(model, nlp, texts)
        times = best_times(ways, _ROUNDS, clock=time.process_time)
        for name, seconds in times.items():
            rows.append(Row(f"{model}: {name}", f"{1e6 * seconds / words:.2f} s a million words"))
        ratio = times[_LANGUAGE] / times[_PLAIN]
        rows.append(at_most(f"{model}: {_LANGUAGE} beside {_PLAIN}", ratio, bar, "{:.2f} times"))
    return Section(rows)


def _ways(model: str, nlp: Pipeline, texts: list[str]) -> dict[str, Callable[[], object]]:
    import spacy

    import dodona.spacy

    component = spacy.blank("en")
    component.add_pipe("dodona", config={"model": model})
    streams = {
        _PLAIN: nlp.pipe,
        "spaCy's tokeniser alone": spacy.blank("en").pipe,
        "the component behind spaCy's tokeniser": component.pipe,
        _LANGUAGE: dodona.spacy.load(model).pipe,
    }
    return {name: partial(_drain, pipe, texts) for name, pipe in streams.items()}


def _drain(pipe: Callable[[list[str]], Iterable[object]], texts: list[str]) -> None:
    deque(pipe(texts), maxlen=0)
