"""What a neural parser says of its arcs beside what is true: curves for its probabilities."""

from collections.abc import Sequence
from itertools import compress

from dodona.keywords import complete
from dodona.neural.calibration import fit_curve
from dodona.options import DecodingOptions
from dodona.parser.parser import Parser
from dodona.threads import in_batches
from dodona.treebank.columns import Draft
from dodona.treebank.sentence import Sentence


def calibrated_parser(parser: Parser, sentences: Sequence[Sentence]) -> Parser:
    """A neural parser that knows how often it is right, having seen sentences with gold trees."""
    model = parser.neural_model
    options = complete(DecodingOptions, {})
    uncalibrated = Parser(model.with_calibration({}))
    sure: dict[str, list[float]] = {"arcs": [], "labels": []}
    right: dict[str, list[bool]] = {"arcs": [], "labels": []}
    for batch in in_batches(sentences):
        draft = Draft(batch)
        heads, labels, arcs, sure_labels = uncalibrated.find_surely(draft, None, options)
        gold_heads = [head for sentence in batch for head in sentence.heads]
        gold_labels = [label for sentence in batch for label in sentence.deprels]
        has_head = [a == b for a, b in zip(heads, gold_heads, strict=True)]
        has_label = [parser.labels[a] == b for a, b in zip(labels, gold_labels, strict=True)]
        sure["arcs"] += arcs
        right["arcs"] += has_head
        # A label is that of an arc: where the arc is wrong there is nothing to be right about.
        sure["labels"] += compress(sure_labels, has_head)
        right["labels"] += compress(has_label, has_head)
    curves = {name: fit_curve(sure[name], right[name]) for name in sure}
    return Parser(model.with_calibration(curves))
