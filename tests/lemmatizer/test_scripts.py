"""Edit scripts: applied to the form, they give the lemma, whatever the characters."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from slow_lemmatizing import slow_apply

from dodona.lemmatizer.scripts import Script, ScriptSet, change_case, script_for

# Anything that UTF-8 can write and that can stand in a column.
words = st.text(st.characters(codec="utf-8", exclude_characters="\t\n\r"), min_size=1, max_size=12)


@st.composite
def forms_with_lemmas(draw):
    """Any two words, or two that share something and differ in case."""
    form = draw(words)
    if draw(st.booleans()):
        return form, draw(words)
    start = draw(st.integers(0, len(form) - 1))
    stem = change_case(form[start:], draw(st.integers(0, 3)))
    return form, draw(words) + stem + draw(words)


@given(forms_with_lemmas())
@example(("İstanbul", "istanbul"))
@example(("STRAẞE", "straße"))
@example(("ß", "SS"))
@example(("ŉ", "n"))
@example(("\U0001f600", "\U0001f600s"))
def test_the_script_of_a_form_and_its_lemma_makes_the_lemma(pair):
    form, lemma = pair
    script = script_for(form, lemma)
    assert ScriptSet([script]).lemma(0, form) == lemma
    assert slow_apply(script, form) == lemma


@given(words, st.integers(0, 3), st.integers(0, 4), words, st.integers(0, 4), words)
def test_scripts_do_the_same_as_plain_python(form, casing, start, before, end, after):
    script = Script(casing, start, before, end, after)
    assert ScriptSet([Script(4, 0, "x", 0, ""), script]).lemma(1, form) == slow_apply(script, form)


@pytest.mark.parametrize(
    ("form", "lemma", "script"),
    [
        ("houses", "house", Script(0, 0, "", 1, "")),
        ("Houses", "house", Script(1, 0, "", 1, "")),
        ("flies", "fly", Script(0, 0, "", 3, "y")),
        ("oak", "oak", Script(0, 0, "", 0, "")),
        ("The", "the", Script(1, 0, "", 0, "")),
        ("NASA", "Nasa", Script(2, 0, "", 0, "")),
        ("usa", "USA", Script(3, 0, "", 0, "")),
        ("was", "be", Script(4, 0, "be", 0, "")),
    ],
)
def test_examples(form, lemma, script):
    assert script_for(form, lemma) == script


def test_a_form_that_is_too_short():
    scripts = ScriptSet([Script(0, 1, "", 2, "y")])
    assert scripts.lemma(0, "ies") is None
    assert scripts.lemma(0, "äöüé") == "öy"
    with pytest.raises(IndexError):
        scripts.lemma(1, "a")
