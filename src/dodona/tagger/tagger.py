"""The tagger: sentences in, sentences with UPOS, XPOS and FEATS out."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.errors import DodonaError, ModelError, SettingsError
from dodona.linear.clusters import ClusterMarker, WordClusters
from dodona.linear.frozen import FrozenWeights
from dodona.linear.packing import StoredWeights, read_weights, weight_arrays
from dodona.linear.word_features import WordFeatures
from dodona.linear.words import WordBatch
from dodona.model.header import ColumnValue, between, read_header, sized, write_header
from dodona.model.parts import Part, read_array
from dodona.model.picklable import ModelPart
from dodona.tagger.decoder import TagDecoder
from dodona.tagger.tagset import Tag, TagSet
from dodona.tagger.writing import TagWriter
from dodona.treebank.arguments import check_batch
from dodona.treebank.sentence import Sentence

_WIDEST = 1000
# What tags are made of, in all: 50,000 tags of 20 parts. And the steps that a word may take.
_MOST_PARTS = 1 << 20
_MOST_STEPS = 1 << 24


class TagLexicon(NamedTuple):
    """What a tagger knows of words that were frequent in training.

    ``keys`` are hashes of words. For each of them there is a number of a choice, which is the list
    of tags that the word can have, and of its kind, which words with the same tags share.
    ``choice_tags`` are the tags of all choices, one after the other.
    """

    keys: NDArray[np.uint64]
    choices: NDArray[np.uint32]
    kinds: NDArray[np.uint32]
    choice_sizes: NDArray[np.uint32]
    choice_tags: NDArray[np.uint32]

    def tagset(self, tags: Sequence[Tag]) -> TagSet:
        ends = list(accumulate(self.choice_sizes.tolist(), initial=0))
        members = self.choice_tags.tolist()
        choices = [members[a:b] for a, b in pairwise(ends)]
        return TagSet(tags, choices, self.keys, self.choices, self.kinds)

    def check(self, tags: int) -> None:
        """Raise `ModelError` unless all numbers lead somewhere, and no choice names a tag twice."""
        sound = (
            len(self.keys) == len(self.choices) == len(self.kinds)
            and len(self.choice_sizes) > 0
            and self.choice_sizes.all()
            and self.choices.max(initial=0) < len(self.choice_sizes)
            and self.choice_sizes.sum(dtype=np.int64) == len(self.choice_tags)
            and self.choice_tags.max(initial=0) < tags
            and self._choices_are_sets(tags)
        )
        if not sound:
            raise ModelError("the lexicon does not fit together")

    def _choices_are_sets(self, tags: int) -> bool:
        """Whether no choice names a tag twice: decoders have room for as many as there are."""
        choices = np.repeat(np.arange(len(self.choice_sizes)), self.choice_sizes)
        members = np.sort(choices * tags + self.choice_tags)
        return bool((members[1:] > members[:-1]).all())


@dataclass(frozen=True)
class TaggerHeader:
    """What a model file says of a tagger besides its arrays."""

    tags: Annotated[list[tuple[ColumnValue, ColumnValue, ColumnValue]], sized(1)]
    templates: list[str]
    beam: Annotated[int, between(1, _WIDEST)]
    training: dict[str, Any]
    kind: Literal["tagger"] = "tagger"
    version: Literal[1] = 1


class Tagger(ModelPart):
    """Predicts UPOS, XPOS and FEATS; `train_tagger` makes one.

    Columns that held nothing but `_` in training are left as they are.
    """

    def __init__(
        self,
        tags: Sequence[Tag],
        templates: Sequence[str],
        lexicon: TagLexicon,
        weights: StoredWeights,
        training: dict[str, Any],
        beam: int = 1,
        clusters: WordClusters | None = None,
    ) -> None:
        check_beam(beam)
        check_work(beam, tags)
        self.beam = beam
        self._templates = list(templates)
        self._lexicon = lexicon
        self._weights = weights
        self._clusters = clusters
        self._marker = None if clusters is None else ClusterMarker(clusters)
        self.tags = list(tags)
        self.training = training
        tagset = lexicon.tagset(tags)
        self._decoder = TagDecoder(
            tagset,
            WordFeatures(templates, ahead=False),
            FrozenWeights(weights, tagset.classes),
        )
        self._writer = TagWriter(tags)
        self.columns = self._writer.columns

    def tag_batch(
        self, sentences: Sequence[Sentence], *, keep: Iterable[str] = (), beam: int | None = None
    ) -> list[Sentence]:
        """The sentences with their tags predicted, and nothing else changed.

        ``beam`` is how many hypotheses are kept from word to word: as many as in training unless
        said otherwise. With one, search is greedy.

        Values other than `_` in the columns ``keep`` (of ``upos``, ``xpos`` and ``feats``) stay,
        and the other columns are predicted so that they go with them.
        """
        words = WordBatch(check_batch(sentences))
        self.tag_words(words, keep=keep, beam=beam)
        return words.draft.finished()

    def tag_words(
        self,
        words: WordBatch,
        chosen: bytes | None = None,
        *,
        keep: Iterable[str] = (),
        beam: int | None = None,
    ) -> None:
        """Note the tags of words in their rows and in their draft, for those who come next.

        ``chosen`` has a byte for each sentence, which is 0 if its words are not to be tagged. The
        other arguments are those of `tag_batch`.
        """
        given = self._writer.given(words, keep)
        chosen = b"\1" * words.count if chosen is None else chosen
        self._writer.put(words, self.find_tags(words, chosen, given, beam=beam), given)

    def find_tags(
        self, words: WordBatch, chosen: bytes, given: "array[int]", *, beam: int | None = None
    ) -> "array[int]":
        """The numbers of the tags of words; -1 for those of sentences that are not chosen.

        The rows of words get their tags, but nothing is noted in their draft. ``given`` is what
        `TagWriter.given` says.
        """
        beam = self.beam if beam is None else beam
        check_beam(beam)
        if self._marker is not None:
            self._marker.mark(words)
        return self._decoder.tag(words, chosen, given, beam, self._writer.places)

    def to_part(self) -> Part:
        """The tagger as a part of a model file."""
        header = TaggerHeader(self.tags, self._templates, self.beam, self.training)
        lexicon = {f"lexicon_{name}": array for name, array in self._lexicon._asdict().items()}
        clusters = {} if self._clusters is None else self._clusters.to_arrays()
        return Part(write_header(header), weight_arrays(self._weights) | lexicon | clusters)

    @classmethod
    def from_part(cls, part: Part) -> "Tagger":
        """The tagger of a part; raises `ModelError` if the part is damaged."""
        try:
            return cls._from_part(part)
        except DodonaError as error:
            raise ModelError(f"the tagger is damaged: {error}") from None

    @classmethod
    def _from_part(cls, part: Part) -> "Tagger":
        header = read_header(TaggerHeader, part.header)
        lexicon = TagLexicon(
            keys=read_array(part, "lexicon_keys", np.uint64),
            choices=read_array(part, "lexicon_choices", np.uint32),
            kinds=read_array(part, "lexicon_kinds", np.uint32),
            choice_sizes=read_array(part, "lexicon_choice_sizes", np.uint32),
            choice_tags=read_array(part, "lexicon_choice_tags", np.uint32),
        )
        lexicon.check(len(header.tags))
        clusters = WordClusters.from_part(part)
        weights = read_weights(part)
        return cls(
            header.tags,
            header.templates,
            lexicon,
            weights,
            header.training,
            header.beam,
            clusters,
        )


def check_beam(beam: object) -> None:
    """Raise `SettingsError` unless a beam is of a size that makes sense."""
    if type(beam) is not int or not 1 <= beam <= _WIDEST:
        raise SettingsError(f"the beam of a tagger is {beam}; it must be 1 to {_WIDEST}")


def check_work(beam: int, tags: Sequence[Tag]) -> None:
    """Raise `SettingsError` if so many tags, or a beam for so many, would make a tagger too slow.

    For each hypothesis, a word has its tags to score, by their parts, and to insert in the beam.
    """
    parts = sum(3 + feats.count("|") for _, _, feats in tags)
    if parts > _MOST_PARTS:
        raise SettingsError(f"{len(tags)} tags with {parts} features are too many for a tagger")
    if beam * (parts + beam * len(tags)) > _MOST_STEPS:
        raise SettingsError(
            f"a beam of {beam} is too wide for {len(tags)} tags: choose a smaller one"
        )
