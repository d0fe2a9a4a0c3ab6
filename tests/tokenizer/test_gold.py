"""The text of treebanks, rules of splitting, and vertical text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizing_examples import all_sentences, extra_sentences

from dodona.errors import SettingsError, TextError, TreebankError
from dodona.tokenizer import TokenizerSettings, read_vertical, train_tokenizer
from dodona.tokenizer.gold import gold_tokens, paragraphs
from dodona.tokenizer.splitting import apply_rule, least_length, make_rule
from dodona.treebank.forms import unescape
from dodona.treebank.sentence import Sentence
from examples import grove

LINE = "\t_\t_\t_\t_\t_\t_\t_\t"


def sentence(*tokens: str, misc: str = "_", comment: str = "") -> Sentence:
    lines = "".join(f"{i}\t{form}{LINE}{misc}\n" for i, form in enumerate(tokens, 1))
    return Sentence.from_conllu(comment + lines + "\n")


def test_the_text_is_that_of_the_comments() -> None:
    for one in grove("train"):
        (paragraph,) = paragraphs([one], 1)
        assert paragraph.text.rstrip() == one.text


def test_paragraphs_are_those_that_are_marked() -> None:
    treebank = grove("train")
    found = list(paragraphs(treebank, 1))
    marks = [s for s in treebank if any(c.startswith("# newpar") for c in s.comments)]
    assert len(found) == len(marks)
    assert sum(len(p.endings) for p in found) == len(treebank)
    for p in found:
        for start, end, token in p.tokens:
            assert p.text[start:end] == token.form


def test_paragraphs_without_marks_have_up_to_20_sentences() -> None:
    treebank = [sentence("oak", misc="SpaceAfter=No")] * 500
    sizes = [len(p.endings) for p in paragraphs(treebank, 1)]
    assert sum(sizes) == 500 and max(sizes) <= 20 and len(set(sizes)) > 5
    assert sizes == [len(p.endings) for p in paragraphs(treebank, 1)]


def test_scripts_without_spaces_have_none_where_nothing_is_said_of_them() -> None:
    treebank = [sentence("古", "い", "oak", "tree", ",", "木", "."), sentence("The", "oak", ".")]
    (paragraph,) = paragraphs(treebank, 1)
    assert paragraph.text == "古いoak tree,木.The oak. "
    said = sentence("古", "木", comment="# text = 古 木\n")
    (paragraph,) = paragraphs([said], 1)
    assert paragraph.text == "古 木 "


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ('He said : " Go ( now ) ! "', 'He said: "Go (now)!" '),
        ("« Oui » , dit - elle ...", "«Oui», dit - elle... "),
        ("„ Ja “ und “ nein ” ; 50 % ?", "„Ja“ und “nein”; 50 %? "),
        ("... the boys ' oak \"", "... the boys ' oak \" "),
        ("'s ochtends", "'s ochtends "),
    ],
)
def test_punctuation_has_its_usual_spaces_where_nothing_is_said_of_them(tokens, text) -> None:
    (paragraph,) = paragraphs([sentence(*tokens.split())] * 2, 7)
    assert paragraph.text == 2 * text
    for start, end, token in paragraph.tokens:
        assert paragraph.text[start:end] == token.form


def test_spaces_of_misc() -> None:
    tokens = gold_tokens(sentence("oak", misc=r"SpacesAfter=\s\t\n\r\u00A0|SpacesBefore=\s"))
    assert tokens[0].before == " " and tokens[0].after == " \t\n\r\xa0"
    assert unescape(r"\\s\p\x") == r"\s|\x"


@pytest.mark.parametrize(
    ("token", "words", "other", "other_words"),
    [
        ("don't", "do n't", "Isn't", "Is n't"),
        ("del", "di il", "NEL", "NI IL"),
        ("nel", "in il", "Del", "In il"),
        ("della", "di la", "NELLA", "NI LA"),
        ("trata-se", "trata se", "Vende-SE", "Vende SE"),
        ("às", "a as", "ÀS", "A AS"),
        ("yoktu", "yok tu", "vardı", "var dı"),
        ("dámelo", "dá me lo", "pónsela", "pón se la"),
    ],
)
def test_rules_fit_other_tokens(token: str, words: str, other: str, other_words: str) -> None:
    rule = make_rule(token, words.split())
    assert apply_rule(token, rule) == words.split()
    assert apply_rule(other, rule) == other_words.split()


forms = st.text("aábcé'-", min_size=1, max_size=6)


@given(forms, st.lists(forms, min_size=2, max_size=4), forms)
def test_every_split_has_a_rule(token: str, words: list[str], other: str) -> None:
    rule = make_rule(token, words)
    assert apply_rule(token, rule) == words
    assert len(token) >= least_length(rule)
    if len(other) >= least_length(rule):
        assert all(apply_rule(other, rule))


def test_vertical_text() -> None:
    text = "\ufeffThe\tDT\noak \r\n\n\n10 000\ndoves\n \nend"
    for blocks in (text, [text.encode()], [bytes([b]) for b in text.encode()]):
        found = all_sentences(read_vertical(blocks, document="d"))
        assert [s.forms for s in found] == [["The", "oak"], ["10 000", "doves"], ["end"]]
        assert [s.line for s in found] == [1, 5, 8]
        assert found[0].comments == [
            "# newdoc id = d", "# newpar", "# sent_id = 1", "# text = The oak",
        ]  # fmt: skip
        assert found[2].comments == ["# sent_id = 3", "# text = end"]
    assert list(read_vertical("")) == [] == list(read_vertical(b"\n\n"))


def test_vertical_text_that_is_none() -> None:
    with pytest.raises(TextError, match="v:1: a line is too long"):
        list(read_vertical([b"oak " * 10_000] * 20, source="v"))
    with pytest.raises(TextError, match="v:2: there is no blank line"):
        list(read_vertical("\n" + "oak\n" * 200_000, source="v"))
    with pytest.raises(TextError, match="v:2: byte 0xff"):
        list(read_vertical([b"oak\n\xff"], source="v"))


def test_bad_settings_and_treebanks() -> None:
    for name, value in {"iterations": 0, "margin": -1, "megabytes": 0.0}.items():
        with pytest.raises(SettingsError, match=name):
            TokenizerSettings(**{name: value})
    with pytest.raises(TreebankError, match="no sentences"):
        train_tokenizer([])


def test_progress_counts_all_sentences() -> None:
    seen: list[int] = []
    train_tokenizer(extra_sentences(), TokenizerSettings(iterations=3), progress=seen.append)
    assert sum(seen) == 6
