"""Reading a treebank, beside the package `conllu`."""

from collections import deque
from collections.abc import Callable, Iterable

from bench import Bench, Skipped
from peers import read_with_conllu
from table import Row, Section, at_least
from timing import best_times

from dodona import read_conllu

_FASTER = "{:.1f} times"


def measure(bench: Bench) -> Section:
    """Time readers that keep the sentences, and readers that drop each as it comes."""
    path = bench.train
    contenders: dict[str, Callable[[], object]] = {
        "Dodona, dropped": lambda: _exhaust(read_conllu(path)),
        "Dodona, list": lambda: list(read_conllu(path)),
        "Dodona, strings": lambda: _exhaust(sentence.words for sentence in read_conllu(path)),
    }
    rows = []
    try:
        read_with_conllu(path)
        contenders |= {
            "conllu, dropped": lambda: _exhaust(read_with_conllu(path)),
            "conllu, list": lambda: list(read_with_conllu(path)),
        }
    except Skipped as skipped:
        rows.append(Row("peer skipped", str(skipped)))
    times = best_times(contenders, rounds=3)
    rows += [Row(f"reading train: {name}", f"{times[name]:.3f} s") for name in times]
    if "conllu, list" in times:
        peer = times["conllu, dropped"]
        rows += [
            at_least(
                "as fast as `conllu.parse_incr`, each sentence dropped as it comes",
                peer / times["Dodona, dropped"], 20, _FASTER,
            ),
            Row(
                "the same, all sentences kept in a list",
                _FASTER.format(times["conllu, list"] / times["Dodona, list"]),
            ),
            Row(
                "the same, dropped, taking all ten columns of Dodona's words as strings",
                _FASTER.format(peer / times["Dodona, strings"]),
            ),
        ]  # fmt: skip
    return Section(rows)


def _exhaust(items: Iterable[object]) -> None:
    deque(items, maxlen=0)
