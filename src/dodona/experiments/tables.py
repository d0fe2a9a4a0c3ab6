"""The table of a recipe, from as many of its runs as are recorded."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import mean

import numpy as np

from dodona.evaluation.significance import Sample, randomisation_test
from dodona.experiments.formats import Table, spread
from dodona.experiments.metrics import compared_with, expanded, rule_name, shown_as, values_of
from dodona.experiments.recipe import Group, Recipe, Treebank, Variant, VariantPair
from dodona.experiments.records import Record, Records
from dodona.experiments.running import find_record
from dodona.experiments.runs import runs_of
from dodona.experiments.scoring import unpacked

LEVEL = 0.05
MEAN = "mean"

_TESTED = ("UAS", "LAS")

Values = dict[int, dict[str, float]]
"""Figures by seed and column."""


@dataclass(frozen=True)
class FoundRecords:
    """The records of a recipe by treebank, variant and seed, and how many of them are missing.

    Of those, ``outdated`` have records, but of other files than the treebank's newest records.
    """

    recipe: Recipe
    records: dict[tuple[str, str], dict[int, Record]]
    missing: int
    outdated: int

    @cached_property
    def rules(self) -> list[str]:
        return [rule_name(rule) for rule in self.recipe.rules]

    @property
    def all(self) -> list[Record]:
        return [record for found in self.records.values() for record in found.values()]

    @property
    def versions(self) -> Counter[str]:
        """By version and state of the code how many runs it made; old records have no state."""
        return Counter(
            f"dodona {record['version']}" + (f", code {record['code']}" if "code" in record else "")
            for record in self.all
        )

    def seeds(self, treebank: str, variant: str) -> dict[int, Record]:
        return self.records.get((treebank, variant), {})

    def values(self, treebank: str, variant: Variant) -> Values:
        """The figures by seed; what is compared, with the same seed of the baseline."""
        others = self.seeds(treebank, variant.baseline) if variant.baseline else {}
        result = {}
        for seed, record in self.seeds(treebank, variant.name).items():
            values = values_of(record, self.rules)
            if seed in others:
                values |= compared_with(values, values_of(others[seed], self.rules))
            result[seed] = values
        return result


def find(recipe: Recipe, records: Records, seeds: int | None = None) -> FoundRecords:
    """Find the records of all runs of a recipe; the treebanks themselves need not be there.

    All records of a treebank are of the same files: those of its newest record.
    """
    found: dict[tuple[str, str], dict[int, Record]] = {}
    missing = outdated = 0
    runs = runs_of(recipe, seeds)
    for treebank in recipe.treebanks:
        inside = [run for run in runs if run.treebank == treebank]
        data = records.newest_data(run.key for run in inside)
        for run in inside:
            record = find_record(records, run, data)
            if record is None:
                missing += 1
                outdated += find_record(records, run) is not None
            else:
                place = found.setdefault((treebank.name, run.variant), {})
                place[run.settings.options["seed"]] = record
    return FoundRecords(recipe, found, missing, outdated)


def make_table(found: FoundRecords) -> Table:
    """Rows for each treebank, for the mean, and for each group of treebanks."""
    recipe = found.recipe
    columns = expanded(recipe.columns, found.rules)
    figures = [figure for row in recipe.published.values() for of in row.values() for figure in of]
    head = ["treebank", "variant"]
    for column in columns:
        head += [column, f"published {column}"] if column in figures else [column]
    rows = []
    for name, title, variant, values in _all_values(found):
        cells = []
        published = recipe.published.get(name, {}).get(variant.name, {})
        for column in columns:
            known = [value[column] for value in values.values() if column in value]
            cell = spread(known, shown_as(column)) if known else ""
            if known and column in _TESTED:
                cell += marks(found, name, variant.name, column)
            cells.append(cell)
            if column in figures:
                given = published.get(column)
                cells.append("" if given is None else shown_as(column).format(given))
        rows.append([title, variant.name, *cells, str(len(values))])
    return Table([*head, "seeds"], rows)


def _all_values(found: FoundRecords) -> Iterator[tuple[str, str, Variant, Values]]:
    """The figures of each row: its name, its title, its variant, what is known."""
    recipe = found.recipe
    for treebank in recipe.treebanks:
        for variant in recipe.variants:
            values = found.values(treebank.name, variant)
            if values:
                yield treebank.name, treebank.title, variant, values
    whole = [treebank for treebank in recipe.treebanks if _is_whole(found, treebank)]
    sets = {MEAN: whole} if len(recipe.treebanks) > 1 else {}
    sets |= {group.name: [t for t in whole if _belongs(found, t, group)] for group in recipe.groups}
    for name, treebanks in sets.items():
        for variant in recipe.variants if treebanks else ():
            inside = [treebank for treebank in treebanks if variant.is_for(treebank)]
            values = _means([found.values(treebank.name, variant) for treebank in inside])
            if values:
                yield name, f"{name} ({len(inside)})", variant, values


def _means(several: Sequence[Values]) -> Values:
    """The means over treebanks, of the seeds and columns that all treebanks have."""
    result = {}
    for seed in several[0] if several else ():
        if all(seed in values for values in several):
            row = [values[seed] for values in several]
            columns = [column for column in row[0] if all(column in one for one in row)]
            result[seed] = {column: mean(one[column] for one in row) for column in columns}
    return result


def _is_whole(found: FoundRecords, treebank: Treebank) -> bool:
    """Whether all variants that are for a treebank have been run on it."""
    variants = [variant for variant in found.recipe.variants if variant.is_for(treebank)]
    return all(found.seeds(treebank.name, variant.name) for variant in variants)


def _belongs(found: FoundRecords, treebank: Treebank, group: Group) -> bool:
    for (name, _), records in found.records.items():
        if name == treebank.name:
            train = next(iter(records.values()))["train"]
            value = train["sentences"]
            if group.by == "nonprojective":
                value = 100 * train["nonprojective"] / train["sentences"]
            return bool(group.least <= value < group.below)
    return False


def marks(found: FoundRecords, treebank: str, variant: str, metric: str) -> str:
    """The marks of the comparisons in which a variant is better, and not by chance."""
    result = ""
    for comparison in found.recipe.comparisons:
        if comparison.variant == variant and comparison.mark not in result:
            p = p_value(found, treebank, comparison, metric)
            result += comparison.mark if p is not None and p < LEVEL else ""
    return result


def p_value(
    found: FoundRecords, treebank: str, comparison: VariantPair, metric: str
) -> float | None:
    """The p-value of a comparison on a treebank if its variant is ahead, else None.

    The errors of a sentence are summed over the seeds that both variants have; sentences are what
    is shuffled, so that seeds are not taken for further evidence of the same sentences.
    """
    one, other = (found.seeds(treebank, name) for name in (comparison.variant, comparison.over))
    seeds = [seed for seed in one if seed in other]
    if not seeds:
        return None
    samples = [_sample([of[seed] for seed in seeds], found.rules[0], metric) for of in (one, other)]
    if samples[0].sum(axis=0)[2] <= samples[1].sum(axis=0)[2]:
        return None
    return randomisation_test([samples[0]], [samples[1]])[0]


def _sample(records: Sequence[Record], rule: str, metric: str) -> Sample:
    """What is right in each sentence.

    Both sides have the same words, so it does not matter in which sentence they are counted: all
    of them stand in the first.
    """
    errors = np.sum([unpacked(record["errors"][rule][metric]) for record in records], axis=0)
    sample = np.zeros((len(errors), 3), dtype=np.int64)
    sample[0] = sum(record["scores"][rule]["words"] for record in records)
    sample[:, 2] -= errors
    return sample
