"""`dodona evaluate`: attachment scores."""

import json
from pathlib import Path
from typing import Annotated

import typer

from dodona.errors import SettingsError

EPILOG = """Example: dodona evaluate gold.conllu parsed.conllu --json"""


def run(
    gold: Annotated[Path, typer.Argument(help="Treebank file with the right trees.")],
    system: Annotated[Path, typer.Argument(help="The same sentences as a parser sees them.")],
    labels: Annotated[
        str | None,
        typer.Option(
            help="How labels are compared: full, or universal (subtypes ignored).",
            show_default="universal for CoNLL-U, full for CoNLL-X",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Score parsed sentences against gold trees.

    UAS is the share of words with the right head, LAS with the right head and label. Both files
    must hold the same words in the same sentences.
    """
    from dodona.evaluation.scores import LABEL_RULES, default_label_rule, evaluate
    from dodona.treebank.conllu import format_of, read_conllu

    if labels is not None and labels not in LABEL_RULES:
        raise SettingsError(f"labels is {labels!r}; it must be one of {', '.join(LABEL_RULES)}")
    reader = read_conllu(gold)
    sentences = list(reader)
    rule = labels or default_label_rule(format_of(reader, sentences))
    result = evaluate(sentences, read_conllu(system), rule)  # type: ignore[arg-type]
    typer.echo(json.dumps(result.to_dict(), indent=2) if as_json else result.to_text())
