"""How close bounds come to the loss: what is counted, and that it holds on real derivations."""

import pytest

from dodona import read_conllu, train
from dodona.errors import ExperimentError
from dodona.experiments.bounds import BoundSums, compare_bounds, measure_bounds
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
    sums = BoundSums()
    sums.add({"lower": 1, "pc-upper": 2, "upper": 4}, 2, 2)
    sums.add({"lower": 0, "pc-upper": 0, "upper": 1}, 0, 0)
    sums.add({"lower": 1, "pc-upper": 2, "upper": 2}, 1, 2)
    assert (sums.configurations, sums.apart, sums.undecided) == (3, 2, 1)
    assert sums.errors == {"lower": 0.5 + 0.5, "pc-upper": 1.0, "upper": 1.0 + 1.0 + 1.0}
    assert sums.out_of_order == 0
    sums.add({"lower": 1, "pc-upper": 0, "upper": 0}, 0, 0)
    assert sums.out_of_order == 1


def test_the_order_holds_in_what_a_model_meets(place):
    sentences = list(read_conllu(place.treebanks / "grove" / "grove-train.conllu"))
    parser = train(sentences, system="covington-nonmonotonic", iterations=1).parser
    sums = compare_bounds(parser, sentences, 3000, 200)
    assert (sums.configurations, sums.out_of_order) == (3000, 0)
    assert sums.values["lower"] <= sums.loss <= sums.values["pc-upper"] <= sums.values["upper"]
    assert sums.loss > 0 and sums.apart > 0
    assert max(sums.errors.values()) < 0.05 * 3000
    assert sums.to_dict()["loss"] == sums.loss / 3000


def test_a_run_of_this_kind(place):
    job = locate(runs_of(parse_recipe(RECIPE, "bounds"))[0], place.treebanks)
    assert measure_bounds(job)["bounds"]["configurations"] == 500
    other = parse_recipe(RECIPE.replace("covington-nonmonotonic", "covington"), "bounds")
    with pytest.raises(ExperimentError, match="the kind bounds is for covington-nonmonotonic"):
        measure_bounds(locate(runs_of(other)[0], place.treebanks))
