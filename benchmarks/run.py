"""Dodona beside its peers, in one run: what `make bench` prints.

    python benchmarks/run.py [--quick] [--only SECTION] [--seeds N] [--against COMMIT]
        [--output FILE]

With `--only speed --against COMMIT` it is Dodona beside its own past.

The treebanks are in $DODONA_TREEBANKS or ../shared/treebanks, seen from the project: en_ewt, for
the sections on all transition systems conllx_danish and conll2007_eus, and more for the last three.
"""

import argparse
import shlex
import sys
import tempfile
import traceback
from collections.abc import Sequence
from datetime import date
from importlib import import_module
from pathlib import Path

from bench import Bench, Skipped, progress
from cores import use_one_core
from provenance import commit, fingerprint, versions
from table import Row, Section, bars_table

# Each is a module with a function `measure`.
SECTIONS = (
    "machine",
    "speed",
    "reading",
    "training",
    "accuracy",
    "parsing",
    "beam",
    "streaming",
    "startup",
    "sharing",
    "spark",
    "server",
    "explorer",
    "systems",
    "oracles",
    "published",
    "complexity",
    "roundtrip",
    "nonprojective",
    "nonprojective_beam",
    "limited",
    "partial",
    "nonprojective_swap",
    "pipeline",
    "inside_spacy",
    "votes",
    "languages",
    "neural",
    "neural_languages",
    "neural_oracles",
)


def main(arguments: Sequence[str]) -> int:
    """Measure, print, write; 1 if a section ended with an error."""
    options = _options(arguments)
    use_one_core()
    code = fingerprint()
    failed = []
    sections = {}
    with tempfile.TemporaryDirectory(prefix="dodona-bench-") as work:
        bench = Bench(
            quick=options.quick,
            asked_seeds=options.seeds,
            work=Path(work),
            against=options.against,
        )
        for name in options.only or SECTIONS:
            progress(f"== {name}")
            try:
                sections[name] = import_module(name).measure(bench)
            except Skipped as skipped:
                sections[name] = Section([Row("skipped", str(skipped))])
            except Exception as error:
                traceback.print_exc()
                failed.append(name)
                sections[name] = Section([Row("failed", f"{type(error).__name__}: {error}")])
    notes = []
    if options.quick:
        notes.append("**A quick run**: one seed and three iterations, which the bars are not for.")
    if fingerprint() != code:
        notes.append("**The package changed during this run**: its figures are of mixed code.")
    document = _document(sections, arguments, code, notes)
    print(document)
    if options.output:
        options.output.write_text(document + "\n", encoding="utf-8")
    if failed:
        progress(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure Dodona beside its peers.")
    parser.add_argument("--quick", action="store_true", help="one seed, three iterations")
    parser.add_argument("--only", action="append", choices=SECTIONS, help="can be repeated")
    parser.add_argument("--seeds", type=int, metavar="N", help="seeds 1 to N (3, or 5)")
    parser.add_argument("--against", metavar="COMMIT", help="for the section `speed`")
    parser.add_argument("--output", type=Path, help="file to write the tables to as well")
    options = parser.parse_args(arguments)
    if options.seeds is not None and options.seeds < 1:
        parser.error("--seeds must be 1 or more")
    return options


def _document(
    sections: dict[str, Section], arguments: Sequence[str], code: str, notes: list[str]
) -> str:
    """The tables, and what one must know to read them."""
    command = shlex.join(["python", "benchmarks/run.py", *arguments])
    facts = {"command": f"`{command}`", "date": date.today().isoformat()}
    facts |= import_module("machine").description()
    facts["versions"] = versions()
    facts["code"] = f"commit {commit() or 'unknown'}; checksum of the package {code}"
    parts = [
        "\n".join(f"- {name}: {fact}" for name, fact in facts.items()),
        "All with gold tags but for the pipeline, on en_ewt and on one core where nothing else is "
        "said; speeds are the best of several rounds in which the contenders take turns.",
    ]
    parts += [*notes, bars_table(sections)]
    parts += [section.details for section in sections.values() if section.details]
    return "\n\n".join(parts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
