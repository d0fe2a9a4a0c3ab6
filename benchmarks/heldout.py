"""Template sets beside each other on a held-out fifth of a training file: for choosing defaults.

    python benchmarks/heldout.py TREEBANK SYSTEM TEMPLATES ... [--seeds N] [--iterations N]

Every fifth sentence of train is held out and scored; dev and test are not touched. A template set
is a name or a file. The scores are of all words, with full labels.
"""

import argparse
import sys
from collections.abc import Sequence

from bench import TREEBANKS, progress, treebank

from dodona import evaluate, read_conllu, train
from dodona.evaluation import Score
from dodona.experiments.formats import markdown, spread
from dodona.systems import system_names

_EVERY = 5


def main(arguments: Sequence[str]) -> None:
    """Train with all template sets and seeds, and print their scores."""
    options = _options(arguments)
    sentences = list(read_conllu(treebank(options.treebank, "train")))
    held_out = sentences[_EVERY - 1 :: _EVERY]
    kept = [sentence for i, sentence in enumerate(sentences, 1) if i % _EVERY]
    rows = []
    for features in options.templates:
        scores: list[Score] = []
        for seed in range(1, options.seeds + 1):
            settings = {name: getattr(options, name) for name in ("system", "oracle", "iterations")}
            parser = train(kept, features=features, seed=seed, **settings)
            scores.append(evaluate(held_out, parser.parse(held_out), "full").all_words)
            progress(f"{features}, seed {seed}: LAS {scores[-1].las:.2f}")
        las, uas = [score.las for score in scores], [score.uas for score in scores]
        rows.append((options.treebank, options.system, features, spread(las), spread(uas)))
    print(markdown(("treebank", "system", "templates", "LAS", "UAS"), rows))


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Score template sets on held-out sentences.")
    parser.add_argument("treebank", choices=TREEBANKS)
    parser.add_argument("system", choices=system_names())
    parser.add_argument("templates", nargs="+", help="a name or a file")
    parser.add_argument("--oracle", choices=("static", "nondet", "dynamic"), default="dynamic")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="seeds 1 to N")
    parser.add_argument("--iterations", type=int, metavar="N", help="by default the system's")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main(sys.argv[1:])
