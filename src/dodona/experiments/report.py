"""A recipe's table with all that must be known to judge it."""

from collections.abc import Iterable

from dodona.evaluation.significance import ROUNDS
from dodona.experiments.formats import Format
from dodona.experiments.tables import LEVEL, Found, make_table


def report(found: Found, style: Format, source: str) -> str:
    """The table in a format; ``source`` is what the command calls the recipe.

    CSV is the table alone; in LaTeX what else there is to know stands in comments.
    """
    table = make_table(found).to(style)
    if style == "csv":
        return table
    facts = _facts(found, source)
    if style == "latex":
        lines = [found.recipe.title, found.recipe.paper, found.recipe.notes, *facts]
        return "\n".join([*(f"% {line}" for line in lines if line), table])
    parts = [
        f"## {found.recipe.title}",
        found.recipe.paper,
        found.recipe.notes,
        "\n".join(f"- {fact}" for fact in facts),
        table,
        _legend(found),
    ]
    return "\n\n".join(filter(None, parts))


def _facts(found: Found, source: str) -> list[str]:
    recipe, records = found.recipe, found.all
    facts = [f"command: `dodona experiment run {source}`, `dodona experiment table {source}`"]
    if recipe.kind == "scores":
        first, *others = ("; ".join(rule.describe()) for rule in recipe.rules)
        facts += [f"scores: {first}", *(f"further scores: {other}" for other in others)]
    facts.append(f"runs: {len(records)} recorded, {found.missing} missing")
    for name, values in (
        ("date", [record["date"] for record in records]),
        ("machine", [record["machine"] for record in records]),
    ):
        if values:
            facts.append(f"{name}: {', '.join(sorted(set(values)))}")
    if made_by := _versions(found):
        facts.append(f"version: {'; '.join(made_by)}")
    return facts


def _versions(found: Found) -> list[str]:
    """What made the runs, and if it was not always the same code, how many of them."""
    counts = found.versions
    if len(counts) == 1:
        return list(counts)
    return [f"{version} ({count} runs)" for version, count in sorted(counts.items())]


def _legend(found: Found) -> str:
    recipe = found.recipe
    lines = ["Mean ± standard deviation over seeds; in rows of means, of the means of each seed."]
    if "seconds" in recipe.columns:
        lines.append("Seconds are those that the processor spent in the iterations of training.")
    if recipe.comparisons:
        described = "; ".join(_described(found))
        lines.append(
            f"Marks: p < {LEVEL} on that treebank by approximate randomisation (Yeh 2000) over "
            f"sentences, {ROUNDS:,} rounds, errors of a sentence summed over seeds: {described}."
        )
    return " ".join(lines)


def _described(found: Found) -> Iterable[str]:
    """What each mark says, by mark."""
    by_mark: dict[str, list[str]] = {}
    for comparison in found.recipe.comparisons:
        text = f"“{comparison.variant}” over “{comparison.over}”"
        by_mark.setdefault(comparison.mark, []).append(text)
    return (f"{mark} {', '.join(texts)}" for mark, texts in by_mark.items())
