"""Tables as Markdown, CSV and LaTeX."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Literal, get_args

from dodona.treebank.latex import latex_table

Format = Literal["markdown", "csv", "latex"]
FORMATS: tuple[Format, ...] = get_args(Format)

_SPECIAL = {
    "\\": r"\textbackslash{}",
    **{character: rf"\{character}" for character in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "ℓ": r"$\ell$",
    "−": "$-$",
    "<": "$<$",
    ">": "$>$",
    "†": r"\textdagger{}",
    "‡": r"\textdaggerdbl{}",
}


@dataclass(frozen=True)
class Table:
    """A heading and rows of cells."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def to(self, style: Format) -> str:
        """The table in a format, without a newline at its end."""
        return {"markdown": markdown, "csv": _csv, "latex": _latex}[style](self.head, self.rows)


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    cells = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def spread(values: Sequence[float], shown: str = "{:.2f}") -> str:
    """Mean and standard deviation."""
    text = shown.format(mean(values))
    deviation = shown.replace("+", "")
    return f"{text} ± {deviation.format(stdev(values))}" if len(values) > 1 else text


def _csv(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue().rstrip("\n")


def _latex(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    columns = "l" * min(2, len(head)) + "r" * (len(head) - 2)
    return latex_table(columns, [*map(_escaped, head)], [[*map(_escaped, row)] for row in rows])


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text)
