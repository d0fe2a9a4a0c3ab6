"""`dodona review`: the likely mistakes of a treebank."""

import sys
from pathlib import Path
from typing import Any

import click

from dodona.cli.flags import FILE, flags, given, switch
from dodona.cli.messages import check_inputs, say, show, show_json
from dodona.cli.saving import check_place
from dodona.keywords import complete
from dodona.options import ReviewOptions


def run(gold: Path, output: Path | None, report: Path | None, as_json: bool, **values: Any) -> None:
    """Find arcs of a treebank that may be wrong.

    Several parsers are trained on one part of the treebank after another and parse the rest. An arc
    that all of them contradict, and for which they have the same other head or label, is often a
    mistake of annotation. Prints a line for each.
    """
    from tqdm import tqdm

    from dodona.evaluation.doubts import check_place_for_suggestions
    from dodona.evaluation.page_doubts import write_doubts_page
    from dodona.pipeline.review import Reviewer
    from dodona.treebank.conllu import write_conllu

    options = given(values, ReviewOptions)
    complete(ReviewOptions, options)
    check_inputs([gold])
    for path in (output, report):
        if path is not None:
            check_place(path)
    reviewer = Reviewer(gold, **options)
    if output is not None:
        check_place_for_suggestions(reviewer.treebank_format)
    with tqdm(total=reviewer.work, unit=" sentences", disable=not sys.stderr.isatty()) as bar:
        found = reviewer.run(bar.update)
    if output is not None:
        write_conllu(found.marked(), output)
        say(f"wrote {output}")
    if report is not None:
        write_doubts_page(report, found, gold=str(gold))
        say(f"wrote {report}")
    if as_json:
        show_json(found.to_dict())
    else:
        show(found.to_text())


COMMAND = click.Command(
    "review",
    callback=run,
    help=run.__doc__,
    epilog="""Example: dodona review treebank.conllu --report doubts.html -o marked.conllu

    Faster: dodona review treebank.conllu --folds 3 --iterations 5 --threads 2""",
    params=[
        click.Argument(["gold"], type=FILE, help="Treebank file."),
        click.Option(
            ["--output", "-o"],
            type=FILE,
            help="Treebank to write: the same, with Suggestion=HEAD:DEPREL in MISC where the "
            "parsers agree on something else.",
        ),
        click.Option(
            ["--report"], type=FILE, help="Page to write, with the likeliest mistakes drawn."
        ),
        switch("--json", "as_json", help="Print JSON."),
        *flags(ReviewOptions),
    ],
)
