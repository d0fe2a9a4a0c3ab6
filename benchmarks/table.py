"""What a section reports, and how it looks in Markdown."""

from dataclasses import dataclass, field
from operator import ge, le

from dodona.experiments.formats import markdown


@dataclass(frozen=True)
class Row:
    """One measured value beside its bar, if there is one."""

    what: str
    measured: str
    bar: str = ""
    reached: bool | None = None


@dataclass(frozen=True)
class Section:
    """The rows of a section, and a table of its own with what else is worth knowing."""

    rows: list[Row] = field(default_factory=list)
    details: str = ""


def at_least(what: str, value: float, bar: float, shown: str) -> Row:
    """A value that should not be lower than its bar; ``shown`` is a format for both."""
    return Row(what, shown.format(value), f"at least {shown.format(bar)}", ge(value, bar))


def at_most(what: str, value: float, bar: float, shown: str) -> Row:
    """A value that should not be higher than its bar; ``shown`` is a format for both."""
    return Row(what, shown.format(value), f"at most {shown.format(bar)}", le(value, bar))


def above(what: str, value: float, other: float, shown: str, name: str) -> Row:
    """A value that should be higher than another that was measured too."""
    return Row(what, shown.format(value), f"above {shown.format(other)} {name}", value > other)


def bars_table(sections: dict[str, Section]) -> str:
    """All rows of all sections, each with its bar and whether it is reached."""
    verdicts = {True: "yes", False: "**no**", None: ""}
    rows = [
        (name, row.what, row.measured, row.bar, verdicts[row.reached])
        for name, section in sections.items()
        for row in section.rows
    ]
    return markdown(("section", "what", "measured", "bar", "reached"), rows)
