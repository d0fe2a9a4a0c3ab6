"""Jack-knifing: columns predicted by models that have not seen the sentence.

A parser that trains on gold tags trusts them too much. Trained on tags that are as wrong as those
it will get, it does better (as in Goldberg & Nivre 2012, section 5).
"""

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from dodona.errors import SettingsError
from dodona.lemmatizer.lemmatizer import Lemmatizer
from dodona.tagger.tagger import Tagger
from dodona.threads import map_in_order
from dodona.treebank.sentence import Sentence

if TYPE_CHECKING:
    from dodona.tagger.neural import NeuralTagger

Predicted = TypeVar("Predicted")
Predict = Callable[[list[Sentence]], list[Sentence]]


def predict_with(tagger: "Tagger | NeuralTagger", lemmatizer: Lemmatizer | None = None) -> Predict:
    """Predicts tags, and lemmas if there is a lemmatiser."""
    if lemmatizer is None:
        return tagger.tag_batch
    return lambda sentences: lemmatizer.lemmatize_batch(tagger.tag_batch(sentences))


def jackknife(
    sentences: Sequence[Sentence],
    train: Callable[[list[Sentence]], Callable[[list[Sentence]], list[Predicted]]],
    *,
    folds: int = 4,
    seed: int = 1,
    threads: int = 1,
) -> list[Predicted]:
    """What is predicted of sentences, in their order, each by a model that was trained without it.

    ``train`` gets sentences and returns a function that predicts something of each of others, such
    as the sentence with other columns:

    >>> jackknife(sentences, lambda part: train_tagger(part).tag_batch)     # doctest: +SKIP

    The seed determines which sentences share a model. Of fewer sentences than folds each gets a
    model of its own; a single sentence is predicted by a model that was trained on it, since there
    is nothing else.
    """
    if folds < 2:
        raise SettingsError(f"the number of folds is {folds}; it must be 2 or more")
    if len(sentences) < 2:
        return train(list(sentences))(list(sentences)) if sentences else []
    order = list(range(len(sentences)))
    random.Random(seed).shuffle(order)
    parts = [sorted(order[i::folds]) for i in range(min(folds, len(order)))]

    def predict(part: list[int]) -> list[Predicted]:
        hidden = set(part)
        rest = [sentence for i, sentence in enumerate(sentences) if i not in hidden]
        return train(rest)([sentences[i] for i in part])

    result: dict[int, Predicted] = {}
    for part, predicted in zip(parts, map_in_order(predict, parts, threads), strict=True):
        result.update(zip(part, predicted, strict=True))
    return [result[i] for i in range(len(sentences))]
