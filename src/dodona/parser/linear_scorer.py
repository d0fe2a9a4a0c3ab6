"""Scores that are sums of weights of features: the scorers of linear models.

What is read in a view are the keys of its features; see `Extractor`.
"""

from collections.abc import Sequence
from typing import ClassVar

import cython
from cython.cimports.dodona.linear.hashing import hash_t

from dodona.errors import ModelError
from dodona.linear.clusters import ClusterMarker
from dodona.linear.frozen import FrozenWeights
from dodona.linear.weights import Weights
from dodona.linear.words import WordBatch
from dodona.parser.extractor import Extractor
from dodona.parser.labelled import LabelledTransitions
from dodona.parser.scorer import Scorer
from dodona.parser.templates import CLUSTER_ATTRIBUTES, look_at
from dodona.parser.tokens import TokenBatch
from dodona.treebank.sentence import Sentence


@cython.cclass
class LinearScorer(Scorer):
    """A scorer with an extractor of features; a subclass has the weights.

    Templates that look at clusters of words need ``clusters``; raises `ModelError` without.
    """

    def __init__(
        self,
        transitions: LabelledTransitions,
        extractor: Extractor,
        width: int = 0,
        mirrored: bool = False,
        clusters: ClusterMarker | None = None,
    ) -> None:
        super().__init__(transitions, width, mirrored)
        if clusters is None and look_at(extractor.names, *CLUSTER_ATTRIBUTES):
            raise ModelError("there are templates that look at clusters of words, and no clusters")
        self.extractor = extractor
        self.clusters = clusters

    def prepare(self, sentences: Sequence[Sentence], words: WordBatch | None = None) -> TokenBatch:
        """The hashes of words that templates ask for."""
        return TokenBatch(sentences, words, self.clusters, self.mirrored)


@cython.final
@cython.cclass
class FrozenScorer(LinearScorer):
    """Scores with weights that only parse.

    A view is the set of words that are not there, and after it the keys that this leaves.
    """

    # With two sentences a tenth of the time is spent waiting, with eight nothing is gained.
    side_by_side: ClassVar[int] = 4

    def __init__(
        self,
        transitions: LabelledTransitions,
        extractor: Extractor,
        weights: FrozenWeights,
        mirrored: bool = False,
        clusters: ClusterMarker | None = None,
    ) -> None:
        super().__init__(transitions, extractor, weights.width, mirrored, clusters)
        self.weights = weights

    def read_view(self, state, words, view):
        missing: cython.int = 0
        view.size = 1 + self.extractor.extract_present(
            state,
            cython.cast(cython.pointer(cython.const[hash_t]), words),
            view.numbers + 1,
            cython.address(missing),
        )
        view.numbers[0] = missing
        self.weights.foresee(view.numbers + 1, view.size - 1)

    def locate_view(self, view):
        self.weights.locate(view.numbers + 1, view.size - 1, view.rows)

    def score_view(self, view, scores):
        missing: cython.int = cython.cast(cython.int, view.numbers[0])
        self.weights.add_up(view.rows, view.size - 1, missing, scores)


@cython.final
@cython.cclass
class LearningScorer(LinearScorer):
    """Scores with weights that still change; these begin at zero. A view is all keys."""

    def __init__(
        self,
        transitions: LabelledTransitions,
        extractor: Extractor,
        least_updates: int = 1,
        clusters: ClusterMarker | None = None,
    ) -> None:
        super().__init__(transitions, extractor, clusters=clusters)
        self.weights = Weights(transitions.rows, least_updates)

    def read_view(self, state, words, view):
        self.extractor.extract(
            state, cython.cast(cython.pointer(cython.const[hash_t]), words), view.numbers
        )
        view.size = self.extractor.count

    def score_view(self, view, scores):
        self.weights.score(view.numbers, view.size, scores)

    def update(self, slot, good, bad):
        """Learn that in a configuration one transition was right and another was chosen."""
        if good < self.transitions.rows and bad < self.transitions.rows:
            return self.weights.update(slot.views.numbers, slot.views.size, good, bad)
        self.adjust(self.view_of(slot, good), good, 1)
        return self.adjust(self.view_of(slot, bad), bad, -1)

    def adjust(self, view, transition, by):
        """Add ``by`` to the weights of a transition for what is read in a view."""
        return self.weights.adjust(view.numbers, view.size, self.transitions.row_of[transition], by)
