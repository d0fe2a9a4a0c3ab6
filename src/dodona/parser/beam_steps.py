"""The beam made visible: its hypotheses after each step, as `BeamDecoder` has them.

`search` says how a beam goes on; here the same is done with the public view of configurations, for
people who want to see it.
"""

from collections.abc import Iterator
from typing import NamedTuple

from dodona.errors import SettingsError
from dodona.parser.parser import Parser, Transition
from dodona.systems import Configuration
from dodona.treebank.sentence import Sentence

_UNIT = 1 << 20  # of a mean score; see search.pxd


class Hypothesis(NamedTuple):
    """One of the derivations in the beam.

    Hypotheses are compared by ``score``: by ``total``, the sum of the scores of their transitions,
    or, in systems whose derivations vary in length, by its mean in units of 2 ** -20.
    ``decisions`` is how many transitions were scored; one that is the only legal one is not.
    """

    score: int
    transitions: tuple[Transition, ...]
    configuration: Configuration
    is_complete: bool
    total: int = 0
    decisions: int = 0


class _Candidate(NamedTuple):
    """What may follow a hypothesis; no transition follows one that is complete."""

    score: int
    parent: Hypothesis
    transition: Transition | None
    total: int
    decisions: int


def beam_steps(parser: Parser, sentence: Sentence) -> Iterator[list[Hypothesis]]:
    """The hypotheses in the beam after each step, best first, from the first transition on.

    The beam is that of training. Hypotheses that are complete wait for the others. The best one of
    the last step is what `Parser.derivations` gives; in the same way, the words of a parser that
    goes from right to left are counted from there, and the labels of one that learned
    pseudo-projective trees are those it learned. Raises `SettingsError` for a parser without a
    beam.
    """
    size = parser.header.beam
    if size == 1:
        remedy = "train a model with `beam=8`"
        if parser.encoder is not None:
            remedy = "train a linear model with `beam=8`"
        raise SettingsError(f"the model was trained for greedy parsing and has no beam: {remedy}")
    return _steps(parser, sentence, size)


def _steps(parser: Parser, sentence: Sentence, size: int) -> Iterator[list[Hypothesis]]:
    first = parser.system.initial(len(sentence))
    beam = [Hypothesis(0, (), first, first.is_terminal())]
    while not all(hypothesis.is_complete for hypothesis in beam):
        found = [candidate for each in beam for candidate in _candidates(parser, sentence, each)]
        found.sort(key=lambda candidate: -candidate.score)  # of equal ones the first stays first
        beam = [_follow(parser, candidate) for candidate in found[:size]]
        yield beam


def _candidates(parser: Parser, sentence: Sentence, hypothesis: Hypothesis) -> Iterator[_Candidate]:
    score, *_, total, decisions = hypothesis
    if hypothesis.is_complete:
        yield _Candidate(score, hypothesis, None, total, decisions)
        return
    scores = parser.scores(sentence, hypothesis.configuration)
    if len(scores) == 1:
        yield _Candidate(score, hypothesis, next(iter(scores)), total, decisions)
        return
    by_mean = parser.system.varying_length
    for transition, own in scores.items():
        after = total + own
        compared = _mean(after, decisions + 1) if by_mean else after
        yield _Candidate(compared, hypothesis, transition, after, decisions + 1)


def _mean(total: int, decisions: int) -> int:
    """A mean as the compiled core has it, rounded towards zero."""
    mean = abs(total) * _UNIT // decisions
    return mean if total >= 0 else -mean


def _follow(parser: Parser, candidate: _Candidate) -> Hypothesis:
    parent = candidate.parent
    if candidate.transition is None:
        return parent
    name, label = candidate.transition
    c = parser.system.apply(parent.configuration, name, label=label)
    return Hypothesis(
        candidate.score,
        (*parent.transitions, candidate.transition),
        c,
        c.is_terminal(),
        candidate.total,
        candidate.decisions,
    )
