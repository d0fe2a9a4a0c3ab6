"""Running a recipe: what is not yet recorded is run, and recorded as soon as it is finished."""

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from dodona.errors import ExperimentError
from dodona.experiments.machine import available_cores, with_cores
from dodona.experiments.metrics import rule_name
from dodona.experiments.processes import run_each
from dodona.experiments.recipe import Recipe
from dodona.experiments.records import Record, Records
from dodona.experiments.runs import Job, Run, locate, runs_of
from dodona.version import __version__


@dataclass
class Plan:
    """What is to be done for a recipe, the longest runs first; and what cannot be done."""

    records: Records
    jobs: list[Job] = field(default_factory=list)
    recorded: int = 0
    missing: dict[str, str] = field(default_factory=dict)
    """By treebank what is wrong with it."""


class RunListener(Protocol):
    """What is told of each run as it ends; ``record`` is None if it failed."""

    def __call__(self, job: Job, record: Record | None, problem: str) -> object: ...


def make_plan(
    recipe: Recipe,
    treebanks: Path,
    results: Path,
    *,
    seeds: int | None = None,
    only: Sequence[str] = (),
) -> Plan:
    """Find out which runs of a recipe are not yet recorded."""
    plan = Plan(Records(results, recipe.name))
    for run in runs_of(recipe, seeds, only):
        if run.treebank.name in plan.missing:
            continue
        try:
            job = locate(run, treebanks)
        except ExperimentError as error:
            plan.missing[run.treebank.name] = str(error)
            continue
        if find_record(plan.records, run, job.data) is None:
            plan.jobs.append(job)
        else:
            plan.recorded += 1
    plan.jobs.sort(key=lambda job: -job.effort)
    return plan


def find_record(records: Records, run: Run, data: str | None = None) -> Record | None:
    """The record of a run, of these data or else of any, with all scores that it asks for."""
    rules = [rule_name(rule) for rule in run.rules] if run.kind == "scores" else []
    return records.find(run.key, data, rules)


def carry_out(plan: Plan, workers: int, report: RunListener) -> bool:
    """Run what a plan asks for; tells whether all went well.

    A run that fails does not keep the others from being made.
    """
    machine = with_cores(len(available_cores()))
    well = not plan.missing
    if plan.jobs:
        plan.records.prepare()
    with closing(run_each(plan.jobs, workers)) as outcomes:
        for job, outcome in outcomes:
            record = None
            if outcome.result is None:
                well = False
            else:
                record = {**_head(job, machine, workers), **outcome.result}
                plan.records.add(record)
            report(job, record, outcome.problem)
    return well


def _head(job: Job, machine: str, workers: int) -> dict[str, Any]:
    """What every record says, whatever kind of run it is of."""
    run = job.run
    return {
        "key": run.key,
        "data": job.data,
        "kind": run.kind,
        "treebank": run.treebank.name,
        "variant": run.variant,
        "seed": run.settings.options["seed"],
        "settings": run.settings.to_dict() | {"features": run.settings.features},
        "options": run.options,
        "date": time.strftime("%Y-%m-%d"),
        "version": __version__,
        "machine": machine,
        "workers": workers,
    }
