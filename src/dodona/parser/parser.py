"""The parser that people use: sentences in, sentences with trees out."""

import os
import warnings
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dodona.errors import DodonaError, ModelError, SettingsError, TreebankError
from dodona.keywords import complete
from dodona.linear.clusters import ClusterMarker
from dodona.linear.frozen import FrozenWeights
from dodona.linear.words import WordBatch
from dodona.model.files import save_parts
from dodona.model.parts import Part
from dodona.model.picklable import ModelPart
from dodona.options import DecodingOptions, ParserOptions
from dodona.parser.beam import BeamDecoder
from dodona.parser.decoder import Decoder
from dodona.parser.extractor import Extractor
from dodona.parser.greedy import GreedyDecoder
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.linear_scorer import FrozenScorer
from dodona.parser.model import (
    Header,
    Model,
    check_beam,
    model_from_part,
    model_to_part,
)
from dodona.parser.nbest import ranked_sentences
from dodona.parser.scorer import Batch
from dodona.parser.templates import compile_templates, look_at
from dodona.systems import Configuration, TransitionSystem, parsing_system
from dodona.threads import in_batches, map_in_order, one_by_one
from dodona.treebank.arguments import check_batch, checked_sentences, iterated
from dodona.treebank.columns import Draft
from dodona.treebank.pseudo import Encoding
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from typing_extensions import Unpack

Transition = tuple[str, str | None]


class Parser(ModelPart):
    """Parses sentences with a trained model: the last part of a `Pipeline`.

    >>> parser = dodona.train("train.conllu").parser                     # doctest: +SKIP
    >>> for sentence in parser.parse(dodona.read_conllu("in.conllu")):   # doctest: +SKIP
    ...     print(sentence.to_conllu(), end="")
    """

    def __init__(self, model: Model) -> None:
        header = model.header
        self._model = model
        system = parsing_system(header.system, single_root=header.single_root)
        transitions = LabelledTransitions(system, header.labels, header.classes)
        check_beam(header.beam, transitions.count)
        extractor = Extractor(compile_templates(header.templates, system.focus_names))
        weights = FrozenWeights(model.weights, transitions.rows, extractor.missing_keys())
        clusters = None if model.clusters is None else ClusterMarker(model.clusters)
        self._scorer = FrozenScorer(transitions, extractor, weights, clusters)
        names, self._lowering = header.labels, None
        if header.encoding:
            encoding = Encoding(**header.encoding)  # type: ignore[arg-type]
            self._lowering, names = encoding.lowering(header.labels)
        self._label_names = [label.encode() for label in names]
        self._needs = [kind for kind in ("UPOS", "XPOS") if _needs(header, kind.lower())]

    @property
    def header(self) -> Header:
        """What the model is and how it was trained."""
        return self._model.header

    @property
    def system(self) -> TransitionSystem:
        """The transition system that the parser works with, for `scores` and `derivations`."""
        return self._scorer.system

    def lacks(self, sentence: Sentence) -> list[str]:
        """The kinds of tags that the parser needs and of which no word of a sentence has any."""
        has = {"UPOS": sentence.has_upos, "XPOS": sentence.has_xpos}
        return [kind for kind in self._needs if not has[kind]]

    def parse(
        self, sentences: Iterable[Sentence], **options: "Unpack[ParserOptions]"
    ) -> Iterator[Sentence]:
        """The sentences with their trees predicted, in the same order, as they are asked for.

        DEPS, and the empty nodes that belong to it, are a graph that no longer fits the new tree:
        both are left out, unless ``keep_deps``. A sentence without the tags that the parser was
        trained with raises `TreebankError`.
        """
        return one_by_one(self.parse_batches(in_batches(iterated(sentences)), **options))

    def parse_batches(
        self, batches: Iterable[list[Sentence]], **options: "Unpack[ParserOptions]"
    ) -> Iterator[list[Sentence]]:
        """Like `parse`, for sentences that come in lists; each list is one piece of work."""
        chosen = complete(ParserOptions, options)
        return map_in_order(self.batch_parser(chosen), batches, chosen["threads"])

    def parse_batch(
        self, sentences: list[Sentence], **options: "Unpack[DecodingOptions]"
    ) -> list[Sentence]:
        """The sentences of one list with their trees predicted."""
        return self.batch_parser(complete(DecodingOptions, options))(sentences)

    def batch_parser(self, options: DecodingOptions) -> Callable[[list[Sentence]], list[Sentence]]:
        """A function that parses a list of sentences, and that several threads can call at once.

        The options are complete (see `dodona.keywords.complete`).
        """
        parse = self.draft_parser(options)
        return lambda sentences: parse(Draft(check_batch(sentences)), None)

    def draft_parser(
        self, options: DecodingOptions
    ) -> Callable[[Draft, WordBatch | None], list[Sentence]]:
        """Like `batch_parser`, for a draft of sentences to which others have put tags and lemmas.

        The function gives out the finished sentences. If their words were read before, it takes
        them too.
        """
        beam = self._choose_beam(options)
        nbest, scores = options["nbest"], options["scores"]
        deprojectivize, keep_deps = options["deprojectivize"], options["keep_deps"]
        decoder = self._decoder(beam)
        names = self._label_names

        def prepare(draft: Draft, words: WordBatch | None) -> Batch:
            self._check_tags(draft)
            if not keep_deps:
                draft.leave_out_deps()
            return self._scorer.prepare(draft.sentences, words)

        def best(draft: Draft, words: WordBatch | None) -> list[Sentence]:
            batch = prepare(draft, words)
            heads, labels = decoder.parse(batch)
            self._lower(heads, labels, batch.lengths, deprojectivize)
            draft.put_tree(heads, labels, names)
            return draft.finished()

        def several(draft: Draft, words: WordBatch | None) -> list[Sentence]:
            result: list[Sentence] = []
            found = BeamDecoder(self._scorer, beam).hypotheses(prepare(draft, words))
            for sentence, hypotheses in zip(draft.finished(), found, strict=True):
                trees = []
                for score, heads, labels in hypotheses:
                    tree = array("i", heads), array("i", labels)
                    self._lower(*tree, array("i", [len(heads)]), deprojectivize)
                    trees.append((score, tuple(tree[0]), tuple(tree[1])))
                result.extend(ranked_sentences(sentence, trees, names, nbest=nbest, scores=scores))
            return result

        return several if scores or nbest is not None else best

    def _check_tags(self, draft: Draft) -> None:
        """Raise `TreebankError` for the first sentence without tags that the parser needs."""
        without = {kind: draft.first_without(kind.lower()) for kind in self._needs}
        places = [place for place in without.values() if place is not None]
        if places:
            first = min(places)
            kinds = [kind for kind, place in without.items() if place == first]
            raise _tags_missing(kinds, draft.sentences[first])

    def _decoder(self, beam: int) -> Decoder:
        return GreedyDecoder(self._scorer) if beam == 1 else BeamDecoder(self._scorer, beam)

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

    def _choose_beam(self, options: DecodingOptions) -> int:
        """The beam to use. Raises `SettingsError` for wishes that the model cannot fulfil."""
        beam = self.header.beam if options["beam"] is None else options["beam"]
        nbest, scores = options["nbest"], options["scores"]
        if nbest is not None and self.header.beam == 1:
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
            if self.header.beam == 1:
                remedy = "train a model with `beam=8`"
            raise SettingsError(f"there are no scores without a beam: {remedy}")
        if (scores or nbest is not None) and self.header.treebank_format == "conllx":
            raise SettingsError("CoNLL-X has no place for scores and ranks; CoNLL-U has")
        if beam > 1 and self.header.beam == 1:
            warnings.warn(
                f"the model was trained for greedy parsing, and a beam of {beam} makes its trees "
                "worse: with a beam of 8 LAS on English-EWT falls by 15 points; leave the beam "
                "out, or train a model with `beam=8`",
                stacklevel=4,
            )
        return beam

    def derivations(self, sentences: Iterable[Sentence]) -> Iterator[list[Transition]]:
        """The transitions that lead to the tree of each sentence: pairs of a name and a label.

        They are those of ``system``, and can be made again one by one with its `apply`. The beam
        is that of training. The tree of a model that learned pseudo-projective trees is the one
        without ``deprojectivize``.
        """
        decoder = self._decoder(self.header.beam)
        for batch in in_batches(checked_sentences(sentences)):
            yield from decoder.derivations(self._scorer.prepare(batch))

    def scores(self, sentence: Sentence, configuration: Configuration) -> dict[Transition, int]:
        """The score of each legal transition in a configuration over the words of a sentence.

        The keys are pairs of a name and a label, as in `derivations`. Greedy parsing makes the
        transition with the highest score, the first one of several; a beam adds scores up.

        >>> c = parser.system.initial(len(sentence))                        # doctest: +SKIP
        >>> scores = parser.scores(sentence, c)                             # doctest: +SKIP
        >>> name, label = max(scores, key=scores.__getitem__)               # doctest: +SKIP
        >>> c = parser.system.apply(c, name, label)                         # doctest: +SKIP
        """
        check_batch([sentence])
        return self._scorer.scores(sentence, configuration)

    def with_scores(self, scores: dict[str, Any]) -> "Parser":
        """The same parser with scores in its header."""
        parser = Parser.__new__(Parser)
        parser.__dict__.update(self.__dict__, origin=None)  # no file has these scores
        parser._model = replace(self._model, header=replace(self.header, scores=scores))
        return parser

    def to_part(self) -> Part:
        """The parser as a part of a model file."""
        return model_to_part(self._model)

    @classmethod
    def from_part(cls, part: Part) -> "Parser":
        """A parser from a part of a model file. Raises `ModelError` unless all of it fits."""
        try:
            return cls(model_from_part(part))
        except (TypeError, ValueError, DodonaError) as error:
            raise ModelError(f"the parser in the file is damaged: {error}") from None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a model file that holds this parser alone, whole or not at all."""
        save_parts({"parser": self.to_part()}, path)


def _needs(header: Header, column: str) -> bool:
    """Whether templates look at a column of tags in which every word of the treebank had one."""
    attributes = column[0] + "p"  # of the tag itself, and of both together
    tags = header.tags.get(column, [])
    if not tags or "_" in tags:
        return False
    return look_at(header.templates, *attributes)


def _tags_missing(kinds: list[str], sentence: Sentence) -> TreebankError:
    name = f"sentence {sentence.sent_id}" if sentence.sent_id else ""
    return TreebankError(
        f"the words have no {' and no '.join(kinds)}, which the parser was trained with: give it "
        "tagged words, or let a pipeline tag them, such as en or what `train_pipeline` makes",
        sentence.source,
        sentence.line,
        name,
    )
