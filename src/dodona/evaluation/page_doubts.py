"""The likely mistakes of a treebank as one page for a browser, drawn as trees."""

import os
from html import escape

from dodona.evaluation.doubts import Doubt, Review
from dodona.evaluation.markup import html_document, html_table
from dodona.evaluation.page_examples import drawn_tree
from dodona.treebank.streams import open_output
from dodona.wording import counted

MOST_SENTENCES = 200
_MOST_KINDS = 20


def write_doubts_page(
    path: str | os.PathLike[str], review: Review, *, gold: str = "gold", most: int = MOST_SENTENCES
) -> None:
    """Write the page of a review to a file, whole or not at all; ``-`` is standard output."""
    with open_output(path) as stream:
        stream.write(doubts_page(review, gold=gold, most=most).encode())


def doubts_page(review: Review, *, gold: str = "gold", most: int = MOST_SENTENCES) -> str:
    """The page of a review, with up to so many sentences, the likeliest mistakes first."""
    members = ", ".join(review.members)
    how = (
        f"Parsers: {members}. Each was trained {counted(review.folds, 'time')}, each time without "
        "the sentences that it then parsed. Listed are arcs that none of them would give."
    )
    rows = [[kind.describe(), f"{count:,}"] for kind, count in review.kinds[:_MOST_KINDS]]
    shown = review.by_sentence[:most]
    sections = [
        f"<header><h1>Is it right?</h1><p><code>{escape(gold)}</code>: {review.summary()}</p>"
        f'<p class="soft">{escape(how)}</p></header>',
        f'<h2>What may be wrong</h2><div class="card">{html_table(["", "times"], rows)}</div>',
        f"<h2>Sentences</h2><p>Those come first with whose other arcs the parsers agree most; "
        f"{len(shown):,} of {len(review.by_sentence):,} are shown.</p>"
        f'<div class="errors">{"".join(map(_sentence, shown))}</div>',
    ]
    return html_document(f"{gold}: doubts", sections)


def _sentence(doubts: list[Doubt]) -> str:
    """A sentence as it is, and with what the parsers would have in the place of some arcs."""
    sentence = doubts[0].sentence
    heads, labels = sentence.heads, sentence.deprels
    for doubt in doubts:
        heads[doubt.word - 1], labels[doubt.word - 1] = doubt.suggestion
    words = {doubt.word for doubt in doubts}
    lines = "".join(f"<li>{escape(str(doubt))}</li>" for doubt in doubts)
    name = escape(sentence.sent_id or f"line {sentence.line}")
    return (
        f'<details class="card" open><summary><strong><code>{name}</code></strong></summary>'
        f"<ul>{lines}</ul>{drawn_tree('treebank', sentence, words)}"
        f"{drawn_tree('parsers', sentence, words, (heads, labels))}</details>"
    )
