"""Tags and lemmas: the tagger, the lemmatiser, and jack-knifing."""

from dodona.tagging.jackknife import jackknife
from dodona.tagging.lemma_training import LemmatizerSettings, train_lemmatizer
from dodona.tagging.lemmatizer import Lemmatizer
from dodona.tagging.tag_training import TaggerSettings, train_tagger
from dodona.tagging.tagger import Tagger

__all__ = [
    "Lemmatizer",
    "LemmatizerSettings",
    "Tagger",
    "TaggerSettings",
    "jackknife",
    "train_lemmatizer",
    "train_tagger",
]
