"""Training of a neural parser whose encoder also predicts tags, without tags as its input."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.evaluation.scores import evaluate_dev
from dodona.linear.words import WordBatch
from dodona.neural.calibration import Curve, fit_curve
from dodona.parser.neural_training import NeuralTrainer
from dodona.parser.settings import Settings
from dodona.tagger.classifiers import TagReader
from dodona.tagger.neural import NeuralTagger
from dodona.tagger.tagger import Tagger
from dodona.tagger.tagset import Tag
from dodona.threads import in_batches
from dodona.treebank.sentence import Sentence
from dodona.treebank.values import check_proper


class JointTrainer(NeuralTrainer):
    """Trains a neural parser and a tagger that share an encoder.

    A ``linear`` tagger of the same sentences, given in time for `parts`, votes on the tags.
    """

    def __init__(
        self,
        train: list[Sentence],
        dev: list[Sentence] | None,
        settings: Settings,
        extra: Iterable[list[Sentence]] | None = None,
    ) -> None:
        check_proper(train, ["upos", "xpos", "feats"])
        counts = Counter(tag for sentence in train for tag in _tags(sentence))
        self._tags = sorted(counts, key=lambda tag: (-counts[tag], tag))
        self._number = {tag: i for i, tag in enumerate(self._tags)}
        self._reader = TagReader(self._tags)
        classes = self._reader.classes
        super().__init__(train, dev, settings, evaluate_dev, extra, tag_classes=classes)
        self.linear: Tagger | None = None

    def tag_targets(self, batch: Sequence[int]) -> NDArray[np.int32]:
        numbers: list[int] = []
        for i in batch:
            sentence = self._sentences[i]
            if i < len(self.corpus.sentences):
                numbers += [self._number[tag] for tag in _tags(sentence)]
            else:
                numbers += [-1] * len(sentence)
        return self._reader.targets(numbers)

    def parts(self) -> dict[str, Any]:
        parser = self.parser()
        assert parser.encoder is not None
        tagger = NeuralTagger(self._tags, parser.encoder, linear=self.linear)
        if self._dev:
            curve = tag_curve(tagger, self._dev)
            tagger = NeuralTagger(self._tags, parser.encoder, curve, self.linear)
        return {"parser": parser, "tagger": tagger}


def _tags(sentence: Sentence) -> list[Tag]:
    return list(zip(sentence.upos, sentence.xpos, sentence.feats, strict=True))


def tag_curve(tagger: NeuralTagger, sentences: Sequence[Sentence]) -> Curve:
    """How often a tagger is right, given how sure it is, on sentences with gold tags."""
    sure: list[float | None] = []
    right: list[bool] = []
    for batch in in_batches(sentences):
        words = WordBatch(batch)
        tagger.tag_words(words)
        tagged = words.draft.finished()
        sure += tagger.tag_scores(words, tagged)
        for gold, found in zip(batch, tagged, strict=True):
            right += [a == b for a, b in zip(_tags(gold), _tags(found), strict=True)]
    return fit_curve([p or 0.0 for p in sure], right)
