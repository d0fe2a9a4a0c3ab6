"""Text in, sentences out: nothing is lost, and it does not matter how the text arrives."""

from __future__ import annotations

import resource
import sys
import tracemalloc
from collections.abc import Iterator
from io import BytesIO

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from slow_tokenizing import SPACES, SlowTokenizer
from tokenizing_examples import all_sentences, extra_sentences, rebuilt, shown

from dodona.errors import TextError
from dodona.evaluation.conll18 import evaluate_ud
from dodona.tokenizer import Tokenizer, TokenizerSettings, train_tokenizer
from dodona.tokenizer.decoding import LONG_PAUSE, SHORT_PAUSE, Pause
from dodona.tokenizer.gold import gold_tokens, paragraphs
from dodona.treebank import read_conllu
from dodona.treebank.forms import treebank_form
from dodona.treebank.sentence import Sentence
from examples import grove

PIECES = [
    "don't", "DON'T", "Oak's", "it’s", "gonna", "Del", "DEL", "mar", "Mr.", "said", "the", "oak",
    ".", "...", "?", "!", ",", '"', "'", "(", ")", "-", "--", "/", "@", "http://www.oak.gr/a?b=1",
    "a.priest@oak.gr", "3.14", "1990", "😀", "👩\u200d👧", "🇬🇷", "é", "e\u0301", "漢字", "かな",
    "カナ", "שלום", "مرحبا", "ไทย", "\u200b", "\0", "\x07", "\ufeff", "İ", "ß", "𝟙", "_", "|",
    "\\", " ", " ", " ", "  ", "\t", "\n", "\r\n", "\n\n", "\r", "\u2028", "\u2029", "\xa0",
    "\u3000", "\x85", "&", "&amp;", "&#8217;", "&#x2019;", "&oak;", "<", ">", "<br/>", "<b>",
    "</b>", "<oak>", '<a href="x y">', "<oak a=1 b='<'>", "👩🏽", "👍", "🏽", "\ufe0f", "1️⃣",
    "\u20e3", "\u200d", "♀", "🏴", "\U000e0067", "•", "\n- ", "\n• oak", "\n-1", "*", "\n*",
    "\u0323", "Å", "豈", "각", "\ufffd", "\v", "\f",
]  # fmt: skip
LONG_PARAGRAPH = " ".join(
    ["The old oak stands near the spring. Do you hear it? I don't.", "Oh!"] * 9
)
texts = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join),
)


def sentences_of(tokenizer: Tokenizer, text: str | bytes | list[bytes]) -> list[Sentence]:
    return all_sentences(tokenizer.tokenize(text))


@given(texts)
@example("\ufeffOak.\r\n\r\n  Don't!\t")
@example("")
def test_the_text_is_rebuilt_exactly(tokenizer: Tokenizer, text: str) -> None:
    sentences = sentences_of(tokenizer, text)
    if sentences:
        assert rebuilt(sentences) == text
    else:
        assert not text.removeprefix("\ufeff").strip(SPACES)


@given(texts, st.data())
def test_block_boundaries_do_not_matter(
    tokenizer: Tokenizer, text: str, data: st.DataObject
) -> None:
    raw = text.encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=8)))
    blocks = [raw[a:b] for a, b in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
    expected = sentences_of(tokenizer, text)
    assert sentences_of(tokenizer, blocks) == expected
    assert sentences_of(tokenizer, [raw[i : i + 1] for i in range(len(raw))]) == expected


@given(texts, st.data())
def test_what_is_certain_is_given_out_and_stays_what_it_is(
    tokenizer: Tokenizer, text: str, data: st.DataObject
) -> None:
    raw = (text + " " + LONG_PARAGRAPH + text).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=8)))
    blocks = [raw[a:b] for a, b in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
    paused = [item for block in blocks for item in (block, Pause(0.0))]
    for ranges in (None, "bytes"):
        expected = all_sentences(tokenizer.tokenize(raw, ranges=ranges))
        found = all_sentences(tokenizer.tokenize(paused, ranges=ranges))
        assert found == expected
        assert [s.line for s in found] == [s.line for s in expected]


def test_a_long_paragraph_comes_out_before_its_end(tokenizer: Tokenizer) -> None:
    expected = sentences_of(tokenizer, LONG_PARAGRAPH)
    items = (item for b in LONG_PARAGRAPH.encode() for item in (bytes([b]), Pause(0.0)))
    found = []
    seen = 0

    def watched() -> Iterator[bytes | Pause]:
        nonlocal seen
        for item in items:
            seen += isinstance(item, bytes)
            yield item

    for batch in tokenizer.tokenize(watched()):
        found += batch
        written = sum(len(sentence.text or "") + 1 for sentence in found)
        assert seen == len(LONG_PARAGRAPH) or seen - written < 400
    assert found == expected


@pytest.mark.parametrize(
    ("text", "pause", "answered"),
    [
        ("The oak stands.\n", SHORT_PAUSE, True),
        ('She said: "The oak stands!" \r\n', SHORT_PAUSE, True),
        ("The oak stands.\n\n", SHORT_PAUSE, True),
        ("The oak stands.", LONG_PAUSE, False),
        ("The oak stands. ", LONG_PAUSE, False),
        ("The oak\n", SHORT_PAUSE, False),
        ("The oak\n", LONG_PAUSE, True),
        ("\n\n", LONG_PAUSE, False),
    ],
)
def test_a_writer_who_pauses_after_a_line(
    tokenizer: Tokenizer, text: str, pause: float, answered: bool
) -> None:
    sent: list[str] = []

    def writer() -> Iterator[bytes | Pause]:
        for piece in (text, "\n  The doves sleep.\n"):
            yield piece.encode()
            yield Pause(0.0)
            yield Pause(pause)
            sent.append(piece)

    batches = tokenizer.tokenize(writer())
    first = next(batches)
    assert (sent == []) == answered
    sentences = [*first, *all_sentences(batches)]
    assert rebuilt(sentences) == text + "\n  The doves sleep.\n"
    if answered:
        assert sentences[-1].comments[0] == "# newpar"


@given(texts, st.data())
def test_lines_are_given_out_at_once_however_they_arrive(
    tokenizer: Tokenizer, text: str, data: st.DataObject
) -> None:
    raw = text.encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=8)))
    blocks = [raw[a:b] for a, b in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
    paused = [item for block in blocks for item in (block, Pause(LONG_PAUSE))]
    expected = all_sentences(tokenizer.tokenize(text, sentence_a_line=True))
    for items in (blocks, paused, [raw[i : i + 1] for i in range(len(raw))]):
        assert all_sentences(tokenizer.tokenize(items, sentence_a_line=True)) == expected


def test_a_line_does_not_wait_for_the_next(tokenizer: Tokenizer) -> None:
    lines = [b"The oak\n", b"\n", b"The doves. Sleep\r\n", b"  Now\n"]
    read: list[bytes] = []
    batches = tokenizer.tokenize(
        (read.append(line) or line for line in lines), sentence_a_line=True
    )
    for number in (1, 3, 4):
        (sentence,) = next(batches)
        assert len(read) == number
    assert sentence.misc == ["SpacesAfter=\\n|SpacesBefore=\\s\\s"]


@given(texts)
@example("I don't know Mr. Oak's tree (it's old)... \"Gonna see DEL mar,\" she said.\n\n\nThe END")
def test_a_plain_implementation_finds_the_same(tokenizer: Tokenizer, text: str) -> None:
    assert shown(sentences_of(tokenizer, text)) == SlowTokenizer(tokenizer).tokenize(text)


@given(texts)
def test_the_output_can_be_read_again(tokenizer: Tokenizer, text: str) -> None:
    sentences = sentences_of(tokenizer, text)
    for sentence in sentences:
        again = Sentence.from_conllu(sentence.raw)
        assert again.words == sentence.words
        assert again.comments == sentence.comments
        assert sentence.heads == [-1] * len(sentence)
        form_text = "".join(t.form + " " * bool(t.after) for t in gold_tokens(sentence))
        written = sentence.raw.decode().split("\n# text = ")[1].split("\n")[0]
        assert written == treebank_form(form_text.rstrip(" "))
    assert [sentence.sent_id for sentence in sentences] == [
        str(i) for i in range(1, len(sentences) + 1)
    ]


@given(texts)
def test_ranges_say_where_tokens_stand(tokenizer: Tokenizer, text: str) -> None:
    raw = text.encode()
    for ranges in ("characters", "bytes"):
        for sentence in all_sentences(tokenizer.tokenize(text, ranges=ranges)):
            lines = [line.split("\t") for line in sentence.to_conllu().split("\n")]
            for columns in lines:
                if len(columns) == 10 and "TokenRange=" in columns[9]:
                    start, end = map(int, columns[9].split("TokenRange=")[1].split(":"))
                    found = text[start:end] if ranges == "characters" else raw[start:end].decode()
                    assert treebank_form(found) == columns[1]


def test_multiword_tokens_keep_their_case(tokenizer: Tokenizer) -> None:
    text = "I DON'T see Del mar DEL mar"
    (sentence,) = all_sentences(tokenizer.tokenize(text, sentence_a_line=True))
    words = {form: words for form, words in shown([sentence])[0] if words}
    assert words == {"DON'T": ["DO", "N'T"], "Del": ["Di", "il"], "DEL": ["DI", "IL"]}
    assert sentence.forms == ["I", "DO", "N'T", "see", "Di", "il", "mar", "DI", "IL", "mar"]


def test_paragraphs_and_documents_are_marked(tokenizer: Tokenizer) -> None:
    text = "The oak stands.\nThe dove\nsleeps.\n \nThe wind moves."
    first, *others = all_sentences(tokenizer.tokenize(text, document="a b", first_number=7))
    assert first.comments == [
        "# newdoc id = a b", "# newpar", "# sent_id = 7", "# text = The oak stands.",
    ]  # fmt: skip
    assert others[0].text == "The dove sleeps."
    assert others[-1].comments[0] == "# newpar"
    assert [sentence.line for sentence in [first, *others]] == [1, 2, 5]


def test_line_breaks_inside_a_paragraph_do_not_matter(tokenizer: Tokenizer) -> None:
    text = "".join(p.text for p in paragraphs(grove("test"), 1))
    assert shown(sentences_of(tokenizer, text)) == shown(
        sentences_of(tokenizer, text.replace(" ", "\r\n"))
    )


@given(texts)
def test_every_line_is_a_sentence_if_asked(tokenizer: Tokenizer, text: str) -> None:
    text = text.replace("\r", " ").replace("\u2028", " ").replace("\u2029", " ")
    sentences = all_sentences(tokenizer.tokenize(text, sentence_a_line=True))
    lines = [line for line in text.removeprefix("\ufeff").split("\n") if line.strip(SPACES)]
    assert len(sentences) == len(lines)
    if sentences:
        end = text.find("\n", len(text.rstrip(SPACES))) + 1
        assert rebuilt(sentences) == (text[:end] if end else text)


def test_bytes_that_are_not_utf8_are_named(tokenizer: Tokenizer) -> None:
    blocks = [b"The oak.\nThe d", b"ove\xc3", b"( sleeps"]
    with pytest.raises(TextError, match=r"a\.txt:2: byte 0xc3 at offset 17 is not UTF-8"):
        list(tokenizer.tokenize(blocks, source="a.txt"))
    with pytest.raises(TextError, match="offset 3"):
        list(tokenizer.tokenize([b"oak\xe2\x82"]))
    sentences = all_sentences(tokenizer.tokenize(blocks, errors="replace"))
    assert rebuilt(sentences) == "The oak.\nThe dove\ufffd( sleeps"


@pytest.mark.parametrize("text", ["", " ", "\n\n\t \xa0", "\ufeff", "\ufeff \n"])
def test_text_without_words_has_no_sentences(tokenizer: Tokenizer, text: str) -> None:
    assert sentences_of(tokenizer, text) == []
    assert sentences_of(tokenizer, text.encode()) == []


@pytest.mark.parametrize(
    "piece",
    [
        "oak ", "oak. ", "x", "漢", "oak-", ".", "don't ", "&amp;", "<a b='c d'>", "<a b='",
        "👩🏽‍🚀", "e\u0301", "\u0301", "\u0301 ", "🇬🇷", "oak\n- ", "\ufffd",
    ],
)  # fmt: skip
def test_long_lines_are_cut_where_it_does_not_depend_on_blocks(
    tokenizer: Tokenizer, piece: str
) -> None:
    text = piece * (60_000 // len(piece))
    sentences = sentences_of(tokenizer, text)
    assert rebuilt(sentences) == text
    assert max(len(sentence.text or "") for sentence in sentences) <= 16_384
    raw = text.encode()
    blocks = [raw[i : i + 7001] for i in range(0, len(raw), 7001)]
    assert sentences_of(tokenizer, blocks) == sentences


def test_long_runs_of_spaces_are_kept(tokenizer: Tokenizer) -> None:
    text = " " * 300_000 + "oak" + " \n" * 300_000 + "dove" + " " * 40_000 + "sleeps"
    raw = text.encode()
    blocks = [raw[i : i + 4096] for i in range(0, len(raw), 4096)]
    sentences = sentences_of(tokenizer, blocks)
    assert rebuilt(sentences) == text
    assert [sentence.forms for sentence in sentences] == [["oak"], ["dove", "sleeps"]]


@pytest.mark.parametrize("space", ["\n", " "])
def test_millions_of_spaces_take_little_memory_and_ranges_stay_right(
    tokenizer: Tokenizer, space: str
) -> None:
    """Not all of them are kept; they were, which took ten bytes for each and more."""
    block = space.encode() * (1 << 16)
    blocks = [*[block] * 128, b"oak", *[block] * 128, b"dove sl", b"eeps"]
    tracemalloc.start()
    try:
        batches = list(tokenizer.tokenize(blocks, ranges="bytes"))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    sentences = [sentence for batch in batches for sentence in batch]
    assert [sentence.forms for sentence in sentences] == [["oak"], ["dove", "sleeps"]]
    starts = [m.split("TokenRange=")[1].split(":")[0] for s in sentences for m in s.misc]
    assert [int(start) for start in starts] == [1 << 23, (1 << 24) + 3, (1 << 24) + 8]
    lines = [(1 << 23) + 1, (1 << 24) + 1] if space == "\n" else [1, 1]
    assert [sentence.line for sentence in sentences] == lines
    assert peak < 24 << 20


@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured otherwise there")
def test_one_very_long_line_takes_little_memory(tokenizer: Tokenizer) -> None:
    block = b"The old oak stands near the spring and doves sleep in it " * 1000
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    words = 0
    for batch in tokenizer.tokenize(block for _ in range(900)):  # 51 MB
        words += sum(len(sentence) for sentence in batch)
    assert words == 900 * 1000 * 12
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 40_000


def test_training_again_gives_the_same_tokenizer() -> None:
    def part(seed: int) -> tuple[object, dict[str, bytes]]:
        settings = TokenizerSettings(seed=seed, iterations=3)
        header, arrays = train_tokenizer(grove("train"), settings).to_part()
        return header, {name: array.tobytes() for name, array in arrays.items()}

    assert part(1) == part(1)
    assert part(1) != part(2)


def test_it_beats_splitting_at_spaces() -> None:
    tokenizer = train_tokenizer(grove("train"))
    gold = grove("test")
    text = "".join(p.text for p in paragraphs(gold, 1))
    found = shown(sentences_of(tokenizer, text))
    expected = shown(gold)

    def places(sentences: list[list[tuple[str, list[str]]]]) -> set[tuple[int, int]]:
        at = 0
        result = set()
        for sentence in sentences:
            for form, _ in sentence:
                result.add((at, at + len(form)))
                at += len(form)
        return result

    right = places(expected)
    plain = places([[(form, []) for form in text.split()]])
    assert len(right & places(found)) / len(right) > 0.98 > len(right & plain) / len(right)
    assert len([s for s in found if s in expected]) / len(expected) > 0.9


def trained_on(*sentences: list[str]) -> Tokenizer:
    """A tokeniser that has seen nothing but these tokens, with spaces between all but Han."""
    rows = [
        "".join(f"{i}\t{form}" + "\t_" * 8 + "\n" for i, form in enumerate(forms, 1)) + "\n"
        for forms in sentences
    ]
    return train_tokenizer([Sentence.from_conllu(row) for row in rows] * 10)


@pytest.mark.parametrize("piece", ["1 ", "1\xa0", " 1", "10 000 ", "123 45 6 "])
def test_a_token_with_spaces_that_never_ends_is_cut(piece: str) -> None:
    tokenizer = trained_on(["1 0 0 0", "oaks"])
    text = piece * (40_000 // len(piece))
    sentences = sentences_of(tokenizer, text)
    assert rebuilt(sentences) == text
    assert 3 <= len(sentences) <= 10
    raw = text.encode()
    blocks = [raw[i : i + 7001] for i in range(0, len(raw), 7001)]
    assert sentences_of(tokenizer, blocks) == sentences


def test_words_with_spaces_and_scripts_without_them() -> None:
    tokenizer = trained_on(["about", "10 000", "oaks"], ["古", "木"])
    (sentence,) = sentences_of(tokenizer, "about 10 000 oaks")
    assert sentence.forms == ["about", "10 000", "oaks"]
    (sentence,) = sentences_of(tokenizer, "古木")
    assert sentence.forms == ["古", "木"]


def test_words_and_sentences_of_a_real_treebank(treebanks: object) -> None:
    folder = f"{treebanks}/en_ewt/en_ewt-ud-"
    tokenizer = train_tokenizer(read_conllu(folder + "train.conllu"))
    gold = list(read_conllu(folder + "dev.conllu"))
    text = "\n\n".join(p.text.strip() for p in paragraphs(gold, 1))
    found = all_sentences(tokenizer.tokenize(BytesIO(text.encode())))
    flat = [s.with_tree([0] + [1] * (len(s) - 1), ["root"] + ["dep"] * (len(s) - 1)) for s in found]
    scores = evaluate_ud(gold, flat)
    assert scores["Words"].f1 > 99.0
    assert scores["Sentences"].f1 > 86.0
    assert sum(array.nbytes for array in tokenizer.to_part().arrays.values()) < 2e6


def test_extra_sentences_are_a_treebank() -> None:
    assert [len(sentence) for sentence in extra_sentences()] == [14, 14]
