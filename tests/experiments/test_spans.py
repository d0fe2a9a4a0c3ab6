"""How large the tables of tabular oracles become."""

import random

import pytest
from systems_proof import random_tree

from dodona.errors import ExperimentError
from dodona.experiments.recipe import parse_recipe
from dodona.experiments.runs import locate, runs_of
from dodona.experiments.spans import measure_spans
from dodona.systems import get_system
from dodona.treebank import projectivize

RECIPE = """
title = "Spans"
kind = "spans"
columns = ["(ℓL+ℓR)/n", "T at 5"]
options = { transitions = 500 }

[[treebanks]]
name = "grove"

[[variants]]
name = "std"
settings = { system = "arc-standard", iterations = 1 }

[[variants]]
name = "lrs"
settings = { system = "lr-spine", iterations = 1 }

[[variants]]
name = "other"
settings = { system = "arc-eager", iterations = 1 }
"""


def waits_for(heads, buffer, node, other):
    """Whether a path of gold arcs leads from a node down to another, in the buffer but for that."""
    other = heads[other]
    while other in buffer and other != node:
        other = heads[other]
    return other == node


@pytest.mark.parametrize("name", ["arc-standard", "lr-spine"])
def test_the_right_stack_is_what_gold_subtrees_leave_of_the_buffer(name):
    """A node stays if its head is not in the buffer, or if it waits for a node on the stack."""
    rng = random.Random(4)
    system = get_system(name)
    for _ in range(30):
        heads = projectivize(random_tree(8, rng))
        c = system.apply(system.initial(8), "SHIFT")
        while not c.is_terminal():
            expected = [
                node
                for node in c.buffer
                if heads[node] not in c.buffer
                or any(waits_for(heads, c.buffer, node, other) for other in c.stack)
            ]
            assert system.stacks(c, heads) == (len(c.stack), len(expected)), (heads, c)
            if name == "lr-spine":
                sizes = system.table_sizes(c, heads)
                assert len(sizes) == len(c.stack) + len(expected)
                assert sizes[0] == 1 and min(sizes) > 0
            c = system.apply(c, rng.choice(system.legal(c)))


def test_a_run_of_this_kind(place):
    std, lrs, other = runs_of(parse_recipe(RECIPE, "spans"))
    found = measure_spans(locate(std, place.treebanks))["spans"]
    assert found["configurations"] == 500 and 0 < found["share"] < 1 and found["largest"] == []
    found = measure_spans(locate(lrs, place.treebanks))["spans"]
    assert found["largest"][0] == 1 and len(found["largest"]) > 3
    with pytest.raises(ExperimentError, match="the kind spans is for arc-standard and lr-spine"):
        measure_spans(locate(other, place.treebanks))
