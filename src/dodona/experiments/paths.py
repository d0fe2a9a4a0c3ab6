"""The configurations that a trained parser meets."""

from dodona.parsing.parser import Parser
from dodona.systems import parsing_system
from dodona.systems.configuration import Configuration
from dodona.treebank.sentence import Sentence


def configurations(parser: Parser, sentence: Sentence) -> list[Configuration]:
    """All configurations in which a parser makes a transition, from the initial one on."""
    header = parser.header
    system = parsing_system(header.system, single_root=header.single_root)
    c = system.initial(len(sentence))
    path = []
    for name, label in next(parser.derivations([sentence])):
        path.append(c)
        c = system.apply(c, name, label)
    return path
