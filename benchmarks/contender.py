"""One build of Dodona in a race with another: it does tasks when it is told to, and times them.

    python benchmarks/contender.py FILES

FILES are a JSON object: a treebank (``dev``), its raw ``text``, a treebank to train on (``train``),
a folder of ``models`` and a file to write to (``out``). A line of standard input is the name of a
task and how often to do it, as JSON; the answer is the processor time and the time that went by.
"""

import json
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

from parsing import parse_file
from pipeline import parse_text

import dodona

FILES = {name: Path(path) for name, path in json.loads(sys.argv[1]).items()}
TRAINING_ITERATIONS = 2


@cache
def task(name: str) -> Callable[[], object]:
    """What a task is, with all that it needs loaded: a kind, and what to load."""
    kind, _, model = name.partition(" ")
    if kind == "train":
        return lambda: dodona.train(FILES["train"], iterations=TRAINING_ITERATIONS)
    nlp = dodona.load(model if kind != "file" else FILES["models"] / f"{model}.dodona")
    if kind == "text":
        return lambda: parse_text(nlp, FILES["text"], FILES["out"])
    if kind == "file":
        return lambda: parse_file(nlp, FILES["dev"], FILES["out"])
    sentences = list(dodona.read_conllu(FILES["dev"]))
    return lambda: nlp.part("tagger").tag_batch(sentences)


def timed(name: str, times: int) -> dict[str, float]:
    """The time of a task that is done so often."""
    run = task(name)
    used, start = time.process_time(), time.perf_counter()
    for _ in range(times):
        run()
    return {"processor": time.process_time() - used, "elapsed": time.perf_counter() - start}


def main() -> None:
    for line in sys.stdin:
        try:
            answer: object = timed(*json.loads(line))
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
