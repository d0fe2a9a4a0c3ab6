"""Whatever the text, the official validator accepts the output, and the text can be had again."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from slow_tokenizing import SPACES
from tokenizing_examples import all_sentences, rebuilt
from validating import complaints, nasty_texts

from dodona.tokenizer import Tokenizer, read_vertical, train_tokenizer
from dodona.tokenizer.characters import character_classes
from dodona.tokenizer.gold import gold_tokens
from dodona.tokenizer.tokenizer import Ranges
from dodona.treebank.forms import escape, single_spaces, unescape
from dodona.treebank.sentence import Sentence


@given(nasty_texts, st.sampled_from(["characters", None]), st.booleans())
@example("\x1coak\x1f", None, False)
@example("oak\u3000\u2028dove\x85", None, False)
@example("e\u0301 \ufffd", "characters", False)
@example("\u0340", None, True)
def test_any_text_becomes_a_valid_treebank(
    tokenizer: Tokenizer, text: str, ranges: Ranges | None, lines: bool
) -> None:
    batches = tokenizer.tokenize(text, sentence_a_line=lines, ranges=ranges, document=text)
    sentences = all_sentences(batches)
    assert complaints(sentences) == []
    if sentences:
        again = rebuilt(sentences)
        assert text.startswith(again)
        # Spaces after the last line end may belong to no sentence.
        assert again == text or (
            lines and not all_sentences(tokenizer.tokenize(text[len(again) :]))
        )
    for sentence in sentences:
        for form in sentence.forms:
            assert not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in form)


@given(st.lists(nasty_texts))
def test_any_vertical_text_becomes_a_valid_treebank(lines: list[str]) -> None:
    sentences = all_sentences(read_vertical("\n".join(lines), document="".join(lines)))
    assert complaints(sentences) == []
    forms = [token.form for sentence in sentences for token in gold_tokens(sentence)]
    given_lines = "\n".join(lines).removeprefix("\ufeff").split("\n")
    tokens = [line.partition("\t")[0].strip() for line in given_lines]
    assert forms == [token for token in tokens if single_spaces(token)]


def test_spaces_are_written_as_they_are_named(tokenizer: Tokenizer) -> None:
    (sentence,) = all_sentences(tokenizer.tokenize("\ufeffoak\xa0\u3000dove\f"))
    rows = [row.split("\t") for row in sentence.to_conllu().split("\n") if row[:1].isdigit()]
    assert [row[1] for row in rows] == ["oak", "dove"]
    assert [row[9] for row in rows] == [
        r"SpacesAfter=\u00A0\u3000|SpacesBefore=\uFEFF", r"SpacesAfter=\u000C",
    ]  # fmt: skip


def test_what_a_form_cannot_be_is_told_beside_it(tokenizer: Tokenizer) -> None:
    (sentence,) = all_sentences(tokenizer.tokenize("cafe\u0301 \ufffd oak"))
    assert sentence.forms == ["café", "□", "oak"]
    assert sentence.text == "café □ oak"
    assert rb"TextForm=cafe\u0301" in sentence.raw and rb"TextForm=\uFFFD" in sentence.raw
    assert sentence.raw.count(b"TextForm") == 2


def test_tokens_with_spaces_are_not_split_into_words() -> None:
    token = "1-2\t10 000" + "\t_" * 8 + "\n"
    words = "".join(f"{i}\t{form}" + "\t_" * 8 + "\n" for i, form in [(1, "10"), (2, "000")])
    tokenizer = train_tokenizer([Sentence.from_conllu(f"{token}{words}\n")] * 10)
    sentences = all_sentences(tokenizer.tokenize("10 000"))
    assert [sentence.forms for sentence in sentences] == [["10 000"]]
    assert complaints(sentences) == []


def test_only_one_byte_order_mark_is_dropped(tokenizer: Tokenizer) -> None:
    text = "\ufeff\ufeffoak\n\ufeffdove"
    for sentences in (tokenizer.tokenize(text, sentence_a_line=True), read_vertical(text)):
        forms = [form for sentence in all_sentences(sentences) for form in sentence.forms]
        assert forms == ["\ufeffoak", "\ufeffdove"]


@given(nasty_texts)
def test_escaped_characters_are_had_again(text: str) -> None:
    escaped = escape(text)
    assert unescape(escaped) == text
    assert escaped.isascii() and not set(escaped) & set(" \t\n\r|")


def test_spaces_are_the_same_everywhere() -> None:
    (kind,) = character_classes(" ")
    for code in range(0x10000):
        is_space = character_classes(chr(code))[0] == kind
        assert is_space == (not single_spaces(chr(code))) == (chr(code) in SPACES)
