"""Scores and errors as one page for a browser: no network, no scripts, light and dark."""

import os
from collections.abc import Sequence
from html import escape

from dodona.errors import ArgumentError
from dodona.evaluation.analysis import Analysis, described
from dodona.evaluation.charts import interval_plot, stacked_bar
from dodona.evaluation.comparison import Comparison, Difference, SystemScores
from dodona.evaluation.conll18 import percent
from dodona.evaluation.markup import card, html_document, html_table
from dodona.evaluation.page_errors import breakdown, mixed_up
from dodona.evaluation.page_examples import frequent_errors
from dodona.evaluation.repairs import Repairs
from dodona.evaluation.report import Report
from dodona.evaluation.significance import LEVEL
from dodona.treebank.streams import open_output
from dodona.wording import counted

_SURE = 0.05
_INTERVAL = f"{100 * LEVEL:.0f} % confidence interval (bootstrap over sentences)"


def write_page(path: str | os.PathLike[str], report: Report, *, gold: str = "gold") -> None:
    """Write the page of a report to a file, whole or not at all; ``-`` is standard output."""
    with open_output(path) as stream:
        stream.write(html_page(report, gold=gold).encode())


def html_page(report: Report, *, gold: str = "gold") -> str:
    """The page of a report with confidence intervals and analyses."""
    comparison, analyses = report.comparison, report.analyses
    if comparison is None or not analyses:
        raise ArgumentError("a page needs a report with confidence intervals and analyses")
    sections = [
        _heading(comparison, gold),
        _scores(comparison),
        _metrics(comparison.systems),
        _kinds(analyses),
        breakdown(analyses),
        *map(mixed_up, analyses),
        *map(frequent_errors, analyses),
        _repairs(report.repairs) if report.repairs else "",
    ]
    return html_document(f"{gold}: evaluation", sections, f"{comparison.method}.")


def _heading(comparison: Comparison, gold: str) -> str:
    evaluation = comparison.systems[0].evaluation
    rules = "; ".join(evaluation.rule.describe())
    if note := evaluation.rule.note_on("the metrics of the task such as CLAS"):
        rules += f"; {note}"
    sentences = counted(evaluation.sentences, "sentence", style=",")
    size = f"{sentences}, {counted(evaluation.all_words.words, 'word', style=',')}"
    return (
        f"<header><h1>How good is it?</h1><p><code>{escape(gold)}</code>: {size}</p>"
        f'<p class="soft">{escape(rules)}.</p></header>'
    )


def _scores(comparison: Comparison) -> str:
    if len(comparison.systems) == 1:
        return _big_numbers(comparison)
    names = list(comparison.systems[0].samples)
    plots = []
    for name in names[:2]:
        rows = [
            (system.name, system.score(name), *interval[name])
            for system, interval in zip(comparison.systems, comparison.intervals, strict=True)
        ]
        plots.append(card(name, interval_plot(f"{name} of the systems", rows)))
    rows_of_table = [
        [system.name, *(f"{system.score(name):.2f}" for name in names)]
        for system in comparison.systems
    ]
    table = html_table(["", *names], rows_of_table)
    differences = "".join(_difference_row(d, names) for d in comparison.differences)
    head = "".join(f"<th>{escape(name)}</th>" for name in ["", *names])
    return (
        f"<h2>Scores</h2><p>A dot is a score, the bar around it its {_INTERVAL}.</p>"
        f'<div class="grid">{"".join(plots)}</div>'
        f'<div class="card">{table}</div>'
        "<h2>Differences</h2><p>Bold: at most 5 % probable if both systems were as good as each "
        "other. With many pairs some are bold by chance.</p>"
        f'<div class="card scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{differences}</tbody></table></div>"
    )


def _big_numbers(comparison: Comparison) -> str:
    (system,), (interval,) = comparison.systems, comparison.intervals
    cards = "".join(
        f'<div class="card number">{escape(name)}<b>{system.score(name):.2f}</b>'
        f"<small>{100 * LEVEL:.0f} % interval<br>"
        f"{interval[name][0]:.2f} to {interval[name][1]:.2f}</small></div>"
        for name in system.samples
    )
    return (
        f'<p><code>{escape(system.name)}</code></p><div class="numbers">{cards}</div>'
        f'<p class="soft"><small>Below each score: its {_INTERVAL}.</small></p>'
    )


def _difference_row(difference: Difference, names: Sequence[str]) -> str:
    cells = []
    for name in names:
        points, p = difference.points[name], difference.p[name]
        kind = "up" if points > 0 else "down" if points < 0 else ""
        sure = "sure" if p <= _SURE else ""
        cells.append(
            f'<td><span class="{kind} {sure}">{points:+.2f}</span> <small>p = {p:.4f}</small></td>'
        )
    pair = f"{escape(difference.second)} − {escape(difference.first)}"
    return f'<tr><td class="name">{pair}</td>{"".join(cells)}</tr>'


def _metrics(systems: Sequence[SystemScores]) -> str:
    cards = []
    for system in systems:
        if system.metrics is None:
            return ""
        rows = []
        for name, metric in system.metrics.items():
            accuracy = metric.aligned_accuracy
            shares = [f"{s:.2f}" for s in (metric.precision, metric.recall, metric.f1)]
            rows.append([name, *shares, "" if accuracy is None else f"{accuracy:.2f}"])
        table = html_table(["metric", "precision", "recall", "F1", "aligned"], rows)
        cards.append(card(system.name, table))
    return f'<h2>Metrics of the CoNLL 2018 task</h2><div class="grid">{"".join(cards)}</div>'


def _kinds(analyses: Sequence[Analysis]) -> str:
    keys = "".join(
        f'<li><span class="key p{i}"></span>{escape(name)}</li>'
        for i, (name, _) in enumerate(described(analyses[0].errors))
        if any(described(analysis.errors)[i][1] for analysis in analyses)
    )
    cards = []
    for analysis in analyses:
        bar = stacked_bar(f"errors of {analysis.name}", described(analysis.errors))
        kinds = described(analysis.errors)
        words = sum(count for _, count in kinds)
        shares = ", ".join(f"{percent(n, words):.1f} % {what}" for what, n in kinds if n)
        exact = (
            f"Words: {shares}. Trees: {analysis.exact_share:.1f} % are right altogether, "
            f"{analysis.exact_heads_share:.1f} % but for labels."
        )
        cards.append(card(analysis.name, f"{bar}<p><small>{exact}</small></p>"))
    return (
        f'<h2>What is wrong</h2><ul class="legend">{keys}</ul>'
        f'<div class="grid">{"".join(cards)}</div>'
    )


def _repairs(repairs: Repairs) -> str:
    rest = repairs.nonmonotonic - repairs.helpful - repairs.harmful
    rows = [
        ["arcs that were made", f"{repairs.arcs:,}", ""],
        [
            "of these: in place of another",
            f"{repairs.nonmonotonic:,}",
            f"{repairs.nonmonotonic_share:.2f} %",
        ],
        ["and gold", f"{repairs.helpful:,}", f"{repairs.helpful_share:.2f} %"],
        ["wrong, in place of a gold one", f"{repairs.harmful:,}", f"{repairs.harmful_share:.2f} %"],
        ["wrong for wrong", f"{rest:,}", f"{percent(rest, repairs.nonmonotonic):.2f} %"],
        ["words repaired in the end", f"{repairs.words_repaired:,}", ""],
        ["words harmed in the end", f"{repairs.words_harmed:,}", ""],
    ]
    return (
        "<h2>Non-monotonic arcs</h2><p>What the parser did to its own arcs while it parsed.</p>"
        f'<div class="card">{html_table(["", "times", ""], rows)}</div>'
    )
