"""Treebank files, sentences and trees."""

from dodona.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
