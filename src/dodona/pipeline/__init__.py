"""From text to trees: a tokeniser, a tagger, a lemmatiser and a parser in one model."""

from dodona.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
