"""Replacing columns: the new values are there, and everything else is as it was, byte for byte."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import conllu_sentences, conllx_sentences, field_texts

from dodona.treebank import Sentence
from dodona.treebank.columns import COLUMNS, replace_columns, with_columns

any_sentence = st.one_of(conllu_sentences(), conllx_sentences())


def plainly_replaced(data: bytes, values: dict[str, list[str]]) -> bytes:
    """The columns of the lines of words replaced with the means of Python."""
    lines = data.decode().split("\n")
    word = 0
    for i, line in enumerate(lines):
        fields = line.split("\t")
        if fields[0].isdecimal() and len(fields) == 10:
            for name, column in values.items():
                end = "\r" if name == "misc" and fields[9].endswith("\r") else ""
                fields[COLUMNS[name]] = column[word] + end
            lines[i] = "\t".join(fields)
            word += 1
    return "\n".join(lines).encode()


@st.composite
def replacements(draw):
    """A sentence and new values for some of its columns."""
    sentence = Sentence.from_conllu(draw(any_sentence).data)
    names = draw(st.lists(st.sampled_from(list(COLUMNS)), unique=True))
    column = st.lists(field_texts(), min_size=len(sentence), max_size=len(sentence))
    return sentence, {name: draw(column) for name in names}


@given(replacements())
def test_the_values_change_and_nothing_else(replacement):
    sentence, values = replacement
    changed = with_columns(sentence, values)
    assert changed.raw == plainly_replaced(sentence.raw, values)
    # The places of the columns are right as well, as reading it anew shows.
    again = Sentence.from_conllu(changed.raw)
    assert changed.words == again.words
    assert changed.heads == sentence.heads
    assert (changed.source, changed.line) == (sentence.source, sentence.line)


@given(replacements(), st.randoms(use_true_random=False))
def test_some_values_are_kept(replacement, rng):
    sentence, values = replacement
    names = [name for name in COLUMNS if name in values]
    text = b"".join(values[name][i].encode() for i in range(len(sentence)) for name in names)
    spans, expected, place = [-1, -1] * len(names), {n: list(values[n]) for n in names}, 0
    old = {name: [getattr(word, name) for word in sentence.words] for name in names}
    for i in range(len(sentence)):
        for name in names:
            size = len(values[name][i].encode())
            keep = rng.random() < 0.5
            spans += [-1, -1] if keep else [place, place + size]
            if keep:
                expected[name][i] = old[name][i]
            place += size
    columns = array("i", [COLUMNS[name] for name in names])
    changed = replace_columns(sentence, columns, text or b" ", array("i", spans), 1)
    assert changed.raw == plainly_replaced(sentence.raw, expected)


def test_windows_line_ends_stay():
    raw = b"# x = y\r\n1\ta\t_\tX\t_\t_\t0\troot\t_\t_\r\n\r\n"
    changed = with_columns(Sentence.from_conllu(raw), {"misc": ["M=1"], "lemma": ["b"]})
    assert changed.raw == b"# x = y\r\n1\ta\tb\tX\t_\t_\t0\troot\t_\tM=1\r\n\r\n"


ONE = Sentence.from_conllu("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"head": ["0"]}, "none of form, lemma"),
        ({"upos": []}, "0 values in upos, not 1"),
        ({"upos": ["A", "B"]}, "2 values in upos, not 1"),
        ({"lemma": [""]}, "cannot stand"),
        ({"lemma": ["a\tb"]}, "cannot stand"),
        ({"lemma": ["a\nb"]}, "cannot stand"),
    ],
)
def test_values_that_do_not_fit(values, message):
    with pytest.raises(ValueError, match=message):
        with_columns(ONE, values)


@pytest.mark.parametrize(
    ("columns", "spans", "first", "message"),
    [
        ([0], [0, 1], 0, "column 0 cannot be replaced"),
        ([6], [0, 1], 0, "column 6 cannot be replaced"),
        ([10], [0, 1], 0, "column 10 cannot be replaced"),
        ([4, 3], [0, 1, 0, 1], 0, "ascending order"),
        ([3, 3], [0, 1, 0, 1], 0, "ascending order"),
        ([3], [0], 0, "too few values"),
        ([3], [0, 1], 1, "too few values"),
        ([3], [0, 1], -1, "too few values"),
        ([3], [0, 9], 0, "no value from 0 to 9"),
        ([3], [2, 1], 0, "no value from 2 to 1"),
    ],
)
def test_numbers_that_lead_nowhere(columns, spans, first, message):
    with pytest.raises(ValueError, match=message):
        replace_columns(ONE, array("i", columns), b"abc", array("i", spans), first)
