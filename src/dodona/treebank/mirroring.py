"""Sentences read from right to left: the last word is word 1, and trees are as in a mirror."""

from array import array
from collections.abc import Sequence

import cython

from dodona.treebank.sentence import Sentence, restore_sentence


def mirrored(sentence: Sentence) -> Sentence:
    """The words and the tree of a sentence in the opposite order, with its comments and place.

    Multiword tokens, DEPS, empty nodes and MISC, which have no place there, are left out.
    """
    lines = sentence.comments
    for number, word in enumerate(reversed(sentence.words), 1):
        head = len(sentence) + 1 - word.head if word.head > 0 else word.head
        columns = (word.form, word.lemma, word.upos, word.xpos, word.feats)
        place = "_" if head < 0 else str(head)
        lines.append("\t".join([str(number), *columns, place, word.deprel, "_", "_"]))
    raw = "\n".join([*lines, "", ""]).encode()
    return restore_sentence(raw, sentence.source, sentence.line)


def mirror_trees(
    heads: cython.int[::1], labels: cython.int[::1], lengths: cython.const[cython.int][::1]
) -> None:
    """Turn trees round in place: the heads and labels of all words of sentences of these lengths.

    What is a tree over the words of a sentence becomes the same tree over its mirror image.
    """
    sentence: cython.Py_ssize_t
    words: cython.Py_ssize_t = 0
    left: cython.Py_ssize_t
    right: cython.Py_ssize_t
    head: cython.int
    label: cython.int
    first: cython.Py_ssize_t = 0
    for sentence in range(lengths.shape[0]):
        words += lengths[sentence]
    if min(heads.shape[0], labels.shape[0]) < words:
        raise ValueError(f"there are too few heads and labels for {words} words")
    for sentence in range(lengths.shape[0]):
        left = first
        right = first + lengths[sentence] - 1
        while left <= right:
            head = mirrored_head(heads[left], lengths[sentence])
            label = labels[left]
            heads[left] = mirrored_head(heads[right], lengths[sentence])
            labels[left] = labels[right]
            heads[right] = head
            labels[right] = label
            left += 1
            right -= 1
        first += lengths[sentence]


def mirror_numbers(numbers: array[float], lengths: Sequence[int]) -> None:
    """Turn the numbers of the words of each sentence round in place."""
    first = 0
    for length in lengths:
        numbers[first : first + length] = numbers[first : first + length][::-1]
        first += length


def mirrored_head(head, n):
    """The number of a node in a mirror; the root is the root."""
    return n + 1 - head if head > 0 else head
