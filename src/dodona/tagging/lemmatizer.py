"""The lemmatiser: sentences with tags in, sentences with lemmas out."""

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.errors import DodonaError, ModelError
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
from dodona.tagging.features import WordFeatures
from dodona.tagging.lemma_decoder import LemmaDecoder
from dodona.tagging.scripts import WHOLE_LEMMA, Script, ScriptSet
from dodona.tagging.words import WordBatch
from dodona.treebank.columns import COLUMNS, replace_in_all
from dodona.treebank.sentence import Sentence

_KIND = "lemmatizer"
_VERSION = 1
_LONGEST = 1 << 16
_LEMMA = array("i", [COLUMNS["lemma"]])


class Lemmatizer:
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
        weights: PackedWeights,
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
        sentences = list(sentences)
        batch = WordBatch(sentences, tags=True)
        text, spans = self._decoder.lemmatize(sentences, batch, keep)
        return replace_in_all(sentences, _LEMMA, text, spans)

    def to_part(self) -> Part:
        """The lemmatiser as a part of a model file."""
        header = {
            "kind": _KIND,
            "version": _VERSION,
            "scripts": [list(script) for script in self.scripts],
            "classes": self._classes,
            "templates": self._templates,
            "training": self.training,
        }
        lexicon: dict[str, NDArray[Any]] = {
            "lexicon_keys": self._keys,
            "lexicon_scripts": self._key_scripts,
        }
        return Part(header, weight_arrays(self._weights) | lexicon)

    @classmethod
    def from_part(cls, part: Part) -> "Lemmatizer":
        """The lemmatiser of a part; raises `ModelError` if the part is damaged."""
        check_kind(part, _KIND, _VERSION)
        scripts = _read_scripts(part.header)
        classes = part.header.get("classes")
        training = part.header.get("training")
        if type(classes) is not int or not 0 < classes <= len(scripts):
            raise ModelError("the number of classes in the header of the lemmatiser is wrong")
        if not isinstance(training, dict):
            raise ModelError("the header of the lemmatiser does not tell of its training")
        keys = read_array(part, "lexicon_keys", np.uint64)
        key_scripts = read_array(part, "lexicon_scripts", np.uint32)
        if len(keys) != len(key_scripts) or key_scripts.max(initial=0) >= len(scripts):
            raise ModelError("the lexicon of the lemmatiser does not fit together")
        weights = read_weights(part, classes)
        templates = read_text(part.header, "templates")
        try:
            return cls(scripts, classes, templates, keys, key_scripts, weights, training)
        except DodonaError as error:
            raise ModelError(f"the lemmatiser is damaged: {error}") from None


def _read_scripts(header: dict[str, Any]) -> list[Script]:
    values = header.get("scripts")
    if not isinstance(values, list) or not values:
        raise ModelError("the header of the lemmatiser has no scripts")
    scripts = []
    for value in values:
        if not isinstance(value, list) or [type(v) for v in value] != [int, int, str, int, str]:
            raise ModelError(f"{value!r} in the header of the lemmatiser is not a script")
        script = Script(*value)
        check_columns([f"-{script.before}", f"-{script.after}"])
        numbers = (script.start, script.end, len(script.before), len(script.after))
        fits = script.before and not script.after if script.casing == WHOLE_LEMMA else True
        if not (
            0 <= script.casing <= WHOLE_LEMMA and fits and all(0 <= n < _LONGEST for n in numbers)
        ):
            raise ModelError(f"{value!r} in the header of the lemmatiser is not a script")
        scripts.append(script)
    if scripts[0] != Script(0, 0, "", 0, ""):
        raise ModelError("the first script of the lemmatiser is not the one for every form")
    return scripts
