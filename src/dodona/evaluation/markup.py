"""Small pieces of HTML; what they are given as text is escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

from dodona.version import __version__


def html_document(title: str, sections: Iterable[str], note: str = "") -> str:
    """A page that needs nothing else; its sections are HTML. A note may follow at its end."""
    style = (resources.files("dodona.evaluation") / "page.css").read_text(encoding="utf-8")
    made = escape(f"Dodona {__version__}. {note}".strip())
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
        f"<body><main>{''.join(sections)}"
        f'<p class="soft"><small>{made}</small></p></main></body></html>\n'
    )


def card(title: str, content: str) -> str:
    """A box with a title around something in HTML."""
    return f'<section class="card"><h3>{escape(title)}</h3>{content}</section>'


def html_table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of text that can be pushed aside where it is too wide."""
    heading = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        f'<tr><td class="name">{escape(row[0])}</td>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll"><table><thead><tr>{heading}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def unfolded(*contents: str) -> str:
    """Something in HTML that is seen when a reader asks for it."""
    return f"<details><summary>Figures</summary>{''.join(contents)}</details>"
