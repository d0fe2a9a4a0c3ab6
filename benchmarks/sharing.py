"""What each of several processes needs that unpickle one model: memory of its own, and time."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

from bench import Bench, Skipped
from table import Row, Section

import dodona

_PROCESSES = 4
_TEXT = "Time flies like an arrow. " * 500
_PROGRAM = """
import json, pickle, sys, time
import dodona.parser.parser, dodona.lemmatizer.lemmatizer, dodona.tagger.tagger, dodona.tokenizer
import safetensors

def own():
    lines = (line.split() for line in open("/proc/self/smaps_rollup"))
    return sum(int(words[1]) for words in lines if words[0].startswith("Private_")) / 1000

before, start = own(), time.perf_counter()
restore, given = pickle.loads(open(sys.argv[1], "rb").read())
nlp = restore(*given)
seconds = time.perf_counter() - start
nlp(sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
print(json.dumps([own() - before, seconds]), flush=True)
sys.stdin.readline()
"""


def measure(bench: Bench) -> Section:
    """Load the English model in processes that live at the same time, with and without sharing."""
    if not Path("/proc/self/smaps_rollup").exists():
        raise Skipped("the system does not tell what memory processes share")
    restore, (folder,) = dodona.load("en").__reduce__()
    rows = []
    for way, given in (("shared tables", folder), ("tables of their own", "")):
        pickled = bench.work / "model.pickle"
        pickled.write_bytes(pickle.dumps((restore, (given,))))
        for number, (megabytes, seconds) in enumerate(_needs(pickled), 1):
            what = f"process {number}, {way}"
            rows.append(Row(what, f"{megabytes:.0f} MB of its own, {seconds:.2f} s to load"))
    return Section(rows)


def _needs(pickled: Path) -> list[tuple[float, float]]:
    """What processes need, asked when all of them have loaded the model, and none has ended."""
    command = [sys.executable, "-c", _PROGRAM, str(pickled), _TEXT]
    pipe = subprocess.PIPE
    processes = []
    for _ in range(_PROCESSES):
        processes.append(subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe))
        _ask(processes[-1])
    found = [tuple(json.loads(_ask(process, "\n"))) for process in processes]
    for process in processes:
        process.communicate("\n")
    return found


def _ask(process: subprocess.Popen[str], question: str = "") -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(question)
    process.stdin.flush()
    return process.stdout.readline()
