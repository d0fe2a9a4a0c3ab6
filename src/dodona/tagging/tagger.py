"""The tagger: sentences in, sentences with UPOS, XPOS and FEATS out."""

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dodona.errors import DodonaError, ModelError, SettingsError
from dodona.parsing.frozen import FrozenWeights
from dodona.parsing.packing import PackedWeights
from dodona.parsing.parts import (
    Part,
    check_columns,
    check_kind,
    read_array,
    read_text,
    read_weights,
    weight_arrays,
)
from dodona.tagging.clusters import ClusterMarker, WordClusters
from dodona.tagging.features import WordFeatures
from dodona.tagging.tag_decoder import TagDecoder, given_values, spans_of_tags
from dodona.tagging.tagset import Tag, TagSet
from dodona.tagging.words import WordBatch
from dodona.treebank.columns import COLUMNS, replace_in_all
from dodona.treebank.sentence import Sentence

TAG_COLUMNS = ("upos", "xpos", "feats")

_KIND = "tagger"
_VERSION = 1
_WIDEST = 1000


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
        """Raise `ModelError` unless all numbers lead somewhere."""
        sound = (
            len(self.keys) == len(self.choices) == len(self.kinds)
            and len(self.choice_sizes) > 0
            and self.choice_sizes.all()
            and self.choices.max(initial=0) < len(self.choice_sizes)
            and self.choice_sizes.sum(dtype=np.int64) == len(self.choice_tags)
            and self.choice_tags.max(initial=0) < tags
        )
        if not sound:
            raise ModelError("the lexicon of the tagger does not fit together")


class Tagger:
    """Predicts UPOS, XPOS and FEATS; `train_tagger` makes one.

    Columns that held nothing but `_` in training are left as they are.
    """

    def __init__(
        self,
        tags: Sequence[Tag],
        templates: Sequence[str],
        lexicon: TagLexicon,
        weights: PackedWeights,
        training: dict[str, Any],
        beam: Any = 1,
        clusters: WordClusters | None = None,
    ) -> None:
        check_beam(beam)
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
        self.columns = tuple(
            name for i, name in enumerate(TAG_COLUMNS) if any(tag[i] != "_" for tag in tags)
        )
        self._places = array("i", [TAG_COLUMNS.index(name) for name in self.columns])
        self._numbers = array("i", [COLUMNS[name] for name in self.columns])
        values = [value.encode() for tag in tags for value in tag]
        ends = list(accumulate(map(len, values), initial=0))
        self._text = b"".join(values)
        self._spans = array("i", [n for span in pairwise(ends) for n in span])

    def tag_batch(
        self, sentences: Sequence[Sentence], *, keep: Iterable[str] = (), beam: int | None = None
    ) -> list[Sentence]:
        """The sentences with their tags predicted, and nothing else changed.

        ``beam`` is how many hypotheses are kept from word to word: as many as in training unless
        said otherwise. With one, search is greedy.

        Values other than `_` in the columns ``keep`` (of ``upos``, ``xpos`` and ``feats``) stay,
        and the other columns are predicted so that they go with them.
        """
        kept = set(keep)
        if not kept <= set(TAG_COLUMNS):
            raise SettingsError(f"a tagger can keep {', '.join(TAG_COLUMNS)}, not {sorted(kept)}")
        beam = self.beam if beam is None else beam
        check_beam(beam)
        batch = WordBatch(sentences, tags=bool(kept))
        if self._marker is not None:
            self._marker.mark(batch)
        given = given_values(batch, [name in kept for name in TAG_COLUMNS])
        tags = self._decoder.tag(batch, given, beam)
        spans = spans_of_tags(tags, batch.words, given, self._places, self._spans)
        return replace_in_all(sentences, self._numbers, self._text, spans)

    def to_part(self) -> Part:
        """The tagger as a part of a model file."""
        header = {
            "kind": _KIND,
            "version": _VERSION,
            "tags": [list(tag) for tag in self.tags],
            "templates": self._templates,
            "beam": self.beam,
            "training": self.training,
        }
        lexicon = {f"lexicon_{name}": array for name, array in self._lexicon._asdict().items()}
        clusters = {} if self._clusters is None else self._clusters.to_arrays()
        return Part(header, weight_arrays(self._weights) | lexicon | clusters)

    @classmethod
    def from_part(cls, part: Part) -> "Tagger":
        """The tagger of a part; raises `ModelError` if the part is damaged."""
        check_kind(part, _KIND, _VERSION)
        training = part.header.get("training")
        if not isinstance(training, dict):
            raise ModelError("the header of the tagger does not tell of its training")
        tags = _read_tags(part.header)
        lexicon = TagLexicon(
            keys=read_array(part, "lexicon_keys", np.uint64),
            choices=read_array(part, "lexicon_choices", np.uint32),
            kinds=read_array(part, "lexicon_kinds", np.uint32),
            choice_sizes=read_array(part, "lexicon_choice_sizes", np.uint32),
            choice_tags=read_array(part, "lexicon_choice_tags", np.uint32),
        )
        lexicon.check(len(tags))
        clusters = WordClusters.from_part(part)
        weights = read_weights(part, lexicon.tagset(tags).classes)
        try:
            templates = read_text(part.header, "templates")
            beam = part.header.get("beam")
            return cls(tags, templates, lexicon, weights, training, beam, clusters)
        except DodonaError as error:
            raise ModelError(f"the tagger is damaged: {error}") from None


def check_beam(beam: object) -> None:
    """Raise `SettingsError` unless a beam is of a size that makes sense."""
    if type(beam) is not int or not 1 <= beam <= _WIDEST:
        raise SettingsError(f"the beam of a tagger is {beam}; it must be 1 to {_WIDEST}")


def _read_tags(header: dict[str, Any]) -> list[Tag]:
    values = header.get("tags")
    if not isinstance(values, list) or not values:
        raise ModelError("the header of the tagger has no tags")
    tags = []
    for tag in values:
        if not isinstance(tag, list) or [type(value) for value in tag] != [str] * len(TAG_COLUMNS):
            raise ModelError("a tag in the header of the tagger is not three strings")
        check_columns(tag)
        tags.append((tag[0], tag[1], tag[2]))
    return tags
