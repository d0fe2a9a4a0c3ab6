"""The parser that people use: sentences in, sentences with trees out."""

from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from dodona.errors import DodonaError, ModelError, SettingsError
from dodona.linear.words import WordBatch
from dodona.model.parts import Part
from dodona.options import DecodingOptions
from dodona.parser.base import FindTrees, Kept, ParseDraft, Voter
from dodona.parser.beam import BeamDecoder
from dodona.parser.certainty import SureDecoder
from dodona.parser.decoder import Decoder
from dodona.parser.fixed import Reach, as_golds, check_finished, check_kept, label_numbers, put_back
from dodona.parser.greedy import GreedyDecoder
from dodona.parser.keeping import KeepingScorer
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.model import Header, Model, check_beam, label_splitter
from dodona.parser.nbest import ranked_sentences, with_shares
from dodona.parser.scorer import Batch, Scorer
from dodona.parser.wishes import check_wishes
from dodona.systems import Configuration, TransitionSystem, parsing_system
from dodona.threads import in_batches
from dodona.treebank.arguments import check_batch, checked_sentences
from dodona.treebank.columns import Draft
from dodona.treebank.mirroring import mirror_numbers, mirror_trees
from dodona.treebank.pseudo import Encoding
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from dodona.neural.encoder import Encoder
    from dodona.parser.neural_model import NeuralModel

Transition = tuple[str, str | None]


class Parser(Voter):
    """Parses sentences with a trained model: the last part of a `Pipeline`.

    >>> parser = dodona.train("train.conllu").parser                     # doctest: +SKIP
    >>> for sentence in parser.parse(dodona.read_conllu("in.conllu")):   # doctest: +SKIP
    ...     print(sentence.to_conllu(), end="")
    """

    def __init__(self, model: "Model | NeuralModel") -> None:
        header = model.header
        self._model = model
        system = parsing_system(header.system, single_root=header.single_root)
        transitions = LabelledTransitions(system, header.labels, header.classes)
        check_beam(header.beam, transitions.count)
        self._scorer: Scorer = model.scorer(transitions)
        names, self._lowering = header.labels, None
        if header.encoding:
            encoding = Encoding(**header.encoding)  # type: ignore[arg-type]
            self._lowering, names = encoding.lowering(header.labels)
        self.labels = list(names)
        plain = label_splitter(header.encoding)
        self._numbers = label_numbers(transitions, plain, mirrored=header.mirrored)
        self.single_root = header.single_root
        self.treebank_format = header.treebank_format
        self.needs = [kind for kind in ("UPOS", "XPOS") if model.needs(kind.lower())]

    @property
    def header(self) -> Header:
        """What the model is and how it was trained."""
        return self._model.header

    @property
    def system(self) -> TransitionSystem:
        """The transition system that the parser works with, for `scores` and `derivations`."""
        return self._scorer.system

    @property
    def encoder(self) -> "Encoder | None":
        """What a neural parser makes of words; a linear one has none."""
        return getattr(self._model, "encoder", None)

    @property
    def neural_model(self) -> "NeuralModel":
        """The model of a neural parser."""
        from dodona.parser.neural_model import NeuralModel

        assert isinstance(self._model, NeuralModel)
        return self._model

    def draft_parser(self, options: DecodingOptions) -> ParseDraft:
        if options["scores"] and options["nbest"] is None and self.encoder is not None:
            return self._sure_parser(options)
        if options["scores"] or options["nbest"] is not None:
            return self._ranked_parser(options)
        find = self.tree_finder(options)
        names = [label.encode() for label in self.labels]

        def best(draft: Draft, words: WordBatch | None) -> list[Sentence]:
            self.prepare_draft(draft, options)
            draft.put_tree(*find(draft, words, self.kept_arcs(draft, options)), names)
            return draft.finished()

        return best

    def _ranked_parser(self, options: DecodingOptions) -> ParseDraft:
        """What gives several trees for a sentence, or scores of arcs."""
        beam = self._choose_beam(options)
        nbest, scores = options["nbest"], options["scores"]
        names = [label.encode() for label in self.labels]

        def several(draft: Draft, words: WordBatch | None) -> list[Sentence]:
            result: list[Sentence] = []
            self.prepare_draft(draft, options)
            kept = self.kept_arcs(draft, options)
            scorer, batch = self._prepare(draft, words, kept)
            found = BeamDecoder(scorer, beam).hypotheses(batch)
            for place, (sentence, hypotheses) in enumerate(
                zip(draft.finished(), found, strict=True)
            ):
                trees = []
                for score, heads, labels in hypotheses:
                    tree = array("i", heads), array("i", labels)
                    self._restore(*tree, [sentence], options, kept and kept[place : place + 1])
                    trees.append((score, tuple(tree[0]), tuple(tree[1])))
                result.extend(ranked_sentences(sentence, trees, names, nbest=nbest, scores=scores))
            return result

        return several

    def _sure_parser(self, options: DecodingOptions) -> ParseDraft:
        """What says of arcs and labels how probable they are."""
        self._choose_beam({**options, "scores": False})  # raises what it finds wrong
        if self.treebank_format == "conllx":
            raise SettingsError("CoNLL-X has no place for scores; CoNLL-U has")
        names = [label.encode() for label in self.labels]

        def parse(draft: Draft, words: WordBatch | None) -> list[Sentence]:
            self.prepare_draft(draft, options)
            kept = self.kept_arcs(draft, options)
            heads, labels, arcs, sure_labels = self.find_surely(draft, words, options, kept)
            draft.put_tree(heads, labels, names)
            scored = with_shares(draft.finished(), arcs, digits=4)
            return list(with_shares(scored, sure_labels, "LabelScore", 4))

        return parse

    @property
    def is_calibrated(self) -> bool:
        """Whether it is a neural parser that has seen on a dev treebank how often it is right."""
        return bool(getattr(self.header, "calibration", None))

    @property
    def reach(self) -> Reach:
        return Reach(self.system.projective, self.single_root, self._numbers)

    def find_surely(
        self,
        draft: Draft,
        words: WordBatch | None,
        options: DecodingOptions,
        kept: Kept = None,
    ) -> "tuple[array[int], array[int], list[float], list[float]]":
        """The heads and labels of all words of a prepared draft, and the probabilities of both.

        Only a neural parser knows these; they are calibrated if it was trained with a dev treebank.
        """
        from dodona.neural.calibration import calibrated

        header = self.neural_model.header
        scorer, batch = self._prepare(draft, words, kept)
        decoder = SureDecoder(scorer, header.unit)
        heads, labels, arcs, sure_labels = decoder.parse_surely(batch)
        lengths = list(batch.lengths)
        if header.mirrored:
            mirror_numbers(arcs, lengths)
            mirror_numbers(sure_labels, lengths)
        self._restore(heads, labels, draft.sentences, options, kept)
        curves = header.calibration
        return (
            heads,
            labels,
            calibrated(arcs, curves.get("arcs", [])).tolist(),
            calibrated(sure_labels, curves.get("labels", [])).tolist(),
        )

    def tree_finder(self, options: DecodingOptions) -> FindTrees:
        beam = self._choose_beam(options)

        def find(
            draft: Draft, words: WordBatch | None, kept: Kept = None
        ) -> "tuple[array[int], array[int]]":
            scorer, batch = self._prepare(draft, words, kept)
            heads, labels = _decoder(scorer, beam).parse(batch)
            self._restore(heads, labels, draft.sentences, options, kept)
            return heads, labels

        return find

    def _prepare(self, draft: Draft, words: WordBatch | None, kept: Kept) -> tuple[Scorer, Batch]:
        """What scores transitions for sentences, and these as it wants them."""
        scorer = self._scorer
        if kept is not None:
            lengths = [len(sentence) for sentence in draft.sentences]
            golds = as_golds(lengths, kept, self._numbers, mirrored=self.header.mirrored)
            scorer = KeepingScorer(scorer, golds)
        return scorer, scorer.prepare(draft.sentences, words)

    def _restore(
        self,
        heads: "array[int]",
        labels: "array[int]",
        sentences: list[Sentence],
        options: DecodingOptions,
        kept: Kept = None,
    ) -> None:
        """Read encoded labels, if there are any, put lifted words back, and mirrored ones too.

        Words that were lifted away from a head stay below it when they are put back, so that those
        with an arc to keep can have it again.
        """
        if self._lowering is None and not self.header.mirrored and kept is None:
            return
        lengths = array("i", map(len, sentences))
        if kept is not None:
            check_finished(sentences, heads)
        if self._lowering is not None:
            self._lowering.lower(heads, labels, lengths, options["deprojectivize"])
        if self.header.mirrored:
            mirror_trees(heads, labels, lengths)
        if kept is not None:
            if self._lowering is not None:
                put_back(heads, lengths, kept)
            check_kept(sentences, heads, kept)

    def _choose_beam(self, options: DecodingOptions) -> int:
        """The beam to use. Raises `SettingsError` for wishes that the model cannot fulfil."""
        is_neural, lowers = self.encoder is not None, self._lowering is not None
        return check_wishes(self.header, self.system, options, is_neural=is_neural, lowers=lowers)

    def derivations(self, sentences: Iterable[Sentence]) -> Iterator[list[Transition]]:
        """The transitions that lead to the tree of each sentence: pairs of a name and a label.

        They are those of ``system``, and can be made again one by one with its `apply`. The beam
        is that of training. The tree of a model that learned pseudo-projective trees is the one
        without ``deprojectivize``. One that parses from right to left counts words from there.
        """
        decoder = _decoder(self._scorer, self.header.beam)
        for batch in in_batches(checked_sentences(sentences)):
            yield from decoder.derivations(self._scorer.prepare(batch))

    def scores(self, sentence: Sentence, configuration: Configuration) -> dict[Transition, int]:
        """The score of each legal transition in a configuration over the words of a sentence.

        The keys are pairs of a name and a label, as in `derivations`. Greedy parsing makes the
        transition with the highest score, the first one of several; a beam adds scores up. Word 1
        of the configuration is the last one if the parser goes from right to left.

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
        parser._model = self._model.with_scores(scores)
        return parser

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        if self.origin is None and self.encoder is not None:
            return Parser, (self._model,)  # so that a tagger in the same pickle shares the encoder
        return super().__reduce__()

    def to_part(self) -> Part:
        """The parser as a part of a model file."""
        return self._model.to_part()

    @classmethod
    def from_part(cls, part: Part) -> "Parser":
        """A parser from a part of a model file. Raises `ModelError` unless all of it fits."""
        try:
            if part.header.get("kind") == "neural":
                from dodona.parser.neural_model import NeuralModel

                return cls(NeuralModel.from_part(part))
            return cls(Model.from_part(part))
        except (TypeError, ValueError, DodonaError) as error:
            raise ModelError(f"the parser in the file is damaged: {error}") from None


def _decoder(scorer: Scorer, beam: int) -> Decoder:
    return GreedyDecoder(scorer) if beam == 1 else BeamDecoder(scorer, beam)
