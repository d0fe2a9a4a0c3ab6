"""`dodona experiment`: the papers' tables, run and printed."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dodona.cli import completion
from dodona.cli.flags import FILE, offer
from dodona.cli.messages import say, show
from dodona.errors import ExperimentError
from dodona.printable import printable
from dodona.wording import counted

if TYPE_CHECKING:
    from dodona.experiments.formats import Format
    from dodona.experiments.records import Record
    from dodona.experiments.running import Plan
    from dodona.experiments.runs import Job


def run(
    recipe: str,
    treebanks: Path,
    workers: int | None,
    results: Path,
    seeds: int | None,
    only: tuple[str, ...],
) -> None:
    """Run what a recipe asks for and is not yet recorded.

    Each run is a process of its own, recorded as soon as it is finished: whatever interrupts an
    experiment, the same command goes on where it stopped. Runs that another recipe with its records
    in the same folder has made are not made again.
    """
    from dodona.experiments.machine import available_cores
    from dodona.experiments.recipe import load_recipe
    from dodona.experiments.running import make_plan

    plan = make_plan(load_recipe(recipe), treebanks, results, seeds=seeds, only=only)
    for problem in plan.missing.values():
        say(f"dodona: warning: {problem}")
    if plan.missing:
        say("--treebanks or DODONA_TREEBANKS names the folder of the treebanks")
    say(f"{counted(len(plan.jobs), 'run')} to make, {plan.recorded} recorded already")
    if not _carry_out(plan, workers or len(available_cores())):
        raise click.exceptions.Exit(1)


def table(recipe: str, style: "Format", results: Path, seeds: int | None) -> None:
    """Print the table of a recipe, from as many of its runs as are recorded.

    Figures are means over seeds with their standard deviations, beside those of the paper. The
    treebanks need not be there.
    """
    from dodona.experiments.recipe import load_recipe
    from dodona.experiments.records import Records
    from dodona.experiments.report import report
    from dodona.experiments.tables import find

    loaded = load_recipe(recipe)
    found = find(loaded, Records(results, loaded.name), seeds)
    if not found.records:
        known = f", and {counted(found.outdated, 'run')} of other files" if found.outdated else ""
        raise ExperimentError(
            f"no run of {loaded.name} is recorded in {results}{known}: make them with dodona "
            f"experiment run {recipe}, or name the folder of their records with --results"
        )
    if found.missing:
        say(f"dodona: warning: {counted(found.missing, 'run')} missing")
    if found.outdated:
        say(
            f"dodona: warning: made before a treebank's files changed: {found.outdated} of them; "
            "dodona experiment run makes them again"
        )
    if len(found.versions) > 1:
        say(
            "dodona: warning: the runs were made by different code: "
            f"{'; '.join(sorted(found.versions))}; delete records to have their runs made again"
        )
    show(report(found, style, recipe))


def _carry_out(plan: "Plan", workers: int) -> bool:
    """Carry out a plan with a bar that weighs runs by how long they take."""
    from tqdm import tqdm

    from dodona.experiments.running import carry_out

    done = 0
    layout = "{percentage:3.0f} %|{bar}| {desc} [{elapsed}, left {remaining}]"
    total = sum(job.effort for job in plan.jobs)
    total_runs = counted(len(plan.jobs), "run")
    with tqdm(total=total, bar_format=layout, disable=not sys.stderr.isatty()) as bar:

        def report(job: "Job", record: "Record | None", problem: str) -> None:
            nonlocal done
            done += 1
            state = f"failed: {problem}" if record is None else _summary(record)
            bar.write(printable(f"{job.run.name}: {state}"), file=sys.stderr)
            bar.set_description_str(f"{done} of {total_runs}", refresh=False)
            bar.update(job.effort)

        bar.set_description_str(f"{done} of {total_runs}")
        well = carry_out(plan, workers, report)
    if plan.jobs:
        say(f"records are in {os.fspath(plan.records.path)}")
    return well


def _summary(record: "Record") -> str:
    scores = ", ".join(
        f"{rule} UAS {found['UAS']:.2f} LAS {found['LAS']:.2f}"
        for rule, found in record.get("scores", {}).items()
    )
    return scores or "done"


_RECIPE = click.Argument(
    ["recipe"],
    help="Name of a recipe that comes with Dodona, or a TOML file.",
    shell_complete=offer(completion.recipes),
)
_RESULTS = click.Option(
    ["--results"],
    type=FILE,
    default=Path("results"),
    show_default=True,
    help="Folder of the records, one file for each recipe.",
)
_SEEDS = click.Option(
    ["--seeds"], type=click.IntRange(min=1), help="Number of seeds.  [default: the recipe's]"
)

COMMAND = click.Group(
    "experiment",
    help="Run recipes that reproduce the papers' tables, and print the tables.",
    epilog="Example: dodona experiment run goldberg-2012 --treebanks ~/treebanks --seeds 1",
    no_args_is_help=True,
)
COMMAND.add_command(
    click.Command(
        "run",
        callback=run,
        help=run.__doc__,
        epilog="Example: dodona experiment run goldberg-2012 --treebanks ~/treebanks --seeds 1",
        params=[
            _RECIPE,
            click.Option(
                ["--treebanks"],
                type=FILE,
                envvar="DODONA_TREEBANKS",
                show_envvar=True,
                default=Path("treebanks"),
                show_default=True,
                help="Folder of treebanks, one folder each.",
            ),
            click.Option(
                ["--workers"],
                type=click.IntRange(min=1),
                help="Runs to make at a time.  [default: number of cores]",
            ),
            _RESULTS,
            _SEEDS,
            click.Option(
                ["--only"], multiple=True, metavar="TREEBANK", help="Run on these treebanks only."
            ),
        ],
    )
)
COMMAND.add_command(
    click.Command(
        "table",
        callback=table,
        help=table.__doc__,
        epilog="Example: dodona experiment table goldberg-2012 --format latex",
        params=[
            _RECIPE,
            click.Option(
                ["--format", "style"],
                type=click.Choice(["markdown", "csv", "latex"]),
                default="markdown",
                show_default=True,
                help="Format of the table.",
            ),
            _RESULTS,
            _SEEDS,
        ],
    )
)
