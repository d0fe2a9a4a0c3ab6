"""The kind of run that says how large the tables of a tabular oracle become.

Goldberg, Sartorio & Satta 2014, section 5.3 and Figure 3. Configurations are those that a model
meets in its projective training sentences after the iterations of its settings, but for initial
ones, whose stack is empty.
"""

from typing import Any

from dodona.errors import ExperimentError
from dodona.experiments.runs import Job
from dodona.experiments.scoring import train_to_the_end
from dodona.parser.replay import replay_parses
from dodona.systems import parsing_system
from dodona.systems.arc_standard import ArcStandard
from dodona.systems.lr_spine import LRSpine
from dodona.treebank.conllu import read_conllu
from dodona.treebank.trees import is_projective

_DEFAULTS = {"transitions": 100_000}


def measure_spans(job: Job) -> dict[str, Any]:
    """The mean of (ℓL + ℓR) / n, and of LR-spine the most entries of T[i, j] by i + j - 1."""
    system = parsing_system(job.run.settings.options["system"])
    if not isinstance(system, ArcStandard):
        raise ExperimentError("the kind spans is for arc-standard and lr-spine")
    transitions = job.run.options_with(_DEFAULTS)["transitions"]
    every = list(read_conllu(job.train))
    sentences = [sentence for sentence in every if is_projective([-1, *sentence.heads])]
    parser, _, _ = train_to_the_end(sentences, job.run.settings)
    seen = 0
    shares = 0.0
    largest: list[int] = []
    for sentence in sentences:
        heads = [-1, *sentence.heads]
        (derivation,) = replay_parses(parser, [sentence])
        for c in derivation.configurations[:-1][1 : transitions - seen + 1]:
            seen += 1
            shares += sum(system.stacks(c, heads)) / len(sentence)
            if isinstance(system, LRSpine):
                _raise(largest, system.table_sizes(c, heads))
        if seen >= transitions:
            break
    spans = {"configurations": seen, "share": shares / max(seen, 1), "largest": largest}
    return {"spans": spans}


def _raise(largest: list[int], sizes: list[int]) -> None:
    """Make each entry at least as large as the new one in its place."""
    largest.extend([0] * (len(sizes) - len(largest)))
    for k, size in enumerate(sizes):
        largest[k] = max(largest[k], size)
