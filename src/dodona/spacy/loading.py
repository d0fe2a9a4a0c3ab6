"""A whole `Language` of spaCy that works with a model of Dodona."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dodona.errors import SettingsError
from dodona.extras import needed
from dodona.options import ParsingOptions
from dodona.pipeline.models import find_model
from dodona.pipeline.pipeline import Pipeline
from dodona.spacy.component import SETTINGS
from dodona.spacy.models import shared_model
from dodona.spacy.tokenizer import TOKENIZER

with needed("dodona.spacy", "spacy"):
    import spacy
    from spacy.util import get_lang_class

if TYPE_CHECKING:
    from spacy.language import Language
    from typing_extensions import Unpack

_ANY_LANGUAGE = "xx"


def load(
    model: str | os.PathLike[str] = "en",
    *,
    lang: str | None = None,
    **options: "Unpack[ParsingOptions]",
) -> "Language":
    """A pipeline of spaCy whose tokeniser is Dodona's, with the component `dodona`.

    ``lang`` is the language that spaCy takes for its own knowledge of words, such as stop words. It
    is not needed for a model with a name that begins with it (``"en-accurate"``); without either it
    is "xx", any language. ``options`` are those of `dodona.Pipeline.parse` that the component has:
    ``beam``, ``projective`` and ``threads``.

    >>> nlp = dodona.spacy.load("en")                                    # doctest: +SKIP
    >>> [token.dep_ for token in nlp("Time flies.")]                     # doctest: +SKIP
    ['nsubj', 'ROOT', 'punct']
    """
    if unfit := sorted(set(options).difference(SETTINGS)):
        raise SettingsError(
            f"`{unfit[0]}` has no meaning for spaCy; what has are `{'`, `'.join(SETTINGS)}`"
        )
    path = find_model(model).path
    name = os.fspath(model)
    pipeline = shared_model(name)
    pipeline.part("tokenizer")
    has_name = path != Path(name)
    tokenizer = {"@tokenizers": TOKENIZER, "model": name}
    nlp = spacy.blank(
        lang or (_language_of(name) if has_name else _ANY_LANGUAGE),
        config={"nlp": {"tokenizer": tokenizer}},
        meta=_meta(path.stem, pipeline),
    )
    nlp.add_pipe("dodona", config={"model": name, **options})
    return nlp


def _language_of(model: str) -> str:
    """The language that the name of a model begins with, if spaCy knows it."""
    try:
        return str(get_lang_class(model.partition("-")[0]).lang)
    except ImportError:
        return _ANY_LANGUAGE


def _meta(name: str, pipeline: Pipeline) -> dict[str, Any]:
    """What spaCy tells of the pipeline: what the model says of itself."""
    about = pipeline.about
    return {
        "name": name,
        "description": f"Dodona's model {name}",
        "license": about.get("licence", ""),
        "sources": [about["attribution"]] if "attribution" in about else [],
    }
