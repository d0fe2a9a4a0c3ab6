"""`dodona evaluate`: scores, significance, error analysis."""

from dataclasses import replace
from pathlib import Path
from typing import Literal

import click

from dodona.cli.flags import FILE, switch
from dodona.cli.messages import check_inputs, say, show, show_json


def run(
    gold: Path,
    system: tuple[Path, ...],
    rule: Literal["ud", "conllx", "conll07"] | None,
    labels: Literal["full", "universal"] | None,
    exclude_punct: Literal["tag", "form", "label"] | None,
    as_json: bool,
    analyse: bool,
    report: Path | None,
    model: Path | None,
    confidence: bool,
    rounds: int,
    seed: int,
) -> None:
    """Score parsed sentences against gold trees.

    UAS is the share of words with the right head, LAS with the right head and label. With the rule
    ud all metrics of the CoNLL 2018 task are given, and the system may have divided the text into
    words and sentences in its own way. Several system files are compared: the table has confidence
    intervals, and the differences their p-values (approximate randomisation, Yeh 2000).
    """
    from dodona.evaluation.page import write_page
    from dodona.evaluation.report import make_report
    from dodona.pipeline import load

    check_inputs([gold, *system])
    if model is not None and len(system) > 1:
        raise click.UsageError("--model goes with one system file")
    page_only = report == Path("-")
    if page_only and as_json:
        raise click.UsageError("--json and --report - both want standard output")
    found = make_report(
        gold,
        [(str(path), path) for path in system],
        rule,
        labels=labels,
        exclude_punct=exclude_punct,
        confidence=confidence or report is not None,
        analyses=analyse or report is not None,
        parser=None if model is None else load(model).part("parser"),
        rounds=rounds,
        seed=seed,
    )
    if report is not None:
        write_page(report, found, gold=str(gold))
        if page_only:
            return
        say(f"wrote {report}")
    shown = found if analyse else replace(found, analyses=[])
    if as_json:
        show_json(shown.to_dict())
    else:
        show(shown.to_text())


COMMAND = click.Command(
    "evaluate",
    callback=run,
    help=run.__doc__,
    epilog="""Example: dodona evaluate gold.conllu parsed.conllu --json

    Several systems: dodona evaluate gold.conllu a.conllu b.conllu --report report.html

    Older rules: dodona evaluate gold.conllx parsed.conllx --rule conllx --analyse""",
    params=[
        click.Argument(["gold"], type=FILE, help="Treebank file with the right trees."),
        click.Argument(
            ["system"],
            type=FILE,
            nargs=-1,
            required=True,
            help="The same text with the trees to score; several are compared.",
        ),
        click.Option(
            ["--rule"],
            type=click.Choice(["ud", "conllx", "conll07"]),
            help="How words are scored: ud (CoNLL 2018: all words, labels without subtypes, any "
            "tokenisation), conllx (2006: full labels, without words whose form is punctuation), "
            "conll07 (all words, full labels).  [default: ud for CoNLL-U, conll07 for CoNLL-X]",
        ),
        click.Option(
            ["--labels"],
            type=click.Choice(["full", "universal"]),
            help="How labels are compared: as they stand, or without subtypes (after the colon).  "
            "[default: that of the rule]",
        ),
        click.Option(
            ["--exclude-punct"],
            type=click.Choice(["tag", "form", "label"]),
            help="Leave out punctuation, known by its gold tag, its form or its gold label.  "
            "[default: that of the rule]",
        ),
        switch("--json", "as_json", help="Print JSON."),
        switch("--analyse", help="Also say where the errors are: by length of arcs, ..."),
        click.Option(
            ["--report"],
            type=FILE,
            help="Also write everything to a page for a browser, with plots (HTML); - for the "
            "page alone on standard output.",
        ),
        click.Option(
            ["--model"],
            type=FILE,
            help="The model that parsed the system file: also count which of its arcs it replaced.",
        ),
        switch(
            "--confidence", help="Confidence intervals also for a single system file (bootstrap)."
        ),
        click.Option(
            ["--rounds"],
            type=click.IntRange(min=1),
            default=10_000,
            show_default=True,
            help="Rounds of the bootstrap and of the significance test.",
        ),
        click.Option(
            ["--seed"],
            type=click.IntRange(min=0),
            default=1,
            show_default=True,
            help="Determines their random choices.",
        ),
    ],
)
