"""Parsing of batches, whatever the scorer and whatever the search."""

from array import array

import cython

from dodona.parser.scorer import Batch, Scorer, Workspace
from dodona.systems.state import State


@cython.cclass
class Search:
    """The working memory of a search for the best transitions, for sentences of up to ``longest``
    words, with so many slots to score in. It is used by one thread at a time.
    """

    def __init__(self, scorer: Scorer, slots: int, longest: int) -> None:
        self.scorer = scorer
        self.transitions = scorer.transitions
        self.workspace = Workspace(scorer, slots)
        self.slots = self.workspace.slots
        self.state = State(longest)

    def run(self, n, words):
        """Parse one sentence; the arcs of the best tree are in ``state`` afterwards."""

    def derive(self, n, words):
        """The transitions that `run` comes to the best tree by, as numbers; slower than `run`."""
        return []


@cython.cclass
class Decoder:
    """Parses with a scorer. It never changes and can be used by several threads at once."""

    def __init__(self, scorer: Scorer) -> None:
        self.scorer = scorer

    def parse(self, batch: Batch) -> tuple[array[int], array[int]]:
        """The heads and label numbers of all words of a batch that the scorer has prepared."""
        i: cython.Py_ssize_t
        d: cython.Py_ssize_t
        word: cython.Py_ssize_t = 0
        search: Search = self.make_search(batch)
        total = sum(batch.lengths)
        heads = array("i", [0]) * total
        labels = array("i", [0]) * total
        heads_out: cython.int[::1] = heads
        labels_out: cython.int[::1] = labels
        with cython.nogil:
            for i in range(batch.count):
                search.run(batch.lengths[i], batch.of_sentence(i))
                for d in range(1, batch.lengths[i] + 1):
                    heads_out[word] = search.state.heads[d]
                    labels_out[word] = search.state.labels[d]
                    word += 1
        return heads, labels

    def derivations(self, batch: Batch) -> list[list[tuple[str, str | None]]]:
        """The transitions that lead to the tree of each sentence, as pairs of a name and a label.

        This is for people who want to see how a tree came about; it is slower than `parse`.
        """
        i: cython.Py_ssize_t
        search: Search = self.make_search(batch)
        classes = self.scorer.transitions.classes
        result: list = []
        for i in range(batch.count):
            found: list = search.derive(batch.lengths[i], batch.of_sentence(i))
            result.append([classes[choice][::2] for choice in found])
        return result

    def make_search(self, batch):
        return Search(self.scorer, 1, batch.longest)
