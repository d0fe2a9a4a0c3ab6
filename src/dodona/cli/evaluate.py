"""`dodona evaluate`: attachment scores."""

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

from dodona.cli.messages import check_inputs

EPILOG = """Example: dodona evaluate gold.conllu parsed.conllu --json"""


def run(
    gold: Annotated[
        Path, typer.Argument(readable=False, help="Treebank file with the right trees.")
    ],
    system: Annotated[
        Path, typer.Argument(readable=False, help="The same sentences with the trees to score.")
    ],
    labels: Annotated[
        Literal["full", "universal"] | None,
        typer.Option(
            help="How labels are compared: as they stand, or without subtypes (after the colon).",
            show_default="universal for CoNLL-U, full for CoNLL-X",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Score parsed sentences against gold trees.

    UAS is the share of words with the right head, LAS with the right head and label. Both files
    must hold the same words in the same sentences.
    """
    from dodona.evaluation.scores import evaluate
    from dodona.treebank.conllu import read_conllu

    check_inputs([gold, system])
    result = evaluate(read_conllu(gold), read_conllu(system), labels)
    typer.echo(json.dumps(result.to_dict(), indent=2) if as_json else result.to_text())
