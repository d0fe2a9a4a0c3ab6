"""What may stand in a column of a treebank."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dodona.errors import TreebankError
from dodona.treebank import Sentence
from dodona.treebank.building import with_columns
from dodona.treebank.values import check_proper, fits_column, is_proper

ONE_WORD = "# sent_id = s7\n1\toak\toak\tNOUN\tN N\t_\t0\troot\t_\t_\n\n"


@pytest.mark.parametrize(
    "value",
    ["a", "_", "nsubj:pass", "Case=Nom|Number=Sing", "漢", "e\u0301", "\U0001f333", "a\u200db"],
)
def test_proper_values(value):
    assert fits_column(value)
    assert is_proper(value)
    assert is_proper(value, spaces=True)


@pytest.mark.parametrize("value", ["10 000", "10\xa0000", "New  York"])
def test_spaces_inside_are_for_forms_and_lemmas(value):
    assert fits_column(value)
    assert not is_proper(value)
    assert is_proper(value, spaces=True)


@pytest.mark.parametrize(
    "value",
    [
        " a",
        "a ",
        " ",
        "\u3000a",
        "a\x1b[31m",
        "a\0b",
        "a\x7f",
        "a\x85b",
        "a\x9bb",
        "a\x0bb",
        "a\u2028b",
        "a\u2029",
    ],
)
def test_values_that_can_be_read_but_not_learned(value):
    assert fits_column(value)
    assert not is_proper(value)
    assert not is_proper(value, spaces=True)


@pytest.mark.parametrize("value", ["", "a\tb", "a\n", "\ra", "\ud800", "a\udc80"])
def test_values_that_cannot_stand_in_a_column(value):
    assert not fits_column(value)
    assert not is_proper(value)
    assert not is_proper(value, spaces=True)


@given(st.text())
def test_what_fits_is_read_again(value):
    sentence = Sentence.from_conllu(ONE_WORD)
    if fits_column(value):
        again = Sentence.from_conllu(with_columns(sentence, {"lemma": [value]}).raw)
        assert again.lemmas == [value]
    assert not is_proper(value) or is_proper(value, spaces=True)
    assert not is_proper(value, spaces=True) or fits_column(value)


def test_an_improper_value_is_named_with_its_sentence():
    sentence = Sentence.from_conllu(ONE_WORD)
    check_proper([sentence], ["upos", "deprels"])
    with pytest.raises(TreebankError, match=r"sentence s7.*white space.*'N N'"):
        check_proper([sentence], ["upos", "xpos"])
