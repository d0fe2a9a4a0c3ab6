"""The command: run cases of all kinds, or one case again."""

from __future__ import annotations

import argparse
import faulthandler
import json
import sys
import warnings
from pathlib import Path

from dodona.treebank import TreebankWarning
from fuzz import keeping, samples
from fuzz.guard import Failure, Limits, Tally, run_cases
from fuzz.kinds import KINDS, judge, make_case
from fuzz.scratch import scratch


def main() -> None:
    """Exit with 0 if every case kept the promises, else with 1."""
    options = _options()
    warnings.simplefilter("ignore", TreebankWarning)
    names = options.only or list(KINDS)
    if options.case is not None:
        sys.exit(_again(names[0], options))
    samples.pipelines(), samples.models(), scratch()  # made once, before there are processes
    if "keeping" in names:
        keeping.parsers()
    tallies = {}
    for name in names:
        tallies[name] = run_cases(
            name,
            options.seed,
            cases=options.cases,
            seconds=_seconds(name, names, options),
            limits=Limits(options.patience, options.megabytes),
            report=lambda failure: _keep(failure, options.failures),
        )
        print(_row(name, tallies[name]), flush=True)
    failures = sum(len(tally.failures) for tally in tallies.values())
    print(
        f"seed {options.seed}: {sum(t.cases for t in tallies.values())} cases, {failures} failures"
    )
    sys.exit(failures > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("fuzz", description=__doc__)
    add = parser.add_argument
    add("--only", action="append", choices=list(KINDS), help="this kind; may be given again")
    add("--seed", type=int, default=1, help="determines all cases")
    add("--minutes", type=float, help="how long to run, all kinds together")
    add("--cases", type=int, help="how many cases of each kind to run")
    add("--case", type=int, help="run this case alone, in this process")
    add("--failures", type=Path, default=Path("build/fuzz"), help="where failing cases are kept")
    add("--patience", type=float, default=1, help="how much slower than usual a core may be")
    add("--megabytes", type=int, default=500, help="memory that a case may take")
    options = parser.parse_args()
    if options.cases is None and options.minutes is None and options.case is None:
        parser.error("say how long: --minutes or --cases")
    if options.case is not None and len(options.only or []) != 1:
        parser.error("--case goes with --only and a kind")
    return options


def _seconds(name: str, names: list[str], options: argparse.Namespace) -> float:
    if options.minutes is None:
        return float("inf")
    all_shares = sum(KINDS[each].share for each in names)
    return float(60 * options.minutes * KINDS[name].share / all_shares)


def _again(name: str, options: argparse.Namespace) -> int:
    """Run one case here, where a debugger can see it; its bytes are kept first."""
    faulthandler.enable()
    data = make_case(name, options.seed, options.case)
    options.failures.mkdir(parents=True, exist_ok=True)
    path = options.failures / f"{name}-{options.seed}-{options.case}.bytes"
    path.write_bytes(data)
    print(f"{path}: {len(data)} bytes", flush=True)
    outcome, problem = judge(name, data, options.patience)
    print(outcome, problem, sep="\n")
    return bool(problem)


def _keep(failure: Failure, folder: Path) -> None:
    """Write down what failed, and how to see it again."""
    kind, seed, number, problem = failure.kind, failure.seed, failure.number, failure.problem
    command = f"PYTHONPATH=tests python -m fuzz --only {kind} --seed {seed} --case {number}"
    folder.mkdir(parents=True, exist_ok=True)
    stem = folder / f"{kind}-{seed}-{number}"
    stem.with_suffix(".bytes").write_bytes(make_case(kind, seed, number))
    told = {"kind": kind, "seed": seed, "case": number, "command": command, "problem": problem}
    stem.with_suffix(".json").write_text(json.dumps(told, indent=2))
    print(f"FAILED {command}\n    {problem.strip().splitlines()[-1]}", file=sys.stderr, flush=True)


def _row(name: str, tally: Tally) -> str:
    outcomes = ", ".join(f"{outcome} {n}" for outcome, n in tally.outcomes.most_common())
    return f"{name:<10} {tally.cases:>9} cases {tally.seconds:>7.1f} s  {outcomes}"


if __name__ == "__main__":
    main()
