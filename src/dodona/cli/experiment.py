"""`dodona experiment`: the papers' tables, run and printed."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from dodona.cli.messages import say

if TYPE_CHECKING:
    from dodona.experiments.records import Record
    from dodona.experiments.running import Plan
    from dodona.experiments.runs import Job

HELP = "Run recipes that reproduce the papers' tables, and print the tables."
RUN_EPILOG = """Example: dodona experiment run goldberg-2012 --treebanks ~/treebanks --seeds 1"""
TABLE_EPILOG = """Example: dodona experiment table goldberg-2012 --format latex"""

_Recipe = Annotated[
    str, typer.Argument(help="Name of a recipe that comes with Dodona, or a TOML file.")
]
_Results = Annotated[Path, typer.Option(help="Folder of the records, one file for each recipe.")]


def run(
    recipe: _Recipe,
    treebanks: Annotated[
        Path,
        typer.Option(
            readable=False, envvar="DODONA_TREEBANKS", help="Folder of treebanks, one folder each."
        ),
    ] = Path("treebanks"),
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Runs to make at a time.", show_default="number of cores"),
    ] = None,
    results: _Results = Path("results"),
    seeds: Annotated[
        int | None, typer.Option(min=1, help="Number of seeds.", show_default="the recipe's")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="TREEBANK", help="Run on these treebanks only.")
    ] = None,
) -> None:
    """Run what a recipe asks for and is not yet recorded.

    Each run is a process of its own, recorded as soon as it is finished: whatever interrupts an
    experiment, the same command goes on where it stopped. Runs that another recipe with its records
    in the same folder has made are not made again.
    """
    from dodona.experiments.machine import available_cores
    from dodona.experiments.recipe import load_recipe
    from dodona.experiments.running import make_plan

    plan = make_plan(load_recipe(recipe), treebanks, results, seeds=seeds, only=only or [])
    for problem in plan.missing.values():
        say(f"dodona: warning: {problem}")
    say(f"{len(plan.jobs)} runs to make, {plan.recorded} recorded already")
    if not _carry_out(plan, workers or len(available_cores())):
        raise typer.Exit(1)


def table(
    recipe: _Recipe,
    style: Annotated[
        Literal["markdown", "csv", "latex"], typer.Option("--format", help="Format of the table.")
    ] = "markdown",
    results: _Results = Path("results"),
    seeds: Annotated[
        int | None, typer.Option(min=1, help="Number of seeds.", show_default="the recipe's")
    ] = None,
) -> None:
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
    if found.missing:
        say(f"dodona: warning: {found.missing} runs are missing")
    if found.outdated:
        say(
            f"dodona: warning: {found.outdated} of them were made before a treebank's files "
            "changed; dodona experiment run makes them again"
        )
    if len(found.versions) > 1:
        say(
            "dodona: warning: the runs were made by different code: "
            f"{'; '.join(sorted(found.versions))}; delete records to have their runs made again"
        )
    typer.echo(report(found, style, recipe))


def _carry_out(plan: "Plan", workers: int) -> bool:
    """Carry out a plan with a bar that weighs runs by how long they take."""
    from tqdm import tqdm

    from dodona.experiments.running import carry_out

    done = 0
    layout = "{percentage:3.0f} %|{bar}| {desc} [{elapsed}, left {remaining}]"
    total = sum(job.effort for job in plan.jobs)
    with tqdm(total=total, bar_format=layout, disable=not sys.stderr.isatty()) as bar:

        def report(job: "Job", record: "Record | None", problem: str) -> None:
            nonlocal done
            done += 1
            state = f"failed: {problem}" if record is None else _summary(record)
            bar.write(f"{job.run.name}: {state}", file=sys.stderr)
            bar.set_description_str(f"{done} of {len(plan.jobs)} runs", refresh=False)
            bar.update(job.effort)

        bar.set_description_str(f"{done} of {len(plan.jobs)} runs")
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
