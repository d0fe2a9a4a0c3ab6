"""What a parser did: its transitions made again one by one."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from dodona.parser.parser import Parser, Transition
from dodona.systems import TransitionSystem
from dodona.systems.configuration import Configuration
from dodona.treebank.sentence import Sentence


class Derivation(NamedTuple):
    """Transitions, and all configurations from the initial one to the one they lead to."""

    transitions: Sequence[Transition]
    configurations: list[Configuration]


def replay(system: TransitionSystem, words: int, transitions: Sequence[Transition]) -> Derivation:
    """Make transitions over so many words."""
    c = system.initial(words)
    configurations = [c]
    for name, label in transitions:
        c = system.apply(c, name, label=label)
        configurations.append(c)
    return Derivation(transitions, configurations)


def replay_parses(parser: Parser, sentences: Iterable[Sentence]) -> Iterator[Derivation]:
    """The derivation of each sentence as the parser makes it (see `Parser.derivations`)."""
    sentences = list(sentences)
    for sentence, transitions in zip(sentences, parser.derivations(sentences), strict=True):
        yield replay(parser.system, len(sentence), transitions)
