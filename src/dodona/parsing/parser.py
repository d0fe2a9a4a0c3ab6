"""The parser that people use: sentences in, sentences with trees out."""

import os
from array import array
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import replace
from typing import Any

from dodona.errors import SettingsError
from dodona.features.extractor import Extractor
from dodona.features.templates import compile_templates
from dodona.features.tokens import TokenBatch
from dodona.parsing.beam import BeamDecoder
from dodona.parsing.files import save_parts
from dodona.parsing.frozen import FrozenWeights
from dodona.parsing.greedy import GreedyDecoder
from dodona.parsing.model import MOST_BEAM, Header, Model, model_from_part, model_to_part
from dodona.parsing.nbest import ranked_sentences
from dodona.parsing.parts import Part
from dodona.parsing.threads import in_batches, map_in_order
from dodona.systems import parsing_system
from dodona.systems.labelled import LabelledTransitions
from dodona.treebank.pseudo import Encoding
from dodona.treebank.sentence import Sentence, replace_tree

Transition = tuple[str, str | None]


class Parser:
    """Parses sentences with a trained model: the last part of a `Pipeline`.

    >>> parser = dodona.train("train.conllu")                            # doctest: +SKIP
    >>> for sentence in parser.parse(dodona.read_conllu("in.conllu")):   # doctest: +SKIP
    ...     print(sentence.to_conllu(), end="")
    """

    def __init__(self, model: Model) -> None:
        header = model.header
        self._model = model
        system = parsing_system(header.system, single_root=header.single_root)
        transitions = LabelledTransitions(system, header.labels, header.classes)
        extractor = Extractor(compile_templates(header.templates, system.focus_names))
        weights = FrozenWeights(model.weights, transitions.rows, extractor.missing_keys())
        self._decoder = GreedyDecoder(transitions, extractor, weights)
        names, self._lowering = header.labels, None
        if header.encoding:
            encoding = Encoding(**header.encoding)  # type: ignore[arg-type]
            self._lowering, names = encoding.lowering(header.labels)
        self._label_names = [label.encode() for label in names]

    @property
    def header(self) -> Header:
        """What the model is and how it was trained."""
        return self._model.header

    def parse(
        self,
        sentences: Iterable[Sentence],
        *,
        beam: int | None = None,
        nbest: int | None = None,
        scores: bool = False,
        deprojectivize: bool = True,
        threads: int = 1,
    ) -> Iterator[Sentence]:
        """The sentences with their trees predicted, in the same order, as they are asked for.

        ``beam`` is how many hypotheses to keep at each step: by default as many as in training, 1
        for greedy parsing. With ``nbest`` each sentence comes as often as there are different trees
        in the beam, but at most so many times, the best tree first; the comments ``parse_rank``
        and ``parse_score`` say which it is. With ``scores`` each word says in MISC (``Score``) how
        far the best tree with its arc is ahead of the best one without it. A model that learned
        pseudo-projective trees puts lifted words back; without ``deprojectivize`` the trees stay
        projective.
        """
        batches = in_batches(sentences)
        for batch in self.parse_batches(
            batches,
            beam=beam,
            nbest=nbest,
            scores=scores,
            deprojectivize=deprojectivize,
            threads=threads,
        ):
            yield from batch

    def parse_batches(
        self,
        batches: Iterable[list[Sentence]],
        *,
        beam: int | None = None,
        nbest: int | None = None,
        scores: bool = False,
        deprojectivize: bool = True,
        threads: int = 1,
    ) -> Iterator[list[Sentence]]:
        """Like `parse`, for sentences that come in lists; each list is one piece of work."""
        return map_in_order(
            self.batch_parser(beam, nbest, scores, deprojectivize), batches, threads
        )

    def parse_batch(
        self,
        sentences: list[Sentence],
        *,
        beam: int | None = None,
        nbest: int | None = None,
        scores: bool = False,
        deprojectivize: bool = True,
    ) -> list[Sentence]:
        """The sentences of one list with their trees predicted."""
        return self.batch_parser(beam, nbest, scores, deprojectivize)(sentences)

    def batch_parser(
        self,
        beam: int | None = None,
        nbest: int | None = None,
        scores: bool = False,
        deprojectivize: bool = True,
    ) -> Callable[[list[Sentence]], list[Sentence]]:
        """A function that parses a list of sentences, and that several threads can call at once."""
        beam = self._check_beam(beam, nbest, scores)
        decoder = self._beam_decoder(beam)

        def best(sentences: list[Sentence]) -> list[Sentence]:
            parse = self._decoder.parse if beam == 1 else decoder.parse
            tokens = TokenBatch(sentences)
            heads, labels = parse(tokens)
            self._lower(heads, labels, tokens.lengths, deprojectivize)
            result = []
            first = 0
            for sentence in sentences:
                result.append(replace_tree(sentence, heads, labels, first, self._label_names))
                first += len(sentence)
            return result

        def several(sentences: list[Sentence]) -> list[Sentence]:
            result: list[Sentence] = []
            found = decoder.hypotheses(TokenBatch(sentences))
            for sentence, hypotheses in zip(sentences, found, strict=True):
                trees = []
                for score, heads, labels in hypotheses:
                    tree = array("i", heads), array("i", labels)
                    self._lower(*tree, array("i", [len(heads)]), deprojectivize)
                    trees.append((score, tuple(tree[0]), tuple(tree[1])))
                result.extend(
                    ranked_sentences(sentence, trees, self._label_names, nbest=nbest, scores=scores)
                )
            return result

        return several if scores or nbest is not None else best

    def _beam_decoder(self, beam: int) -> BeamDecoder:
        greedy = self._decoder
        return BeamDecoder(greedy.transitions, greedy.extractor, greedy.weights, beam)

    def _lower(
        self,
        heads: "array[int]",
        labels: "array[int]",
        lengths: "array[int] | memoryview[int]",
        deprojectivize: bool,
    ) -> None:
        """Read encoded labels, if there are any, and put lifted words back."""
        if self._lowering is not None:
            self._lowering.lower(heads, labels, lengths, deprojectivize)

    def _check_beam(self, beam: int | None, nbest: int | None, scores: bool) -> int:
        """The beam to use. Raises `SettingsError` for wishes that make no sense."""
        beam = self.header.beam if beam is None else beam
        if not 1 <= beam <= MOST_BEAM:
            raise SettingsError(f"the beam is {beam}; it must be from 1 to {MOST_BEAM}")
        if nbest is not None and nbest < 1:
            raise SettingsError(f"nbest is {nbest}; it must be 1 or more")
        if nbest is not None and nbest > beam:
            raise SettingsError(
                f"nbest is {nbest}, and a beam of {beam} has no more than {beam}: "
                f"choose a beam of {nbest} or more"
            )
        if scores and beam == 1:
            raise SettingsError("there are no scores without a beam: choose one of 2 or more")
        if (scores or nbest is not None) and self.header.treebank_format == "conllx":
            raise SettingsError("CoNLL-X has no place for scores and ranks; CoNLL-U has")
        return beam

    def derivations(self, sentences: Iterable[Sentence]) -> Iterator[list[Transition]]:
        """The transitions that lead to the tree of each sentence: pairs of a name and a label.

        They are those of `parsing_system` with the system and the ``single_root`` of the header,
        and can be made again one by one with its `apply`. The beam is that of training. The tree
        of a model that learned pseudo-projective trees is the one without ``deprojectivize``.
        """
        beam = self.header.beam
        decoder = self._decoder if beam == 1 else self._beam_decoder(beam)
        for batch in in_batches(sentences):
            yield from decoder.derivations(TokenBatch(batch))

    def with_scores(self, scores: dict[str, Any]) -> "Parser":
        """The same parser with scores in its header."""
        parser = copy(self)
        parser._model = replace(self._model, header=replace(self.header, scores=scores))
        return parser

    def to_part(self) -> Part:
        """The parser as a part of a model file."""
        return model_to_part(self._model)

    @staticmethod
    def from_part(part: Part) -> "Parser":
        """A parser from a part of a model file, if all of it fits together."""
        return Parser(model_from_part(part))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a model file that holds this parser alone, whole or not at all."""
        save_parts({"parser": self.to_part()}, path)
