"""The part of the report that shows the most frequent errors in sentences, drawn as trees."""

from collections.abc import Collection
from html import escape

from dodona.evaluation.analysis import Analysis
from dodona.evaluation.examples import Example, FrequentError
from dodona.treebank.sentence import Sentence
from dodona.treebank.svg import OF_THE_PAGE, tree_svg
from dodona.wording import counted


def frequent_errors(analysis: Analysis) -> str:
    """The errors that a system makes most, each with the two trees of a sentence."""
    if not analysis.frequent_errors:
        return ""
    shown = "".join(
        _error(number, error) for number, error in enumerate(analysis.frequent_errors, 1)
    )
    return (
        f"<h2>The most frequent errors: {escape(analysis.name)}</h2><p>Each with a sentence in "
        "which it is made; the arc in question is marked, in the gold tree and in that of the "
        f'system.</p><div class="errors">{shown}</div>'
    )


def _error(number: int, error: FrequentError) -> str:
    what = f"{number}. {error.kind.describe()}"
    times = counted(error.count, "time", style=",")
    trees = _trees(error.example) if error.example else "<p>There is no short example.</p>"
    return (
        f'<details class="card" open><summary><strong>{escape(what)}</strong> · {times}</summary>'
        f"{trees}</details>"
    )


def _trees(example: Example) -> str:
    name = example.gold.sent_id or f"line {example.gold.line}"
    return (
        f'<p class="soft"><code>{escape(name)}</code></p>'
        f"{drawn_tree('gold', example.gold, {example.word})}"
        f"{drawn_tree('system', example.system, {example.word})}"
    )


def drawn_tree(
    side: str,
    sentence: Sentence,
    marked: Collection[int],
    arcs: tuple[list[int], list[str]] | None = None,
) -> str:
    """The picture of a sentence with its own arcs or with others, under the name of a side."""
    heads, labels = arcs or (sentence.heads, sentence.deprels)
    columns = sentence.forms, heads, labels, sentence.upos
    drawn = tree_svg(*columns, marked=marked, colours=OF_THE_PAGE)
    return f'<h3 class="side">{side}</h3><div class="scroll tree">{drawn}</div>'
