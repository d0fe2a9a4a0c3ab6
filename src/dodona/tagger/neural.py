"""A tagger that reads tags off the encoder of a neural parser, and asks a linear tagger too."""

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

import numpy as np

from dodona.errors import DodonaError, ModelError
from dodona.linear.words import WordBatch
from dodona.model.header import ADDED, ColumnValue, between, read_header, sized, write_header
from dodona.model.parts import Part
from dodona.model.picklable import ModelPart
from dodona.model.sharing import shared_folder
from dodona.neural.calibration import Curve, calibrated, check_curve
from dodona.neural.encoder import Encoder
from dodona.neural.parameters import Floats
from dodona.tagger.classifiers import TagReader
from dodona.tagger.tagger import Tagger
from dodona.tagger.tagset import Tag
from dodona.tagger.writing import TagWriter
from dodona.treebank.arguments import check_batch
from dodona.treebank.sentence import Sentence

# Each word has the scores of all tags to add up.
_MOST_TAGS = 1 << 16

# What each of UPOS, XPOS and FEATS gains if the linear tagger chooses it, as the logarithm of a
# probability.
_VOTE = 1.0
_LARGEST_VOTE = 1000


@dataclass(frozen=True)
class NeuralTaggerHeader:
    """What a model file says of a tagger: those arrays that are not the parser's belong to the
    ``linear`` tagger, whose header stands here without its tags.
    """

    tags: Annotated[list[tuple[ColumnValue, ColumnValue, ColumnValue]], sized(1, _MOST_TAGS)]
    calibration: Annotated[Curve, check_curve]
    kind: Literal["neural tagger"] = "neural tagger"
    version: Literal[1] = 1
    linear: dict[str, Any] | None = field(default=None, metadata=ADDED)
    vote: Annotated[float, between(0, _LARGEST_VOTE)] = field(default=0.0, metadata=ADDED)


class NeuralTagger(ModelPart):
    """Predicts UPOS, XPOS and FEATS with the encoder of a parser, which then need not run again.

    It is used as `dodona.tagger.Tagger` is. ``calibration`` is a curve for the probabilities of
    tags; see `dodona.neural.calibration`. A ``linear`` tagger with the same tags, if there is one,
    votes: it makes other mistakes, and what it chooses gains ``vote``.
    """

    def __init__(
        self,
        tags: Sequence[Tag],
        encoder: Encoder,
        calibration: Curve | None = None,
        linear: Tagger | None = None,
        vote: float = _VOTE,
    ) -> None:
        self.tags = list(tags)
        self.calibration = calibration or []
        self._numbers = {tag: i for i, tag in enumerate(self.tags)}
        self.training: dict[str, Any] = {}
        self._encoder = encoder
        self._reader = TagReader(tags)
        self._writer = TagWriter(tags)
        self.columns = self._writer.columns
        if list(self._reader.classes) != encoder.shape.classes:
            raise ModelError("the tags are not those of the encoder of the parser")
        if linear is not None and linear.tags != self.tags:
            raise ModelError("the tags are not those of the linear tagger")
        self._linear = linear
        self._vote = vote

    def tag_batch(
        self, sentences: Sequence[Sentence], *, keep: Iterable[str] = ()
    ) -> list[Sentence]:
        """The sentences with their tags predicted, and nothing else changed.

        Values other than `_` in the columns ``keep`` (of ``upos``, ``xpos`` and ``feats``) stay,
        and the other columns are predicted so that they go with them.
        """
        words = WordBatch(check_batch(sentences))
        self.tag_words(words, keep=keep)
        return words.draft.finished()

    def tag_words(
        self, words: WordBatch, chosen: bytes | None = None, *, keep: Iterable[str] = ()
    ) -> None:
        """Note the tags of words in their rows and in their draft, for those who come next.

        ``chosen`` has a byte for each sentence, which is 0 if its words are not to be tagged.
        """
        given = self._writer.given(words, keep)
        chosen = b"\1" * words.count if chosen is None else chosen
        scores = self._scores(words, chosen, given)
        tags = self._reader.read(words, scores, chosen, given, self._writer.places)
        self._writer.put(words, tags, given)

    def _scores(self, words: WordBatch, chosen: bytes, given: "array[int]") -> list[Floats]:
        """The scores of all values of UPOS, XPOS and FEATS, with what the linear tagger adds."""
        scores = self._encoder.encode(words).logits
        if self._linear is None:
            return scores
        return self._voted(scores, self._linear.find_tags(words, chosen, given))

    def _voted(self, scores: list[Floats], tags: "array[int]") -> list[Floats]:
        """Scores with votes for the tags of these numbers; -1 is none."""
        numbers = np.frombuffer(tags, np.int32)[: len(scores[0])]
        rows = np.flatnonzero(numbers >= 0)
        voted = [column.copy() for column in scores]
        for column, classes in zip(
            voted, self._reader.targets(numbers[rows].tolist()).T, strict=True
        ):
            column[rows, classes] += np.float32(self._vote)
        return voted

    def tag_scores(self, words: WordBatch, sentences: Sequence[Sentence]) -> list[float | None]:
        """How probable the tags of the sentences of some words are; None for unknown ones."""
        numbers = [
            self._numbers.get(tag, -1)
            for s in sentences
            for tag in zip(s.upos, s.xpos, s.feats, strict=True)
        ]
        scores = self._encoder.encode(words).logits
        if self._linear is not None:
            again = WordBatch(sentences)
            given = self._writer.given(again, ())
            scores = self._voted(scores, self._linear.find_tags(again, b"\1" * again.count, given))
        parts = zip(scores, np.asarray(self._reader.numbers).T, strict=True)
        totals = np.sum([column[:, classes] for column, classes in parts], axis=0)
        powers = np.exp(totals - totals.max(axis=1, keepdims=True))
        shares = powers[np.arange(len(numbers)), numbers] / powers.sum(axis=1)
        found = calibrated(shares, self.calibration).tolist()
        return [p if number >= 0 else None for p, number in zip(found, numbers, strict=True)]

    def to_part(self) -> Part:
        """The tagger as a part of a model file in which the parser is another."""
        header = NeuralTaggerHeader(self.tags, self.calibration)
        if self._linear is None:
            return Part(write_header(header), {})
        linear = self._linear.to_part()
        own = {name: value for name, value in linear.header.items() if name != "tags"}
        return Part(write_header(replace(header, linear=own, vote=self._vote)), linear.arrays)

    @classmethod
    def of_encoder(cls, part: Part, encoder: Encoder | None) -> "NeuralTagger":
        """The tagger of a part, given the encoder of the parser beside it."""
        try:
            if encoder is None:
                raise ModelError("there is no neural parser beside it")
            header = read_header(NeuralTaggerHeader, part.header)
            linear = None
            if header.linear is not None:
                own = {**header.linear, "tags": part.header["tags"]}
                linear = Tagger.from_part(Part(own, part.arrays))
            return cls(header.tags, encoder, header.calibration, linear, header.vote)
        except DodonaError as error:
            raise ModelError(f"the tagger is damaged: {error}") from None

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        if self.origin is not None:
            return self.origin.restore, (shared_folder(),)
        parts = (self.tags, self._encoder, self.calibration, self._linear, self._vote)
        return NeuralTagger, parts
