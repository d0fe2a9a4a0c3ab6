"""Tags from the scores of classifiers of UPOS, XPOS and FEATS: the best of all known tags."""

from array import array
from collections.abc import Sequence

import cython
import numpy as np
from cython.cimports.dodona.linear.hashing import hash_t
from cython.cimports.dodona.linear.words import ATTRIBUTES
from cython.cimports.dodona.tagger.tagset import TAG_COLUMNS

from dodona.linear.words import WordBatch
from dodona.tagger.tagset import Tag, TagSet


@cython.final
@cython.cclass
class TagReader:
    """Chooses among tags by the sums of the scores of their UPOS, XPOS and FEATS.

    ``classes`` are the numbers of values that the classifiers tell apart, which are those of the
    tags in their order. It never changes and can be used by several threads at once.
    """

    def __init__(self, tags: Sequence[Tag]) -> None:
        nothing = np.zeros(0, np.uint64)
        self.tagset = TagSet(tags, [range(len(tags))], nothing, nothing, nothing)
        columns = [list(dict.fromkeys(tag[c] for tag in tags)) for c in range(TAG_COLUMNS)]
        places = [{value: i for i, value in enumerate(column)} for column in columns]
        rows = [[places[c][tag[c]] for c in range(TAG_COLUMNS)] for tag in tags]
        self.numbers = np.array(rows, np.int32).reshape(-1, TAG_COLUMNS)
        self.classes = tuple([len(column) for column in columns])

    def targets(self, tags: Sequence[int]) -> np.ndarray:
        """The classes of some tags, a column for each classifier; -1 for the tag -1."""
        wanted = np.asarray(tags, np.int32)
        return np.where(wanted[:, None] >= 0, np.asarray(self.numbers)[wanted], np.int32(-1))

    def read(
        self,
        batch: WordBatch,
        scores: Sequence[np.ndarray],
        chosen: bytes,
        given: array[int],
        columns: Sequence[int],
    ) -> array[int]:
        """The numbers of the tags of all words of a batch, given what the classifiers say.

        The other arguments are those of `TagDecoder.tag`, and the rows of words get their tags as
        they do there.
        """
        i: cython.Py_ssize_t
        _: cython.Py_ssize_t
        word: cython.Py_ssize_t = 0
        count: cython.int = 0
        row: cython.pointer(hash_t)
        options: cython.p_const_int
        first: cython.const[cython.float][:, :] = scores[0]
        second: cython.const[cython.float][:, :] = scores[1]
        third: cython.const[cython.float][:, :] = scores[2]
        tags = array("i", [-1]) * (batch.words + 1)
        room: cython.int[::1] = array("i", bytes(4 * len(self.tagset.tags)))
        out: cython.int[::1] = tags
        bits: cython.const[cython.uchar][::1] = given
        wanted: cython.const[cython.uchar][::1] = chosen
        kept: cython.int = sum(1 << c for c in range(TAG_COLUMNS) if c not in columns)
        shapes = [one.shape for one in scores]
        if shapes != [(batch.words, n) for n in self.classes]:
            raise ValueError("the scores are not those of the words and of the classes")
        if len(chosen) != batch.count or len(given) <= batch.words:
            raise ValueError("sentences to tag and values to keep do not fit the batch")
        with cython.nogil:
            for i in range(batch.count):
                row = batch.of_sentence(i)
                for _ in range(batch.lengths[i]):
                    if wanted[i]:
                        options = self.tagset.options(
                            0, row, bits[word], cython.address(room[0]), cython.address(count)
                        )
                        out[word] = _best(self, options, count, first, second, third, word)
                        self.tagset.assign_but(out[word], row, bits[word] | kept)
                    row += ATTRIBUTES
                    word += 1
        return tags


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _best(
    reader: TagReader,
    options: cython.p_const_int,
    count: cython.int,
    first: cython.const[cython.float][:, :],
    second: cython.const[cython.float][:, :],
    third: cython.const[cython.float][:, :],
    word: cython.Py_ssize_t,
) -> cython.int:
    """The best-scored of some tags for a word; the first of several."""
    i: cython.int
    tag: cython.int
    score: cython.float
    highest: cython.float = 0
    best: cython.int = -1
    for i in range(count):
        tag = options[i]
        score = (
            first[word, reader.numbers[tag, 0]]
            + second[word, reader.numbers[tag, 1]]
            + third[word, reader.numbers[tag, 2]]
        )
        if best < 0 or score > highest:
            highest = score
            best = tag
    return best
