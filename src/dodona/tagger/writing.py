"""Predicted tags on their way to the columns of sentences."""

from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from dodona.errors import SettingsError
from dodona.linear.words import WordBatch
from dodona.tagger.decoder import given_values, spans_of_tags
from dodona.tagger.tagset import Tag

TAG_COLUMNS = ("upos", "xpos", "feats")


class TagWriter:
    """Puts tags into columns; those that held nothing but `_` in training are left as they are.

    ``columns`` are the names of the others, ``places`` which of the three they are.
    """

    def __init__(self, tags: Sequence[Tag]) -> None:
        self.columns = tuple(
            name for i, name in enumerate(TAG_COLUMNS) if any(tag[i] != "_" for tag in tags)
        )
        self.places = array("i", [TAG_COLUMNS.index(name) for name in self.columns])
        values = [value.encode() for tag in tags for value in tag]
        ends = list(accumulate(map(len, values), initial=0))
        self._text = b"".join(values)
        self._spans = array("i", [n for span in pairwise(ends) for n in span])

    def given(self, words: WordBatch, keep: Iterable[str]) -> "array[int]":
        """For each word, in bits, which of its tags are to be kept; see `given_values`."""
        kept = set(keep)
        if not kept <= set(TAG_COLUMNS):
            raise SettingsError(f"a tagger can keep {', '.join(TAG_COLUMNS)}, not {sorted(kept)}")
        return given_values(words, [name in kept for name in TAG_COLUMNS])

    def put(self, words: WordBatch, tags: "array[int]", given: "array[int]") -> None:
        """Put the tags of these numbers into the draft of the words, but for what is given."""
        spans = spans_of_tags(tags, words.words, given, self.places, self._spans)
        words.draft.put(self.columns, self._text, spans)
