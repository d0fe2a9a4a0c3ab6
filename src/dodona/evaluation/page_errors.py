"""The part of the report that shows where the errors are: plots of arcs, and labels mixed up."""

from collections import Counter
from collections.abc import Sequence
from html import escape

from dodona.evaluation.analysis import Analysis
from dodona.evaluation.arc_counts import Bucket
from dodona.evaluation.arcs import TITLES, Dimension, order
from dodona.evaluation.charts import Point, Series, column_plot, legend, row_plot
from dodona.evaluation.conll18 import percent
from dodona.evaluation.markup import card, html_table, unfolded

_ORDERED: tuple[Dimension, ...] = ("length", "depth", "sentence length")
_FEW: tuple[Dimension, ...] = ("direction", "projectivity")
_MANY: tuple[Dimension, ...] = ("label", "tag")
_MOST_ROWS = 18
_MOST_CONFUSED = 10


def breakdown(analyses: Sequence[Analysis]) -> str:
    """Plots of the arcs in all dimensions."""
    single = len(analyses) == 1
    names = ["precision", "recall"] if single else [analysis.name for analysis in analyses]
    what = "Precision and recall" if single else "F1"
    rows = (
        "".join(_dimension(analyses, dimension) for dimension in dimensions)
        for dimensions in (_ORDERED, _FEW, _MANY)
    )
    return (
        f"<h2>Where the errors are</h2><p>{what} of arcs with their labels, in percent. The "
        "columns in the background show how frequent such arcs are in the gold file.</p>"
        f"{legend(names)}" + "".join(f'<div class="grid">{row}</div>' for row in rows)
    )


def _dimension(analyses: Sequence[Analysis], dimension: Dimension) -> str:
    """A plot of one dimension with its figures."""
    found = [analysis.breakdown[dimension] for analysis in analyses]
    categories = order(dimension, list(dict.fromkeys(name for each in found for name in each)))
    if dimension in _MANY:
        frequent = categories[:_MOST_ROWS]
        plot = row_plot(TITLES[dimension], frequent, _series(analyses, dimension, frequent))
    else:
        gold = [found[0].get(name, Bucket()).gold for name in categories]
        shares = [percent(count, sum(gold)) for count in gold]
        series = _series(analyses, dimension, categories)
        joined = dimension in _ORDERED
        plot = column_plot(TITLES[dimension], categories, shares, series, joined=joined)
    return card(TITLES[dimension], plot + _figures(analyses, dimension, categories))


def _series(
    analyses: Sequence[Analysis], dimension: Dimension, categories: Sequence[str]
) -> list[Series]:
    """Precision and recall of one system, or F1 of several."""
    if len(analyses) > 1:
        return [
            Series(
                analysis.name,
                [
                    _point(name, analysis.name, "F1", bucket.f1, bucket.gold + bucket.system)
                    for name, bucket in _buckets(analysis, dimension, categories)
                ],
            )
            for analysis in analyses
        ]
    buckets = _buckets(analyses[0], dimension, categories)
    precision = [_point(name, "precision", "", b.precision, b.system) for name, b in buckets]
    recall = [_point(name, "recall", "", b.recall, b.gold) for name, b in buckets]
    return [Series("precision", precision), Series("recall", recall)]


def _point(category: str, series: str, what: str, value: float | None, arcs: int) -> Point:
    """A point, if there are arcs to speak of."""
    if value is None:
        return Point(None, f"{category}, {series}: no such arcs")
    return Point(value, f"{category}, {series}: {what} {value:.2f} ({arcs:,})")


def _buckets(
    analysis: Analysis, dimension: Dimension, categories: Sequence[str]
) -> list[tuple[str, Bucket]]:
    found = analysis.breakdown[dimension]
    return [(name, found.get(name, Bucket())) for name in categories]


def _figures(analyses: Sequence[Analysis], dimension: Dimension, categories: Sequence[str]) -> str:
    """The figures behind a plot, to be unfolded."""
    columns = ["", "gold", "system", "precision", "recall", "F1", "UAS F1"]
    parts = []
    for analysis in analyses:
        rows = [
            [name, f"{b.gold:,}", f"{b.system:,}", *b.shares]
            for name, b in _buckets(analysis, dimension, categories)
        ]
        heading = f"<h3>{escape(analysis.name)}</h3>" if len(analyses) > 1 else ""
        parts.append(heading + html_table(columns, rows))
    return unfolded(*parts)


def mixed_up(analysis: Analysis) -> str:
    """The labels that are mixed up most, as a table in shades, gold labels in rows."""
    if not analysis.confusions:
        return ""
    involved: Counter[str] = Counter()
    for confusion in analysis.confusions:
        involved[confusion.gold] += confusion.count
        involved[confusion.system] += confusion.count
    labels = [label for label, _ in involved.most_common(_MOST_CONFUSED)]
    listed = [
        [f"{c.gold} → {c.system}", f"{c.count:,}", f"{c.right_head:,}"]
        for c in analysis.confusions[: 4 * _MOST_CONFUSED]
    ]
    figures = html_table(["gold → system", "times", "at the right head"], listed)
    return (
        f"<h2>Labels mixed up: {escape(analysis.name)}</h2><p>Gold labels in rows, those of the "
        f'system in columns.</p><div class="card">{_shades(analysis, labels)}{unfolded(figures)}'
        "</div>"
    )


def _shades(analysis: Analysis, labels: Sequence[str]) -> str:
    found = {(c.gold, c.system): c for c in analysis.confusions}
    most = analysis.confusions[0].count
    rows = []
    for gold in labels:
        cells = []
        for system in labels:
            if (gold, system) not in found:
                cells.append('<td class="same">·</td>')
                continue
            c = found[gold, system]
            note = f"{gold} → {system}: {c.count:,}, {c.right_head:,} at the right head"
            cells.append(
                f'<td style="background:rgba(var(--heat),{0.08 + 0.62 * c.count / most:.2f})" '
                f'title="{escape(note)}">{c.count}</td>'
            )
        rows.append(f"<tr><td>{escape(gold)}</td>{''.join(cells)}</tr>")
    head = "".join(f"<th>{escape(label)}</th>" for label in ["gold", *labels])
    return (
        f'<div class="scroll"><table class="heat"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
