"""Two builds of Dodona beside each other, say one for one Python and the wheel for all of them.

    python benchmarks/builds.py .venv/bin/python build/tested/bin/python --text text.txt

Processor time of each for a text, in turns: parsing it with both English models, and a look at all
words from Python.
"""

import argparse
import subprocess
import sys

TASKS = """\
import pathlib, sys, time
import dodona

text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
for name in "en", "en-accurate":
    nlp = dodona.load(name)
    nlp("To warm up.")
    seconds = []
    for _ in range(3):
        start = time.process_time()
        doc = nlp(text)
        seconds.append(time.process_time() - start)
    print(f"parse {name}", min(seconds), sep="\\t")
seconds = []
for _ in range(3):
    start = time.process_time()
    for sentence in doc.sentences:
        for word in sentence:
            (word.form, word.upos, word.head, word.deprel)
    seconds.append(time.process_time() - start)
print("look at words", min(seconds), sep="\\t")
"""


def times(python: str, text: str) -> dict[str, float]:
    run = subprocess.run(
        [python, "-c", TASKS, text], check=True, stdout=subprocess.PIPE, encoding="utf-8"
    )
    return {
        task: float(seconds)
        for task, seconds in (line.split("\t") for line in run.stdout.splitlines())
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("pythons", nargs=2, metavar="PYTHON", help="with a Dodona of its own")
    parser.add_argument("--text", required=True, help="a text of some ten thousand words")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    best: list[dict[str, float]] = [{}, {}]
    for round_ in range(options.rounds):
        for found, python in zip(best, options.pythons, strict=True):
            for task, seconds in times(python, options.text).items():
                found[task] = min(seconds, found.get(task, seconds))
        print(f"round {round_ + 1} of {options.rounds}", file=sys.stderr)
    print("| task | first | second | second / first |\n|---|---|---|---|")
    for task, first in best[0].items():
        second = best[1][task]
        print(f"| {task} | {first:.3f} s | {second:.3f} s | {second / first:.2f} |")


if __name__ == "__main__":
    main()
