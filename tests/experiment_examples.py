"""A small recipe on the treebank that comes with Dodona."""

RECIPE = """
title = "Two oracles"
paper = "A paper of 2012"
seeds = 2
columns = ["UAS", "LAS", "gain", "seconds", "slow-down", "sentences/s"]

[[rules]]
name = "conllx"

[[rules]]
name = "conll07"

[[treebanks]]
name = "grove"
title = "Grove"

[[variants]]
name = "static"
settings = { oracle = "static", iterations = 1 }

[[variants]]
name = "dynamic"
settings = { iterations = 1 }
baseline = "static"

[[comparisons]]
variant = "dynamic"
over = "static"
mark = "*"

[published.grove]
static = { UAS = 70.5 }
"""
