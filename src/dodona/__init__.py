"""Dodona: transition-based dependency parsing with dynamic oracles.

>>> import dodona
>>> nlp = dodona.load("en")                                              # doctest: +SKIP
>>> print(nlp("Time flies like an arrow."))                              # doctest: +SKIP
>>> nlp = dodona.train("train.conllu", "dev.conllu")                     # doctest: +SKIP
>>> for sentence in nlp.parse(dodona.read_conllu("new.conllu")):         # doctest: +SKIP
...     print(sentence.to_conllu(), end="")
"""

from dodona.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
