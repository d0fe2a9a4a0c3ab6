"""Tokens of the text: their words, the spaces around them and their places."""

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from strategies import conllu_sentences

from dodona.treebank import Sentence, read_conllu
from dodona.treebank.forms import SPACES

AL_MAR = """\
# text = Vámonos al mar.
0.1\tnosotros\tyo\tPRON\t_\t_\t_\t_\t1:nsubj\tKind=Empty
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\tSpacesBefore=\\s\\s
1\tVamos\tir\tVERB\tVM\t_\t0\troot\t0:root\tSpaceAfter=No
2\tnos\tnosotros\tPRON\t_\tCase=Acc\t1\tobj\t1:obj\t_
3-4\tal\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\n|Gloss=to the
3\ta\ta\tADP\tSP\t_\t5\tcase\t5:case\t_
4\tel\tel\tDET\tDA\tDefinite=Def\t5\tdet\t5:det\t_
5\tmar\tmar\tNOUN\tNC\t_\t1\tobl\t1:obl\tSpaceAfter=No|TextForm=MAR
6\t.\t.\tPUNCT\tFp\t_\t1\tpunct\t1:punct\tTokenRange=70:71

"""


def test_multiword_tokens_are_kept():
    tokens = Sentence.from_conllu(AL_MAR).tokens
    assert [token.id for token in tokens] == [(1, 2), (3, 4), (5,), (6,)]
    assert [token.form for token in tokens] == ["Vámonos", "al", "mar", "."]
    assert [token.text for token in tokens] == ["Vámonos", "al", "MAR", "."]
    assert [[word.form for word in token.words] for token in tokens] == [
        ["Vamos", "nos"], ["a", "el"], ["mar"], ["."],
    ]  # fmt: skip
    assert [token.is_multiword for token in tokens] == [True, True, False, False]
    assert tokens[1].misc == "SpacesAfter=\\n|Gloss=to the"
    assert tokens[0].words[1].parent == tokens[0].words[0]


def test_spaces_are_told_by_misc_of_the_token():
    tokens = Sentence.from_conllu(AL_MAR).tokens
    assert [token.spaces_before for token in tokens] == ["  ", "", "", ""]
    assert [token.spaces_after for token in tokens] == [" ", "\n", "", " "]


def test_places_are_those_in_the_text_of_the_sentence():
    tokens = Sentence.from_conllu(AL_MAR).tokens
    assert [(token.start, token.end) for token in tokens] == [(0, 7), (8, 10), (11, 14), (14, 15)]
    assert repr(tokens[1]) == "Token(id=(3, 4), text='al', start=8, end=10)"


@pytest.mark.parametrize(
    "text", ["", "# text = Vámonos mar al.\n", "# text = Vámonos al mar. Sí.\n"]
)
def test_without_a_text_that_fits_places_are_those_that_spaces_make(text):
    tokens = Sentence.from_conllu(AL_MAR.replace("# text = Vámonos al mar.\n", text)).tokens
    assert [(token.start, token.end) for token in tokens] == [(2, 9), (10, 12), (13, 16), (16, 17)]


def test_a_multiword_token_in_the_first_line_with_a_byte_order_mark():
    sentence = Sentence.from_conllu("\ufeff" + AL_MAR.split("\n", 2)[2])
    assert sentence.tokens[0].id == (1, 2)


def test_a_multiword_token_of_one_word_and_windows_line_ends():
    word = "1\ta" + "\t_" * 8
    sentence = Sentence.from_conllu(f"1-1\tA\t_\t_\t_\t_\t_\t_\t_\tX=1\r\n{word}\r\n\r\n")
    (token,) = sentence.tokens
    assert (token.id, token.form, token.misc, len(token.words)) == ((1, 1), "A", "X=1", 1)


@given(conllu_sentences())
def test_each_word_is_in_one_token(written):
    sentence = Sentence.from_conllu(written.data)
    tokens = sentence.tokens
    assert [word for token in tokens for word in token.words] == sentence.words
    assert all(token.id[0] == token.words[0].id for token in tokens)
    assert all(token.id[-1] == token.words[-1].id for token in tokens)
    ends = [0, *(token.end for token in tokens)]
    assert all(end <= token.start < token.end for end, token in zip(ends, tokens, strict=False))


def test_tokens_of_treebanks_give_the_text(treebanks: Path):
    """Of those at hand that have `# text`; the others have what spaces make."""
    told = untold = 0
    for path in sorted(treebanks.glob("*/*train*.conll*")):
        for sentence in islice(read_conllu(path, skip_invalid=True), 0, 2000, 20):
            tokens = sentence.tokens
            joined = "".join(token.form + token.spaces_after for token in tokens)
            text = sentence.text
            if text is None:
                text = joined
                untold += 1
            else:
                told += 1
                # A few have no SpaceAfter=No where their text has no space.
                assert SPACES.sub("", joined) == SPACES.sub("", text), path
            assert [text[token.start : token.end] for token in tokens] == [t.form for t in tokens]
            between = zip([0, *(token.end for token in tokens)], tokens, strict=False)
            assert all(SPACES.sub("", text[end : token.start]) == "" for end, token in between)
    assert told > 500
    assert untold > 500
