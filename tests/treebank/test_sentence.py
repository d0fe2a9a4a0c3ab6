"""Sentences: what can be read off them, and what `with_tree` changes."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import conllu_sentences, conllx_sentences, trees

from dodona.errors import TreebankError, TreeError
from dodona.treebank import Sentence, Word, draw_tree, read_conllu
from dodona.treebank.svg import tree_svg

VAMONOS = """\
# newdoc id = doc
# sent_id = es-1
# text = Vámonos al mar.
0.1\tnosotros\tyo\tPRON\t_\t_\t_\t_\t1:nsubj\tKind=Empty
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tVamos\tir\tVERB\tVM\tMood=Imp|Number=Plur\t0\troot\t0:root\t_
2\tnos\tnosotros\tPRON\t_\tCase=Acc\t1\tobj\t1:obj|0.1:ref\t_
3-4\tal\t_\t_\t_\t_\t_\t_\t_\tGloss=to the
3\ta\ta\tADP\tSP\t_\t5\tcase\t5:case\t_
4\tel\tel\tDET\tDA\tDefinite=Def\t5\tdet\t5:det\t_
5\tmar\tmar\tNOUN\tNC\t_\t1\tobl\t1:obl:a\tSpaceAfter=No|Eq=a=b
5.1\t_\t_\t_\t_\t_\t_\t_\t5:x\t_
6\t.\t.\tPUNCT\tFp\t_\t1\tpunct\t1:punct\t_

"""

any_sentence = st.one_of(conllu_sentences(), conllx_sentences())


def one_word(*comments: str, line_end: str = "\n") -> str:
    lines = [*comments, "1\tword\t_\tX\t_\t_\t0\troot\t_\t_", ""]
    return "".join(line + line_end for line in lines)


def test_only_words_have_an_entry():
    sentence = Sentence.from_conllu(VAMONOS)
    assert len(sentence) == sentence.n == 6
    assert sentence.forms == ["Vamos", "nos", "a", "el", "mar", "."]
    assert sentence.lemmas == ["ir", "nosotros", "a", "el", "mar", "."]
    assert sentence.upos == ["VERB", "PRON", "ADP", "DET", "NOUN", "PUNCT"]
    assert sentence.xpos == ["VM", "_", "SP", "DA", "NC", "Fp"]
    assert sentence.feats == ["Mood=Imp|Number=Plur", "Case=Acc", "_", "Definite=Def", "_", "_"]
    assert sentence.heads == [0, 1, 5, 5, 1, 1]
    assert sentence.deprels == ["root", "obj", "case", "det", "obl", "punct"]
    assert sentence.deps[:2] == ["0:root", "1:obj|0.1:ref"]
    assert sentence.misc == ["_", "_", "_", "_", "SpaceAfter=No|Eq=a=b", "_"]
    assert sentence.has_tree


def test_words_have_all_ten_columns():
    words = Sentence.from_conllu(VAMONOS).words
    assert [word.id for word in words] == [1, 2, 3, 4, 5, 6]
    assert words[4] == Word(
        5, "mar", "mar", "NOUN", "NC", "_", 1, "obl", "1:obl:a", "SpaceAfter=No|Eq=a=b"
    )


@given(any_sentence)
def test_columns_are_what_stands_in_the_file(written):
    sentence = Sentence.from_conllu(written.data)
    lines = [line.split("\t") for line in written.data.decode().split("\n")]
    rows = [(int(id), *rest) for id, *rest in lines if id.isdecimal()]
    assert [word._replace(head=str(word.head)) for word in sentence.words] == rows
    assert tuple(sentence.forms) == written.forms
    assert (-1, *sentence.heads) == written.heads
    assert (None, *sentence.deprels) == written.labels


@given(conllu_sentences())
def test_comments_are_the_lines_with_a_hash(written):
    lines = written.data.decode().split("\n")
    assert Sentence.from_conllu(written.data).comments == [x for x in lines if x.startswith("#")]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("before", ["", "\ufeff", "\n\n", "\n\ufeff\n"])
def test_comments_whatever_stands_before_and_between_them(line_end, before):
    text = before + one_word("# sent_id = 7", "# a\u2028b\x0b# c", line_end=line_end)
    assert Sentence.from_conllu(text).comments == ["# sent_id = 7", "# a\u2028b\x0b# c"]
    assert Sentence.from_conllu(text).sent_id == "7"


@pytest.mark.parametrize(
    ("comment", "sent_id"),
    [
        ("# sent_id = a1", "a1"),
        ("#sent_id=a1", "a1"),
        ("#  sent_id  =  a 1  ", "a 1"),
        ("# sent_id = a=1", "a=1"),
        ("# sent_id = ", ""),
        ("# sent_id", None),
        ("# my_sent_id = a1", None),
        ("# no sent_id = a1", None),
    ],
)
def test_sent_id(comment, sent_id):
    assert Sentence.from_conllu(one_word("# text = 1", comment)).sent_id == sent_id


def test_the_first_sent_id_and_text_count():
    sentence = Sentence.from_conllu(one_word("# sent_id = 1", "# text = Ja", "# sent_id = 2"))
    assert (sentence.sent_id, sentence.text) == ("1", "Ja")


def test_a_sentence_without_comments():
    sentence = Sentence.from_conllu(one_word())
    assert (sentence.comments, sentence.sent_id, sentence.text) == ([], None, None)


def test_a_sentence_without_a_tree():
    rows = [line.split("\t") for line in VAMONOS.split("\n")]
    blank = ["\t".join([*row[:6], "_", *row[7:]] if len(row) > 1 else row) for row in rows]
    sentence = Sentence.from_conllu("\n".join(blank))
    assert not sentence.has_tree
    assert sentence.heads == [-1] * 6
    assert sentence.with_tree([0, 1, 5, 5, 1, 1], ["root"] + ["x"] * 5).has_tree


@given(st.data(), any_sentence, st.sampled_from([b"\n", b"\r\n"]))
def test_with_tree_changes_head_and_deprel_only(data, written, line_end):
    raw = written.data.replace(b"\n", line_end)
    old = Sentence.from_conllu(raw)
    heads = data.draw(trees(min_words=old.n, max_words=old.n))[1:]
    labels = data.draw(
        st.lists(st.sampled_from(["a", "_", "été", "conj:и"]), min_size=old.n, max_size=old.n)
    )
    new = old.with_tree(heads, labels)

    expected = []
    arcs = zip(map(str, heads), labels, strict=True)
    for line in raw.decode().split("\n"):
        fields = line.split("\t")
        if fields[0].isdecimal():
            fields[6:8] = next(arcs)
        expected.append("\t".join(fields))
    assert new.to_conllu() == "\n".join(expected)

    assert (new.heads, new.deprels) == (list(heads), labels)
    assert new.words == Sentence.from_conllu(new.raw).words
    assert new.comments == old.comments
    assert old.raw == raw and (-1, *old.heads) == written.heads
    assert new.with_tree(old.heads, old.deprels) == old


@pytest.mark.parametrize(
    ("heads", "labels", "message"),
    [
        ([0, 1], ["a"] * 6, "a tree for 6 words has 6 heads"),
        ([0] * 6, ["a"] * 7, "a tree for 6 words has 6 heads"),
        ([], [], "a tree for 6 words has 6 heads"),
        ([0, 1, 2, 3, 4, 7], ["a"] * 6, "the head of word 6 is 7"),
        ([0, 1, 2, 3, 4, -1], ["a"] * 6, "the head of word 6 is -1"),
        ([0, 3, 2, 1, 1, 1], ["a"] * 6, "the heads have a cycle"),
        ([0] * 6, ["a"] * 5 + [""], "'' cannot stand in a column"),
        ([0] * 6, ["a"] * 5 + ["b\tc"], r"'b\tc' cannot stand in a column"),
        ([0] * 6, ["a"] * 5 + ["b\n"], r"'b\n' cannot stand in a column"),
    ],
)
def test_with_tree_takes_trees_only(heads, labels, message):
    with pytest.raises(TreeError) as caught:
        Sentence.from_conllu(VAMONOS).with_tree(heads, labels)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("n", [62, 63, 64, 65, 127, 128, 129, 5000])
def test_sentences_of_any_length(n):
    rows = [f"{i}\tw{i}\t_\tX\t_\t_\t{i - 1}\tdep\t_\t_\n" for i in range(1, n + 1)]
    sentence = Sentence.from_conllu("".join(rows) + "\n")
    assert sentence.forms == [f"w{i}" for i in range(1, n + 1)]
    assert sentence.heads == list(range(n))
    upwards = [*range(2, n + 1), 0]
    assert sentence.with_tree(upwards, ["x"] * n).heads == upwards


def test_equality_is_that_of_the_bytes():
    a, b = Sentence.from_conllu(one_word()), Sentence.from_conllu(one_word().encode())
    assert a == b and hash(a) == hash(b) and a != a.raw
    assert a != Sentence.from_conllu(one_word("# c")) != a.with_tree([0], ["x"])


@pytest.mark.parametrize("through", [lambda x: pickle.loads(pickle.dumps(x)), copy.deepcopy])
def test_a_copy_still_knows_where_it_comes_from(through, tmp_path):
    path = tmp_path / "two.conllu"
    path.write_text(one_word() + "\n\n" + VAMONOS)
    second = through(list(read_conllu(path))[1])
    assert second.to_conllu() == VAMONOS
    assert (second.source, second.line, second.forms[0]) == (str(path), 5, "Vamos")


def test_a_sentence_is_printed_as_its_tree():
    sentence = Sentence.from_conllu(VAMONOS)
    columns = (sentence.forms, sentence.heads, sentence.deprels, sentence.upos)
    assert str(sentence) == draw_tree(*columns)
    assert sentence._repr_html_() == tree_svg(*columns)


def test_a_list_of_sentences_is_short():
    """One line for each, however long its id and its words are, whatever they hold."""
    sentence = Sentence.from_conllu(VAMONOS)
    assert repr([sentence]) == f"[<Sentence {sentence.sent_id}: {' '.join(sentence.forms)}>]"
    lines = "".join(f"{i}\t\x1b[31m{'x' * 20}\t_\t_\t_\t_\t_\t_\t_\t_\n" for i in range(1, 1000))
    long = Sentence.from_conllu(f"# sent_id = {'i' * 1000}\n{lines}\n")
    assert repr(long) == f"<Sentence {'i' * 49}…: \\x1b[31m{'x' * 20} \\x1b[31m{'x' * 12}…>"


def test_a_sentence_without_a_tree_is_shown_as_its_words():
    sentence = Sentence.from_conllu("1\tword" + "\t_" * 8 + "\n\n")
    assert repr(sentence) == "<Sentence line 1: word>"
    assert str(sentence) == "word"
    assert "word" in sentence._repr_html_()


def test_what_a_sentence_has():
    sentence = Sentence.from_conllu(VAMONOS)
    assert sentence.has_tags
    assert sentence.has_lemmas
    bare = Sentence.from_conllu("1\ta" + "\t_" * 8 + "\n2\t_" + "\t_" * 8 + "\n\n")
    assert not bare.has_tags
    assert not bare.has_lemmas
    half = Sentence.from_conllu("1\ta\tb\t_\tX" + "\t_" * 5 + "\n2\ta" + "\t_" * 8 + "\n\n")
    assert not half.has_tags
    assert half.has_lemmas
    tagged = "1\ta\t_\t_\tX" + "\t_" * 5 + "\n2\ta\t_\tX" + "\t_" * 6 + "\n\n"
    assert Sentence.from_conllu(tagged).has_tags


def test_sentences_cannot_be_made_or_changed_by_hand():
    with pytest.raises(TypeError, match="from_conllu"):
        Sentence()
    with pytest.raises(AttributeError):
        Sentence.from_conllu(VAMONOS).raw = b""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the text does not hold exactly one sentence"),
        ("\n\n", "the text does not hold exactly one sentence"),
        (one_word() + one_word(), "the text does not hold exactly one sentence"),
        (b"1\t\xff\t_\tX\t_\t_\t0\troot\t_\t_\n", "line 1: byte 0xff is not UTF-8"),
        ("2" + one_word()[1:], "line 1: the id '2' stands where 1 is due"),
    ],
)
def test_from_conllu_takes_exactly_one_sentence(text, message):
    with pytest.raises(TreebankError) as caught:
        Sentence.from_conllu(text)
    assert str(caught.value).startswith(message)
