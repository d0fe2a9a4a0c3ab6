"""Tables: what they say, and in which formats."""

import csv
import io
import json

import numpy as np
import pytest
from experiment_examples import RECIPE

from dodona.experiments.code import code_state
from dodona.experiments.formats import Table
from dodona.experiments.recipe import parse_recipe
from dodona.experiments.records import Records
from dodona.experiments.runs import runs_of
from dodona.experiments.scoring import packed, unpacked
from dodona.experiments.tables import find, make_table, p_value

MORE = """
[[treebanks]]
name = "wood"

[[groups]]
name = "small"
by = "sentences"
below = 100

[[groups]]
name = "crossing"
by = "nonprojective"
least = 50
"""


def record(run, uas, errors, *, sentences=136, nonprojective=18, words=225, seconds=1.0):
    """What a run would record."""
    scores = {"UAS": uas, "LAS": uas - 10, "complete": 0.0, "words": words}
    rules = ("conllx", "conll07")
    return {
        "key": run.key,
        "data": "x",
        "date": "2026-01-02",
        "machine": "a machine",
        "version": "1",
        "train": {"sentences": sentences, "words": 1000, "nonprojective": nonprojective},
        "scores": dict.fromkeys(rules, scores),
        "errors": {rule: {"UAS": packed(errors), "LAS": packed(errors)} for rule in rules},
        "processor_seconds": seconds,
        "sentences_per_second": 1234.5,
    }


@pytest.fixture
def found(tmp_path):
    """Records of both treebanks but for one run."""
    recipe = parse_recipe(RECIPE + MORE, "two")
    records = Records(tmp_path, "two")
    for run in runs_of(recipe):
        is_wood, seed = run.treebank.name == "wood", run.settings.options["seed"]
        better = run.variant == "dynamic"
        if is_wood and better and seed == 2:
            continue
        uas = 80 + 2 * better + seed - 20 * is_wood
        errors = [1 if better else 3] * 25
        facts = {"sentences": 50, "nonprojective": 30} if is_wood else {}
        records.add(record(run, uas, errors, seconds=1.0 + better, **facts))
    return find(recipe, records)


def rows_of(table):
    return {(row[0], row[1]): dict(zip(table.head, row, strict=True)) for row in table.rows}


def test_means_deviations_gains_and_published_figures(found):
    rows = rows_of(make_table(found))
    static, dynamic = rows["Grove", "static"], rows["Grove", "dynamic"]
    assert static["UAS"] == "81.50 ± 0.71" and static["published UAS"] == "70.50"
    assert static["UAS (conll07)"] == "81.50 ± 0.71" and static["gain"] == ""
    assert dynamic["UAS"] == "83.50 ± 0.71*" and dynamic["published UAS"] == ""
    assert dynamic["gain"] == "+2.00 ± 0.00" and dynamic["slow-down"] == "2.00 ± 0.00"
    assert dynamic["sentences/s"] == "1,234 ± 0" and dynamic["seeds"] == "2"


def test_rows_of_means_and_groups(found):
    """The one seed that both treebanks have counts; both groups hold the smaller treebank."""
    rows = rows_of(make_table(found))
    assert rows["mean (2)", "dynamic"]["UAS"] == "73.00"
    assert rows["mean (2)", "static"]["UAS"] == "71.50 ± 0.71"
    for group in ("small (1)", "crossing (1)"):
        assert rows[group, "dynamic"]["UAS"] == rows["wood", "dynamic"]["UAS"].rstrip("*")
    assert found.missing == 1


def test_means_are_of_the_same_seed_of_all_treebanks(found):
    """Of one treebank the first seed is missing: only the second counts."""
    found.seeds("wood", "static").pop(1)
    rows = rows_of(make_table(found))
    assert rows["mean (2)", "static"]["UAS"] == f"{(82 + 62) / 2:.2f}"
    assert rows["mean (2)", "static"]["seeds"] == "1"


def test_a_group_without_treebanks_of_a_variant_has_no_row_of_it(tmp_path):
    """The group holds "wood" alone, which "dynamic" is not for."""
    partial = RECIPE.replace('baseline = "static"', 'treebanks = ["grove"]')
    recipe = parse_recipe(partial + MORE, "two")
    records = Records(tmp_path, "two")
    for run in runs_of(recipe):
        records.add(record(run, 80, [1] * 25, sentences=50 if run.treebank.name == "wood" else 200))
    rows = rows_of(make_table(find(recipe, records)))
    assert ("small (1)", "static") in rows
    assert all(not row.startswith("small") for row, variant in rows if variant == "dynamic")


def test_a_mark_needs_a_difference_that_is_no_chance(found):
    comparison = found.recipe.comparisons[0]
    assert p_value(found, "grove", comparison, "LAS") < 0.001
    for records in found.records.values():
        for one in records.values():
            one["errors"]["conllx"]["LAS"] = packed([2] * 25)
    assert p_value(found, "grove", comparison, "LAS") is None


def test_seeds_are_no_further_evidence(found):
    """Twice the same records give the same p-value as one of them."""
    comparison = found.recipe.comparisons[0]
    for name, right in (("static", [1, 1, 0, 1, 0, 2]), ("dynamic", [0, 0, 1, 0, 0, 1])):
        for one in found.seeds("grove", name).values():
            one["errors"]["conllx"]["UAS"] = packed(right)
    twice = p_value(found, "grove", comparison, "UAS")
    for name in ("static", "dynamic"):
        del found.seeds("grove", name)[2]
    assert p_value(found, "grove", comparison, "UAS") == pytest.approx(twice)


def test_records_of_files_that_changed_do_not_stand_beside_new_ones(recorded):
    """The new test file has other sentences, so that runs cannot be compared."""
    test = recorded.treebanks / "grove" / "grove-test.conllu"
    test.write_text("\n\n".join(test.read_text("utf-8").split("\n\n")[:9]) + "\n\n", "utf-8")
    changed = RECIPE.replace("{ iterations = 1 }", "{ iterations = 2 }")
    recorded.recipe.write_text(changed, "utf-8")
    recorded.call("run", "two.toml", "--seeds", 1)
    recorded.recipe.write_text(RECIPE, "utf-8")
    out, err = recorded.call("table", "two.toml", "--seeds", 1)
    assert "warning: 1 run missing" in err
    assert "made before a treebank's files changed: 1 of them" in err
    assert "| Grove | static |" in out and "| Grove | dynamic |" not in out


def test_counts_are_kept_exactly():
    counts = [0, 1, 255, 256, 65535, 3]
    assert np.array_equal(unpacked(packed(counts)), counts)


TABLE = Table(["treebank", "UAS"], [["a_b", "80.00 ± 1.00*"], ["< 10 %", "1,234†"]])


def test_the_formats():
    assert TABLE.to("markdown").splitlines()[1:3] == ["| --- | --- |", "| a_b | 80.00 ± 1.00* |"]
    rows = list(csv.reader(io.StringIO(TABLE.to("csv"))))
    assert rows == [TABLE.head, *TABLE.rows]
    latex = TABLE.to("latex").splitlines()
    assert latex[0] == r"\begin{tabular}{ll}" and latex[-1] == r"\end{tabular}"
    assert latex[4:6] == [r"a\_b & 80.00 $\pm$ 1.00* \\", r"$<$ 10 \% & 1,234\textdagger{} \\"]


@pytest.mark.parametrize("style", ["markdown", "csv", "latex"])
def test_the_command_prints_a_table_without_the_treebanks(recorded, style):
    (recorded.treebanks / "grove" / "grove-train.conllu").unlink()
    out, err = recorded.call("table", "two.toml", "--format", style)
    assert "warning: 2 runs missing" in err
    uas = recorded.read()[0]["scores"]["conllx"]["UAS"]
    assert f"{uas:.2f}" in out
    for fact in (
        "runs: 2 recorded, 2 missing",
        "dodona experiment run two.toml",
        "templates: zhang-nivre-extended",
        "gain (in UAS), slow-down (of seconds); from “static” for “dynamic”",
        "Marks (by the rule conllx): p < 0.05",
    ):
        assert (fact in out) == (style != "csv"), fact


def test_runs_of_different_code_are_told_apart(recorded):
    """Also those of records that were made before the code was noted."""
    first, second = recorded.read()
    assert first["code"] == second["code"] == code_state()
    known = f"dodona {first['version']}, code {first['code']}"
    out, err = recorded.call("table", "two.toml", "--seeds", 1)
    assert f"- version: {known}\n" in out and "different code" not in err
    del first["code"]
    lines = "".join(json.dumps(record) + "\n" for record in (first, second))
    recorded.records.write_text(lines, "utf-8")
    out, err = recorded.call("table", "two.toml", "--seeds", 1)
    assert f"- version: dodona {first['version']} (1 run); {known} (1 run)\n" in out
    assert "warning: the runs were made by different code: " in err


def test_a_table_of_nothing_is_an_error_that_says_so(place):
    out, err = place.call("table", "two.toml", code=1)
    assert out == ""
    assert err == (
        "dodona: error: no run of two is recorded in results: make them with dodona experiment run "
        "two.toml, or name the folder of their records with --results\n"
    )
