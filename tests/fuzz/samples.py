"""Sound models and sentences, small and quickly made, which cases begin with."""

from __future__ import annotations

from functools import cache
from typing import Any

from tokenizing_examples import extra_sentences

import dodona
from dodona.lemmatizer import LemmatizerSettings, train_lemmatizer
from dodona.model.parts import Part
from dodona.systems import system_names
from dodona.tagger import TaggerSettings, train_tagger
from dodona.tokenizer import TokenizerSettings, train_tokenizer
from dodona.treebank import Sentence
from examples import grove, make_sentence, train_parser, without_tree

_PARTLY = (["DET", "_", "_"], ["_", "NOUN", "_"], ["_", "_", "VERB"], ["DET", "NOUN", "_"])
_EMPTY = "\t_" * 8 + "\n"
_SPACED = f"1\tabout{_EMPTY}2\t10 000{_EMPTY}3\toaks{_EMPTY}\n"
_UNSPACED = f"1\t古{_EMPTY}2\t木{_EMPTY}\n"
_GRAPH = """# sent_id = graph
# text = don't know
1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\s\\s
1\tdo\tdo\tAUX\tVBP\t_\t3\taux\t3:aux\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t3:advmod\t_
2.1\tthey\tthey\tPRON\tPRP\t_\t_\t_\t3:nsubj\t_
3\tknow\tknow\tVERB\tVB\t_\t0\troot\t0:root\tSpaceAfter=No

"""


@cache
def training() -> list[Sentence]:
    """What the models learn from; some trees are not projective."""
    return grove("train")[:60]


@cache
def sentences() -> list[Sentence]:
    """What models are tried on: tagged or not or in part, with trees or not, in both formats."""
    chosen = grove("test")[:8]
    spaced = Sentence.from_conllu(_SPACED)
    return [
        *chosen,
        *(without_tree(sentence) for sentence in chosen[:3]),
        Sentence.from_conllu(_GRAPH),
        spaced,
        *extra_sentences(),
        *(make_sentence([2, 0, 2], upos=tags, forms=["The", "oak", "stands"]) for tags in _PARTLY),
        *_older_sentences(),
    ]


def _older_sentences() -> list[Sentence]:
    """In CoNLL-X: no comments, other tags; the second tree is not projective."""
    return [
        make_sentence([0], ["ROOT"], forms=["x"], upos=["Nn"], comment=""),
        make_sentence([3, 4, 0, 3], ["a", "b", "ROOT", "c"], upos=["N", "V", "N", "P"], comment=""),
    ]


@cache
def lines() -> list[str]:
    """Lines of text, most of them a sentence."""
    texts = [sentence.text for sentence in [*grove("test"), *extra_sentences()]]
    numbers = "about 10 000 oaks, 1 000 000 doves."
    return [text + "\n" for text in [*texts, numbers, "", "古木"] if text is not None]


@cache
def trained() -> dict[str, list[Any]]:
    """Each part of a pipeline in several variants: all systems, beams, votes, clusters, neural."""
    few = training()[:20]
    numbers = [Sentence.from_conllu(text) for text in (_SPACED, _UNSPACED)] * 5
    clusters = {"oak": "0110", "tree": "0111", "the": "10", "stands": "111"}
    return {
        "tokenizer": [
            train_tokenizer([*few, *extra_sentences()], TokenizerSettings(iterations=2)),
            train_tokenizer([*numbers, *few], TokenizerSettings(iterations=2)),
        ],
        "tagger": [
            train_tagger(few, TaggerSettings(iterations=2, closed=2, known=1)),
            train_tagger(few, TaggerSettings(iterations=1, closed=2, beam=4, clusters=clusters)),
        ],
        "lemmatizer": [train_lemmatizer(few, LemmatizerSettings(iterations=2))],
        "parser": [
            *(train_parser(few, system=system, iterations=1) for system in system_names()),
            train_parser(few, beam=4, iterations=1),
            train_parser(training(), nonprojective="pseudo", iterations=1),
            train_parser(few, vote=["arc-eager", "covington", "arc-hybrid:reversed"], iterations=1),
            train_parser(few, kind="neural", size=16, iterations=1),
            train_parser(_older_sentences(), iterations=1),
        ],
    }


@cache
def joint() -> dodona.Pipeline:
    """A pipeline whose tagger and parser share an encoder."""
    return dodona.train_pipeline(training()[:20], kind="neural", size=16, iterations=1)


@cache
def models() -> list[list[dict[str, Part]]]:
    """Models as files hold them: for each kind of part those that are one alone, and whole ones."""
    parts = {name: [part.to_part() for part in some] for name, some in trained().items()}
    alone = [[{name: part} for part in some] for name, some in parts.items()]
    whole = [{name: some[i] for name, some in parts.items()} for i in (0, -1)]
    neural = {name: getattr(joint(), name).to_part() for name in joint().parts}
    return [*alone, [*whole, neural]]


@cache
def pipelines() -> list[dodona.Pipeline]:
    """For each parser the parser alone, and a whole pipeline with it."""
    found = []
    for i, parser in enumerate(trained()["parser"]):
        others = {name: some[i % len(some)] for name, some in trained().items()}
        found += [dodona.Pipeline(parser=parser), dodona.Pipeline(**{**others, "parser": parser})]
    return [*found, joint()]
