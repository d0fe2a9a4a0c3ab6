"""Dodona inside spaCy: a tokeniser, a component and a whole `Language`; needs `dodona[spacy]`.

>>> import dodona.spacy
>>> nlp = dodona.spacy.load("en")                                        # doctest: +SKIP
>>> [(token.text, token.pos_, token.dep_) for token in nlp("Time flies.")]  # doctest: +SKIP
"""

from dodona.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
