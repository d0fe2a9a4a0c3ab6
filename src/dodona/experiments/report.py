"""A recipe's table with all that must be known to judge it."""

from collections.abc import Iterable

from dodona.evaluation.significance import ROUNDS
from dodona.experiments.formats import Format
from dodona.experiments.tables import LEVEL, FoundRecords, make_table
from dodona.wording import counted

_COMPARED = {"gain": "in UAS", "LAS gain": "in LAS", "slow-down": "of seconds"}


def report(found: FoundRecords, style: Format, source: str) -> str:
    """The table in a format; ``source`` is what the command calls the recipe.

    CSV is the table alone; in LaTeX what else there is to know stands in comments.
    """
    table = make_table(found).to(style)
    if style == "csv":
        return table
    facts = _facts(found, source)
    if style == "latex":
        recipe = found.recipe
        lines = [recipe.title, recipe.paper, recipe.notes, *facts, _legend(found)]
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


def _facts(found: FoundRecords, source: str) -> list[str]:
    recipe, records = found.recipe, found.all
    facts = [f"command: `dodona experiment run {source}`, `dodona experiment table {source}`"]
    if recipe.kind == "scores":
        first, *others = ("; ".join(rule.describe()) for rule in recipe.rules)
        facts += [f"scores: {first}", *(f"further scores: {other}" for other in others)]
    templates = {variant.settings_with(1).features for variant in recipe.variants}
    facts.append(f"templates: {', '.join(sorted(templates))}")
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


def _versions(found: FoundRecords) -> list[str]:
    """What made the runs, and if it was not always the same code, how many of them."""
    counts = found.versions
    if len(counts) == 1:
        return list(counts)
    return [f"{version} ({counted(n, 'run')})" for version, n in sorted(counts.items())]


def _legend(found: FoundRecords) -> str:
    recipe = found.recipe
    lines = ["Mean ± standard deviation over seeds."]
    if len(recipe.treebanks) > 1:
        lines.append(
            "Rows of means are over the treebanks that all variants have been run on (how many is "
            "in brackets) and the seeds that all of these have; their deviation is that of the "
            "means of each seed."
        )
    if "seconds" in recipe.columns:
        lines.append("Seconds are those that the processor spent in the iterations of training.")
    compared = [f"{name} ({unit})" for name, unit in _COMPARED.items() if name in recipe.columns]
    if compared:
        pairs = [(f"“{v.baseline}”", f"“{v.name}”") for v in recipe.variants if v.baseline]
        described = "; ".join(f"from {base} for {', '.join(of)}" for base, of in _by_first(pairs))
        lines.append(
            f"Counted from another variant with the same seed: {', '.join(compared)}; {described}."
        )
    if recipe.comparisons:
        pairs = [(c.mark, f"“{c.variant}” over “{c.over}”") for c in recipe.comparisons]
        described = "; ".join(f"{mark} {', '.join(texts)}" for mark, texts in _by_first(pairs))
        lines.append(
            f"Marks (by the rule {found.rules[0]}): p < {LEVEL} on that treebank by approximate "
            f"randomisation (Yeh 2000) over sentences, {ROUNDS:,} rounds, errors of a sentence "
            f"summed over the seeds that both have, each comparison by itself: {described}."
        )
    return " ".join(lines)


def _by_first(pairs: Iterable[tuple[str, str]]) -> Iterable[tuple[str, list[str]]]:
    """The second texts of pairs with the same first one, together."""
    groups: dict[str, list[str]] = {}
    for first, second in pairs:
        groups.setdefault(first, []).append(second)
    return groups.items()
