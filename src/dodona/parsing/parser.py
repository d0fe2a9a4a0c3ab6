"""The parser that people use: sentences in, sentences with trees out."""

import os
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import replace
from itertools import islice
from typing import Any

from dodona.features.extractor import Extractor
from dodona.features.templates import compile_templates
from dodona.features.tokens import TokenBatch
from dodona.parsing.frozen import FrozenWeights
from dodona.parsing.greedy import GreedyDecoder
from dodona.parsing.model import Header, Model, load_model, save_model
from dodona.parsing.threads import map_in_order
from dodona.systems import parsing_system
from dodona.systems.labelled import LabelledTransitions
from dodona.treebank.sentence import Sentence, replace_tree

Transition = tuple[str, str | None]

_BATCH_SIZE = 256


class Parser:
    """Parses sentences with a trained model; `dodona.load` reads one from a file.

    >>> parser = dodona.load("model.dodona")                             # doctest: +SKIP
    >>> for sentence in parser.parse(dodona.read_conllu("in.conllu")):   # doctest: +SKIP
    ...     print(sentence.to_conllu(), end="")
    """

    def __init__(self, model: Model) -> None:
        header = model.header
        self._model = model
        system = parsing_system(header.system, single_root=header.single_root)
        transitions = LabelledTransitions(system, header.labels, header.classes)
        extractor = Extractor(compile_templates(header.templates, system.focus_names))
        weights = FrozenWeights(model.weights, transitions.count, extractor.missing_keys())
        self._decoder = GreedyDecoder(transitions, extractor, weights)
        self._label_names = [label.encode() for label in header.labels]

    @property
    def header(self) -> Header:
        """What the model is and how it was trained."""
        return self._model.header

    def parse(self, sentences: Iterable[Sentence], *, threads: int = 1) -> Iterator[Sentence]:
        """The sentences with their trees predicted, in the same order, as they are asked for."""
        for batch in self.parse_batches(_in_batches(sentences), threads=threads):
            yield from batch

    def parse_batches(
        self, batches: Iterable[list[Sentence]], *, threads: int = 1
    ) -> Iterator[list[Sentence]]:
        """Like `parse`, for sentences that come in lists; each list is one piece of work."""
        return map_in_order(self.parse_batch, batches, threads)

    def parse_batch(self, sentences: list[Sentence]) -> list[Sentence]:
        """The sentences of one list with their trees predicted."""
        heads, labels = self._decoder.parse(TokenBatch(sentences))
        result = []
        first = 0
        for sentence in sentences:
            result.append(replace_tree(sentence, heads, labels, first, self._label_names))
            first += len(sentence)
        return result

    def derivations(self, sentences: Iterable[Sentence]) -> Iterator[list[Transition]]:
        """The transitions that lead to the tree of each sentence: pairs of a name and a label.

        They are those of `parsing_system` with the system and the ``single_root`` of the header,
        and can be made again one by one with its `apply`.
        """
        for batch in _in_batches(sentences):
            yield from self._decoder.derivations(TokenBatch(batch))

    def with_scores(self, scores: dict[str, Any]) -> "Parser":
        """The same parser with scores in its header."""
        parser = copy(self)
        parser._model = replace(self._model, header=replace(self.header, scores=scores))
        return parser

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model to a file, whole or not at all."""
        save_model(self._model, path)


def load(path: str | os.PathLike[str]) -> Parser:
    """Load a parser from a model file."""
    return Parser(load_model(path))


def _in_batches(sentences: Iterable[Sentence]) -> Iterator[list[Sentence]]:
    iterator = iter(sentences)
    while batch := list(islice(iterator, _BATCH_SIZE)):
        yield batch
