"""Training of a neural parser whose encoder also predicts tags, without tags as its input."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.evaluation.scores import evaluate_dev
from dodona.parser.neural_training import NeuralTrainer
from dodona.parser.settings import Settings
from dodona.tagger.classifiers import TagReader
from dodona.tagger.neural import NeuralTagger
from dodona.tagger.tagset import Tag
from dodona.treebank.sentence import Sentence
from dodona.treebank.values import check_proper


class JointTrainer(NeuralTrainer):
    """Trains a neural parser and a tagger that share an encoder."""

    def __init__(
        self, train: list[Sentence], dev: list[Sentence] | None, settings: Settings
    ) -> None:
        check_proper(train, ["upos", "xpos", "feats"])
        counts = Counter(tag for sentence in train for tag in _tags(sentence))
        self._tags = sorted(counts, key=lambda tag: (-counts[tag], tag))
        self._number = {tag: i for i, tag in enumerate(self._tags)}
        self._reader = TagReader(self._tags)
        super().__init__(train, dev, settings, evaluate_dev, tag_classes=self._reader.classes)

    def tag_targets(self, sentences: Sequence[Sentence]) -> NDArray[np.int32]:
        numbers = [self._number[tag] for sentence in sentences for tag in _tags(sentence)]
        return self._reader.targets(numbers)

    def parts(self) -> dict[str, Any]:
        parser = self.parser()
        assert parser.encoder is not None
        return {"parser": parser, "tagger": NeuralTagger(self._tags, parser.encoder)}


def _tags(sentence: Sentence) -> list[Tag]:
    return list(zip(sentence.upos, sentence.xpos, sentence.feats, strict=True))


def neural_trainer(
    train: list[Sentence], dev: list[Sentence] | None, settings: Settings, *, with_tags: bool
) -> NeuralTrainer:
    """A trainer of a neural parser, also of a tagger if that is asked for."""
    if with_tags:
        return JointTrainer(train, dev, settings)
    return NeuralTrainer(train, dev, settings, evaluate_dev)
