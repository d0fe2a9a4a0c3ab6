"""The lemmatiser: sentences with tags in, sentences with lemmas out."""

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray

from dodona.errors import DodonaError, ModelError
from dodona.lemmatizer.decoder import LemmaDecoder
from dodona.lemmatizer.scripts import Script, ScriptSet, is_sound
from dodona.linear.frozen import FrozenWeights
from dodona.linear.packing import StoredWeights, read_weights, weight_arrays
from dodona.linear.word_features import WordFeatures
from dodona.linear.words import WordBatch
from dodona.model.header import read_header, sized, write_header
from dodona.model.parts import Part, read_array
from dodona.model.picklable import ModelPart
from dodona.treebank.arguments import check_batch
from dodona.treebank.forms import single_spaces, treebank_form
from dodona.treebank.sentence import Sentence

_SPACE = re.compile(r"\s")


def _check_script(script: Script, name: str) -> None:
    if not is_sound(script):
        raise ModelError(f"{name} in the header of the model is no script: {script}")


@dataclass(frozen=True)
class LemmatizerHeader:
    """What a model file says of a lemmatiser besides its arrays; see `Lemmatizer`."""

    scripts: Annotated[list[Annotated[Script, _check_script]], sized(1)]
    classes: int
    templates: list[str]
    training: dict[str, Any]
    kind: Literal["lemmatizer"] = "lemmatizer"
    version: Literal[1] = 1


class Lemmatizer(ModelPart):
    """Predicts lemmas of forms with their tags; `train_lemmatizer` makes one.

    ``scripts`` say how lemmas are made. The first of them, as many as there are ``classes``, are
    chosen by score; the others only for the forms with tags whose hashes are ``keys``, for each of
    which there is the number of a script.
    """

    def __init__(
        self,
        scripts: Sequence[Script],
        classes: int,
        templates: Sequence[str],
        keys: NDArray[np.uint64],
        key_scripts: NDArray[np.uint32],
        weights: StoredWeights,
        training: dict[str, Any],
    ) -> None:
        self.scripts = list(scripts)
        self.training = training
        self._classes = classes
        self._templates = list(templates)
        self._keys = keys
        self._key_scripts = key_scripts
        self._weights = weights
        self._decoder = LemmaDecoder(
            ScriptSet(scripts),
            WordFeatures(templates, ahead=True),
            FrozenWeights(weights, classes),
            keys,
            key_scripts,
        )

    def lemmatize_batch(
        self, sentences: Sequence[Sentence], *, keep: bool = False
    ) -> list[Sentence]:
        """The sentences with their lemmas predicted, and nothing else changed.

        With ``keep``, lemmas other than `_` stay.
        """
        words = WordBatch(check_batch(sentences))
        self.lemmatize_words(words, keep=keep)
        return words.draft.finished()

    def lemmatize_words(
        self, words: WordBatch, chosen: bytes | None = None, *, keep: bool = False
    ) -> None:
        """Note the lemmas of words in their draft; they go by the tags in their rows.

        ``chosen`` has a byte for each sentence, which is 0 if its words are to stay as they are.
        """
        chosen = b"\1" * words.count if chosen is None else chosen
        text, spans = self._decoder.lemmatize(words, chosen, keep)
        words.draft.put(["lemma"], _made_fit(text, spans), spans)

    def to_part(self) -> Part:
        """The lemmatiser as a part of a model file."""
        header = LemmatizerHeader(self.scripts, self._classes, self._templates, self.training)
        lexicon: dict[str, NDArray[Any]] = {
            "lexicon_keys": self._keys,
            "lexicon_scripts": self._key_scripts,
        }
        return Part(write_header(header), weight_arrays(self._weights) | lexicon)

    @classmethod
    def from_part(cls, part: Part) -> "Lemmatizer":
        """The lemmatiser of a part; raises `ModelError` if the part is damaged."""
        try:
            return cls._from_part(part)
        except DodonaError as error:
            raise ModelError(f"the lemmatiser is damaged: {error}") from None

    @classmethod
    def _from_part(cls, part: Part) -> "Lemmatizer":
        header = read_header(LemmatizerHeader, part.header)
        scripts = header.scripts
        if scripts[0] != Script(0, 0, "", 0, ""):
            raise ModelError("the first script is not the one for every form")
        if not 0 < header.classes <= len(scripts):
            raise ModelError(f"there are {header.classes} classes for {len(scripts)} scripts")
        keys = read_array(part, "lexicon_keys", np.uint64)
        key_scripts = read_array(part, "lexicon_scripts", np.uint32)
        if len(keys) != len(key_scripts) or key_scripts.max(initial=0) >= len(scripts):
            raise ModelError("the lexicon does not fit together")
        return cls(
            scripts,
            header.classes,
            header.templates,
            keys,
            key_scripts,
            read_weights(part),
            header.training,
        )


def _made_fit(text: bytes, spans: "array[int]") -> bytes:
    """The text with lemmas that a treebank may hold, whatever their forms were.

    What is cut off a form with spaces may leave one at the end, and another case other marks.
    """
    whole = text.decode()
    if treebank_form(whole) == whole and not _SPACE.search(whole):
        return text
    longer = bytearray(text)
    for i in range(0, len(spans), 2):
        lemma = text[spans[i] : spans[i + 1]].decode()
        fit = treebank_form(single_spaces(lemma)) or "_"
        if spans[i] >= 0 and fit != lemma:
            spans[i] = len(longer)
            longer += fit.encode()
            spans[i + 1] = len(longer)
    return bytes(longer)
