"""How close bounds come to the loss: what is counted, and that it holds on real derivations."""

import pytest

from dodona import read_conllu, train
from dodona.errors import ExperimentError
from dodona.experiments.bounds import Tally, compare_bounds, measure_bounds
from dodona.experiments.recipe import parse_recipe
from dodona.experiments.runs import locate, runs_of

RECIPE = """
title = "Bounds"
kind = "bounds"
columns = ["loss", "error of upper"]
options = { transitions = 500 }

[[treebanks]]
name = "grove"

[[variants]]
name = "bounds"
settings = { system = "covington-nonmonotonic", iterations = 1 }
"""


def test_errors_are_relative_to_the_loss_and_at_worst():
    tally = Tally()
    tally.add({"lower": 1, "pc-upper": 2, "upper": 4}, 2, 2)
    tally.add({"lower": 0, "pc-upper": 0, "upper": 1}, 0, 0)
    tally.add({"lower": 1, "pc-upper": 2, "upper": 2}, 1, 2)
    assert (tally.configurations, tally.apart, tally.undecided) == (3, 2, 1)
    assert tally.errors == {"lower": 0.5 + 0.5, "pc-upper": 1.0, "upper": 1.0 + 1.0 + 1.0}
    assert tally.out_of_order == 0
    tally.add({"lower": 1, "pc-upper": 0, "upper": 0}, 0, 0)
    assert tally.out_of_order == 1


def test_the_order_holds_in_what_a_model_meets(place):
    sentences = list(read_conllu(place.treebanks / "grove" / "grove-train.conllu"))
    parser = train(sentences, system="covington-nonmonotonic", iterations=1)
    tally = compare_bounds(parser, sentences, 3000, 200)
    assert (tally.configurations, tally.out_of_order) == (3000, 0)
    assert tally.values["lower"] <= tally.loss <= tally.values["pc-upper"] <= tally.values["upper"]
    assert tally.loss > 0 and tally.apart > 0
    assert max(tally.errors.values()) < 0.05 * 3000
    assert tally.to_dict()["loss"] == tally.loss / 3000


def test_a_run_of_this_kind(place):
    job = locate(runs_of(parse_recipe(RECIPE, "bounds"))[0], place.treebanks)
    assert measure_bounds(job)["bounds"]["configurations"] == 500
    other = parse_recipe(RECIPE.replace("covington-nonmonotonic", "covington"), "bounds")
    with pytest.raises(ExperimentError, match="the kind bounds is for covington-nonmonotonic"):
        measure_bounds(locate(runs_of(other)[0], place.treebanks))
