"""Text and tables for LaTeX."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from dodona.printable import blotted

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\symbol{34}",  # in German texts, it would change the letter after it
    "[": "{[}",  # after \\, it would begin the height of the row
    "]": "{]}",
}
_TO_LATEX = str.maketrans(_LATEX)
_LIGATURE = re.compile(r"([-'`,])(?=\1)")


def latex_text(text: str) -> str:
    """Text that LaTeX sets as it is; control characters become question marks.

    What goes from right to left stands in a box: else it takes the punctuation beside it along.
    """
    escaped = _LIGATURE.sub(r"\1{}", blotted(text, "?").translate(_TO_LATEX))
    leftwards = any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)
    return rf"\mbox{{{escaped}}}" if leftwards else escaped


def latex_table(columns: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with the rules of the package booktabs, without a newline at its end.

    ``columns`` is what `tabular` takes, such as ``llr``. The cells are in LaTeX already.
    """
    heading, *body = (" & ".join(row) + r" \\" for row in [head, *rows])
    lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", heading, r"\midrule", *body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])
