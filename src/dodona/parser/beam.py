"""Parsing with a beam."""

import cython

from dodona.parser.decoder import Decoder
from dodona.parser.scorer import Batch, Scorer
from dodona.parser.search import BeamSearch


@cython.final
@cython.cclass
class BeamDecoder(Decoder):
    """Parses with a beam of ``beam`` hypotheses."""

    def __init__(self, scorer: Scorer, beam: int) -> None:
        super().__init__(scorer)
        self.beam = beam

    def hypotheses(self, batch: Batch) -> list[list[tuple[int, tuple[int, ...], tuple[int, ...]]]]:
        """The finished hypotheses of each sentence, best first: their scores, heads and labels."""
        i: cython.Py_ssize_t
        slot: cython.int
        n: cython.int
        search: BeamSearch = self.make_search(batch)
        result = []
        for i in range(batch.count):
            n = batch.lengths[i]
            with cython.nogil:
                search.run(n, batch.of_sentence(i))
            found = []
            for slot in range(search.count):
                search.load(search.current + slot)
                heads = tuple([search.state.heads[d] for d in range(1, n + 1)])
                labels = tuple([search.state.labels[d] for d in range(1, n + 1)])
                found.append((search.current[slot].score, heads, labels))
            result.append(found)
        return result

    def make_search(self, batch):
        return BeamSearch(self.scorer, self.beam, batch.longest)
