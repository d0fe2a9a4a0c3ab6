"""Sentences that a program makes, of words or of another sentence, instead of reading them."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from operator import index

from dodona.errors import ArgumentError, TreeError
from dodona.treebank.columns import COLUMNS, Draft
from dodona.treebank.sentence import Sentence, restore_sentence
from dodona.treebank.trees import check_tree
from dodona.treebank.values import fits_column, is_proper
from dodona.wording import counted

# The columns after FORM. HEAD is not given as text.
_COLUMNS = ("lemmas", "upos", "xpos", "feats", "heads", "deprels", "deps", "misc")
_SPACES_INSIDE = ("words", "lemmas", "misc")


def sentence_from_words(
    words: Iterable[str],
    columns: Mapping[str, Sequence[str] | None],
    heads: Sequence[int | None] | None,
) -> Sentence:
    """A sentence with these words, and with the columns that are not None."""
    forms = _checked("words", words)
    if not forms:
        raise ArgumentError("a sentence has at least one word")
    given = {name: _checked(name, values) for name, values in columns.items() if values is not None}
    if heads is not None:
        given["heads"] = _checked_heads(heads)
    for name, values in given.items():
        if len(values) != len(forms):
            raise ArgumentError(f"there are {len(values)} values in {name}, not {len(forms)}")
    blank = ["_"] * len(forms)
    rows = zip(forms, *(given.get(name, blank) for name in _COLUMNS), strict=True)
    lines = ["\t".join([str(number), *row]) for number, row in enumerate(rows, 1)]
    return Sentence.from_conllu("\n".join([*lines, "", ""]), partial=True)


def with_tree(sentence: Sentence, heads: Sequence[int], deprels: Sequence[str]) -> Sentence:
    """The same sentence with another tree in HEAD and DEPREL."""
    n = sentence.n
    if len(heads) != n or len(deprels) != n:
        raise TreeError(
            f"a tree for {counted(n, 'word')} has {counted(n, 'head')} and as many labels"
        )
    try:
        numbers = array("i", heads)
    except (TypeError, OverflowError):
        raise TreeError("heads are whole numbers, 0 for the root") from None
    check_tree([-1, *numbers])
    for deprel in deprels:
        if not fits_column(deprel):
            raise TreeError(f"{deprel!r} cannot stand in a column of a treebank")
    names = {deprel: i for i, deprel in enumerate(dict.fromkeys(deprels))}
    labels = array("i", [names[deprel] for deprel in deprels])
    draft = Draft([sentence])
    draft.put_tree(numbers, labels, [name.encode() for name in names])
    return draft.finished()[0]


def with_heads(sentence: Sentence, heads: Sequence[int], deprels: Sequence[str]) -> Sentence:
    """The same sentence with other heads, part of a tree, of which some may be -1, and labels."""
    lines = sentence.raw.split(b"\n")
    for i, line in enumerate(lines):
        columns = line.split(b"\t")
        if columns[0].isdigit():
            word = int(columns[0]) - 1
            columns[6] = b"_" if heads[word] < 0 else b"%d" % heads[word]
            columns[7] = deprels[word].encode()
            lines[i] = b"\t".join(columns)
    return restore_sentence(b"\n".join(lines), sentence.source, sentence.line)


def with_columns(sentence: Sentence, columns: Mapping[str, Sequence[str]]) -> Sentence:
    """The same sentence with other values in some columns, such as ``{"upos": ["DET", "NOUN"]}``.

    The columns are form, lemma, upos, xpos, feats, deprel, deps and misc.
    """
    names = [name for name in COLUMNS if name in columns]
    if len(names) < len(columns):
        raise ArgumentError(f"there is a column that is none of {', '.join(COLUMNS)}")
    for name in names:
        if len(columns[name]) != sentence.n:
            raise ArgumentError(
                f"there are {len(columns[name])} values in {name}, not {sentence.n}"
            )
        for value in columns[name]:
            if not fits_column(value):
                raise ArgumentError(f"{value!r} cannot stand in a column of a treebank")
    text = bytearray()
    spans = array("i")
    for i in range(sentence.n):
        for name in names:
            spans.append(len(text))
            text += columns[name][i].encode()
            spans.append(len(text))
    draft = Draft([sentence])
    draft.put(names, bytes(text), spans)
    return draft.finished()[0]


def _checked(name: str, values: Iterable[str]) -> list[str]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise ArgumentError(
            f"a list of strings is expected for {name}, not {type(values).__name__}: a text is "
            "taken apart with nlp(text)"
        )
    result = list(values)
    for value in result:
        if not isinstance(value, str) or not is_proper(value, spaces=name in _SPACES_INSIDE):
            raise ArgumentError(f"{value!r} among {name} cannot stand in a column of a treebank")
    return result


def _checked_heads(heads: Sequence[int | None]) -> list[str]:
    try:
        numbers = [None if head is None else index(head) for head in heads]
    except TypeError:
        raise TreeError("heads are whole numbers, 0 for the root") from None
    check_tree([-1, *(number or 0 for number in numbers)])
    return ["_" if number is None else str(number) for number in numbers]
