"""`dodona evaluate`: scores, significance, error analysis."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from dodona.cli.messages import check_inputs, say

EPILOG = """Example: dodona evaluate gold.conllu parsed.conllu --json

Several systems: dodona evaluate gold.conllu a.conllu b.conllu --report report.html

Older rules: dodona evaluate gold.conllx parsed.conllx --rule conllx --analyse"""


def run(
    gold: Annotated[
        Path, typer.Argument(readable=False, help="Treebank file with the right trees.")
    ],
    system: Annotated[
        list[Path],
        typer.Argument(
            readable=False, help="The same text with the trees to score; several are compared."
        ),
    ],
    rule: Annotated[
        Literal["ud", "conllx", "conll07"] | None,
        typer.Option(
            help="How words are scored: ud (CoNLL 2018: all words, labels without subtypes, any "
            "tokenisation), conllx (2006: full labels, without words whose form is punctuation), "
            "conll07 (all words, full labels).",
            show_default="ud for CoNLL-U, conll07 for CoNLL-X",
        ),
    ] = None,
    labels: Annotated[
        Literal["full", "universal"] | None,
        typer.Option(
            help="How labels are compared: as they stand, or without subtypes (after the colon).",
            show_default="that of the rule",
        ),
    ] = None,
    exclude_punct: Annotated[
        Literal["tag", "form", "label"] | None,
        typer.Option(
            help="Leave out punctuation, known by its gold tag, its form or its gold label.",
            show_default="that of the rule",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    analyse: Annotated[
        bool,
        typer.Option("--analyse", help="Also say where the errors are: by length of arcs, ..."),
    ] = False,
    report: Annotated[
        Path | None,
        typer.Option(
            help="Also write everything to a page for a browser, with plots (HTML); - for the "
            "page alone on standard output."
        ),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(
            readable=False,
            help="The model that parsed the system file: also count which of its arcs it replaced.",
        ),
    ] = None,
    confidence: Annotated[
        bool,
        typer.Option(
            "--confidence", help="Confidence intervals also for a single system file (bootstrap)."
        ),
    ] = False,
    rounds: Annotated[
        int, typer.Option(min=1, help="Rounds of the bootstrap and of the significance test.")
    ] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Determines their random choices.")] = 1,
) -> None:
    """Score parsed sentences against gold trees.

    UAS is the share of words with the right head, LAS with the right head and label. With the rule
    ud all metrics of the CoNLL 2018 task are given, and the system may have divided the text into
    words and sentences in its own way. Several system files are compared: the table has confidence
    intervals, and the differences their p-values (approximate randomisation, Yeh 2000).
    """
    from dodona.evaluation.analysis import analyse as analyse_system
    from dodona.evaluation.comparison import compare, score_system
    from dodona.evaluation.report import write_report
    from dodona.evaluation.rules import get_rule
    from dodona.treebank.conllu import format_of, read_conllu

    check_inputs([gold, *system])
    if model is not None and len(system) > 1:
        raise typer.BadParameter("--model goes with one system file")
    page_only = report == Path("-")
    if page_only and as_json:
        raise typer.BadParameter("--json and --report - both want standard output")
    reader = read_conllu(gold)
    sentences = list(reader)
    treebank_format = format_of(reader, sentences)
    chosen = get_rule(
        rule, labels=labels, exclude_punct=exclude_punct, treebank_format=treebank_format
    )
    systems = [(str(path), list(read_conllu(path))) for path in system]

    data: dict[str, Any]
    if len(systems) == 1 and not confidence and report is None:
        scores = score_system(sentences, systems[0][1], chosen, systems[0][0])
        data, text = scores.to_dict(), [scores.to_text()]
    else:
        comparison = compare(sentences, systems, chosen, rounds=rounds, seed=seed)
        data, text = comparison.to_dict(), [comparison.to_text()]
    repairs = None
    if model is not None:
        from dodona.evaluation.repairs import find_repairs
        from dodona.pipeline import load

        repairs = find_repairs(load(model).part("parser"), sentences, systems[0][1])
    if analyse or report is not None:
        analyses = [analyse_system(sentences, parsed, chosen, name) for name, parsed in systems]
        if analyse:
            data["analyses"] = [analysis.to_dict() for analysis in analyses]
            text += [analysis.to_text() for analysis in analyses]
        if report is not None:
            write_report(report, comparison, analyses, repairs, gold=str(gold))
            if page_only:
                return
            say(f"wrote {report}")
    if repairs is not None:
        data["repairs"] = repairs.to_dict()
        text.append(repairs.to_text())
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False) if as_json else "\n\n".join(text))
