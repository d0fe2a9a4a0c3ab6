"""From text to tokens: a tokeniser and sentence splitter that is learned from a treebank."""

from dodona.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
