"""What the columns of a table can be, and how they are read off records."""

from collections.abc import Sequence
from typing import Any

from dodona.evaluation.rules import Rule, get_rule

BOUNDS = ("lower", "pc-upper", "upper")

_SCORES = ("UAS", "LAS", "complete")
_COMPARED = ("gain", "LAS gain", "slow-down")
_SHARE = "(ℓL+ℓR)/n"
_SIZES = {k: f"T at {k}" for k in (5, 10, 20, 30, 40, 50)}
_ERRORS = tuple(f"error of {name}" for name in BOUNDS)

COLUMNS: dict[str, tuple[str, ...]] = {
    "scores": (*_SCORES, *_COMPARED, "seconds", "sentences/s"),
    "bounds": ("loss", *BOUNDS, *_ERRORS, "apart", "undecided", "out of order", "sentences"),
    "spans": (_SHARE, *_SIZES.values()),
}
"""By kind of run the columns that there are."""

_SHOWN = {
    **dict.fromkeys(("gain", "LAS gain"), "{:+.2f}"),
    **dict.fromkeys(("loss", *BOUNDS, *_ERRORS), "{:.5f}"),
    **dict.fromkeys(("sentences/s", "apart", "undecided", "out of order", "sentences"), "{:,.0f}"),
    **dict.fromkeys(_SIZES.values(), "{:.0f}"),
    "seconds": "{:.1f}",
}


def rule_name(rule: Rule) -> str:
    """What a rule is called in records: its name, and where it differs from the rule so named."""
    plain = get_rule(rule.name)
    parts: list[str] = [rule.name]
    if rule.labels != plain.labels:
        parts.append(rule.labels)
    if rule.exclude_punct != plain.exclude_punct:
        parts.append(f"without-punctuation-by-{rule.exclude_punct}")
    return "-".join(parts)


def shown_as(column: str) -> str:
    """The format of the figures in a column."""
    return _SHOWN.get(column, "{:.2f}")


def expanded(columns: Sequence[str], rules: Sequence[str]) -> list[str]:
    """The columns with those of further rules added; the first rule has none of its own."""
    result = []
    for column in columns:
        result.append(column)
        if column in _SCORES:
            result += [_by_rule(column, rule) for rule in rules[1:]]
    return result


def values_of(record: dict[str, Any], rules: Sequence[str]) -> dict[str, float]:
    """The figures of a record, by the column that they stand in."""
    if "bounds" in record:
        return _bounds_of(record["bounds"])
    if "spans" in record:
        return _spans_of(record["spans"])
    values = {
        "seconds": record["processor_seconds"],
        "sentences/s": record["sentences_per_second"],
    }
    for number, rule in enumerate(rules):
        for name in _SCORES:
            column = _by_rule(name, rule) if number else name
            values[column] = record["scores"][rule][name]
    return values


def compared_with(values: dict[str, float], baseline: dict[str, float]) -> dict[str, float]:
    """The figures that say how something differs from its baseline."""
    if "UAS" not in values:
        return {}
    return {
        "gain": values["UAS"] - baseline["UAS"],
        "LAS gain": values["LAS"] - baseline["LAS"],
        "slow-down": values["seconds"] / max(baseline["seconds"], 1e-9),
    }


def _bounds_of(found: dict[str, Any]) -> dict[str, float]:
    return {
        "loss": found["loss"],
        **found["values"],
        **{f"error of {name}": error for name, error in found["errors"].items()},
        "apart": found["apart"],
        "undecided": found["undecided"],
        "out of order": found["out_of_order"],
        "sentences": found["sentences"],
    }


def _spans_of(found: dict[str, Any]) -> dict[str, float]:
    """The mean share, and the largest entries at some places as far as there are any."""
    largest = found["largest"]
    sizes = {name: largest[k - 1] for k, name in _SIZES.items() if k <= len(largest)}
    return {_SHARE: found["share"], **sizes}


def _by_rule(column: str, rule: str) -> str:
    return f"{column} ({rule})"
