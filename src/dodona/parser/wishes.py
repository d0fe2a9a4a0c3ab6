"""What people may ask of a parser, and what a model cannot fulfil."""

import warnings

from dodona.errors import SettingsError
from dodona.options import DecodingOptions
from dodona.parser.model import Header
from dodona.systems import TransitionSystem


def check_wishes(
    header: Header,
    system: TransitionSystem,
    options: DecodingOptions,
    *,
    is_neural: bool,
    lowers: bool,
) -> int:
    """The beam to use. Raises `SettingsError` for wishes that the model cannot fulfil.

    ``lowers`` tells whether its labels say how words were lifted.
    """
    _check_trees(system, options, lowers=lowers)
    beam = header.beam if options["beam"] is None else options["beam"]
    nbest, scores = options["nbest"], options["scores"]
    if is_neural and (beam > 1 or nbest is not None):
        raise SettingsError("a neural parser has no beam: leave out `beam` and `nbest`")
    if nbest is not None and header.beam == 1:
        raise SettingsError(
            "the model was trained for greedy parsing, and its scores do not tell which of two "
            "trees is better: `nbest` needs a model trained with `beam=8`"
        )
    if nbest is not None and nbest > beam:
        raise SettingsError(
            f"nbest is {nbest}, and a beam of {beam} has no more than {beam}: "
            f"choose a beam of {nbest} or more"
        )
    if scores and beam == 1:
        remedy = "choose one of 2 or more"
        if header.beam == 1:
            remedy = "train a model with `beam=8`, or a neural one"
        raise SettingsError(f"there are no scores without a beam: {remedy}")
    if (scores or nbest is not None) and header.treebank_format == "conllx":
        raise SettingsError("CoNLL-X has no place for scores and ranks; CoNLL-U has")
    if beam > 1 and header.beam == 1:
        warnings.warn(
            f"the model was trained for greedy parsing, and a beam of {beam} makes its trees "
            "worse: with a beam of 8 LAS on English-EWT falls by 15 points; leave the beam "
            "out, or train a model with `beam=8`",
            stacklevel=6,
        )
    return beam


def _check_trees(system: TransitionSystem, options: DecodingOptions, *, lowers: bool) -> None:
    """Raise `SettingsError` if trees are asked for that the parser does not have."""
    if options["projective"] and not system.projective:
        raise SettingsError(
            f"{system.name} gives trees that are not projective: leave out `projective`"
        )
    if options["projective"] and lowers and options["deprojectivize"]:
        raise SettingsError(
            "the model puts lifted words back to where they are not projective: `projective` "
            "goes with `deprojectivize=False`"
        )
    if options["keep"] and system.most_words is not None:
        raise SettingsError(
            f"{system.name} searches for what a transition costs, which takes too long here: "
            "`keep` is for other systems"
        )
