"""The dynamic oracle beside the static one with the neural scorer: does the papers' claim hold?"""

from bench import Bench
from oracles import compare
from table import Section

ITERATIONS = 10
_GAIN = 0.5


def measure(bench: Bench) -> Section:
    """Train neural parsers of all systems with both oracles, on gold tags."""
    return compare(bench, "neural", bench.first_seeds(1), ITERATIONS, _GAIN)
