"""Replacing columns: the new values are there, and everything else is as it was, byte for byte."""

import re
from array import array
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import conllu_sentences, conllx_sentences, field_texts

from dodona.treebank import Sentence
from dodona.treebank.building import with_columns
from dodona.treebank.columns import COLUMNS, Draft, without_empty_nodes

ONE = Sentence.from_conllu("1\ta\t_\tX\t_\t_\t0\troot\t_\t_\n\n")

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


@given(any_sentence)
def test_empty_nodes_go_and_nothing_else(written):
    sentence = Sentence.from_conllu(written.data)
    plain = without_empty_nodes(sentence)
    lines = sentence.raw.split(b"\n")
    kept = [line for line in lines if not re.match(rb"[0-9]+\.", line)]
    assert plain.raw.strip() == b"\n".join(kept).strip()
    assert plain.words == sentence.words
    assert (plain.source, plain.line) == (sentence.source, sentence.line)
    assert without_empty_nodes(plain) is plain


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_empty_nodes_before_and_after_words(end, line_end):
    blank = "\t_" * 7
    empty = "{}\tx" + "\t_" * 6 + "\t0:root\t_"
    words = "\n".join(f"{i}\t{i}{blank}\t_" for i in ("1", "2-3", "2", "3"))
    inner = words.replace("\n2-3", f"\n{empty.format('1.1')}\n2-3")
    text = f"# 0. a comment\n{empty.format('0.1')}\n{inner}\n{empty.format('3.1')}{end}"
    sentence = Sentence.from_conllu(text.replace("\n", line_end))
    expected = f"# 0. a comment\n{words}\n{end.removeprefix(chr(10))}"
    assert without_empty_nodes(sentence).to_conllu() == expected.replace("\n", line_end)


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
    draft = Draft([ONE, sentence])
    draft.put(names, text, array("i", spans))
    same, changed = draft.finished()
    assert same == ONE
    assert changed.raw == plainly_replaced(sentence.raw, expected)


@given(st.lists(replacements(), max_size=3), st.booleans(), st.randoms(use_true_random=False))
def test_one_draft_does_what_edits_one_by_one_do(found, leave_out_deps, rng):
    sentences = [sentence for sentence, _ in found]
    words = sum(map(len, sentences))
    draft = Draft(sentences)
    for name in rng.sample(["feats", "form", "lemma", "misc", "upos"], 3):
        new = [str(rng.randrange(1000)) for _ in range(words)]
        ends = [0, *accumulate(map(len, new))]
        draft.put([name], "".join(new).encode(), array("i", [n for p in pairwise(ends) for n in p]))
        given = iter(new)
        sentences = [
            with_columns(s, {name: [next(given) for _ in range(len(s))]}) for s in sentences
        ]
    if leave_out_deps:
        draft.leave_out_deps()
        for i, s in enumerate(map(without_empty_nodes, sentences)):
            deps = ["_" if ":" in value else value for value in s.deps]
            sentences[i] = with_columns(s, {"deps": deps})
    trees = [list(range(len(sentence))) for sentence in sentences]
    labels = [["a" if rng.random() < 0.5 else "long:b" for _ in tree] for tree in trees]
    draft.put_tree(
        array("i", [head for tree in trees for head in tree]),
        array("i", [len(label) > 1 for tree in labels for label in tree]),
        [b"a", b"long:b"],
    )
    zipped = zip(sentences, trees, labels, strict=True)
    expected = [sentence.with_tree(heads, names) for sentence, heads, names in zipped]
    assert draft.finished() == expected
    assert [s.words for s in draft.finished()] == [s.words for s in expected]


def test_what_a_sentence_has_no_value_for():
    untagged = with_columns(ONE, {"upos": ["_"]})
    draft = Draft([ONE, untagged, untagged])
    assert draft.first_without("upos") == 1
    draft.put(["upos"], b"Y", array("i", [-1, -1, 0, 1, -1, -1]))
    assert draft.first_without("upos") == 2
    draft.put(["upos"], b"_", array("i", [-1, -1, 0, 1, 0, 1]))
    assert draft.first_without("upos") == 1
    assert draft.first_without("form") is None


def test_windows_line_ends_stay():
    raw = b"# x = y\r\n1\ta\t_\tX\t_\t_\t0\troot\t_\t_\r\n\r\n"
    changed = with_columns(Sentence.from_conllu(raw), {"misc": ["M=1"], "lemma": ["b"]})
    assert changed.raw == b"# x = y\r\n1\ta\tb\tX\t_\t_\t0\troot\t_\tM=1\r\n\r\n"


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
    ("names", "spans", "message"),
    [
        (["id"], [0, 1], "column id cannot be replaced"),
        (["head"], [0, 1], "column head cannot be replaced"),
        (["upos"], [0], "too few values"),
        (["upos", "xpos"], [0, 1], "too few values"),
        (["upos"], [0, 9], "no value from 0 to 9"),
        (["upos"], [2, 1], "no value from 2 to 1"),
    ],
)
def test_numbers_that_lead_nowhere(names, spans, message):
    with pytest.raises(ValueError, match=message):
        Draft([ONE]).put(names, b"abc", array("i", spans))


@pytest.mark.parametrize(
    ("heads", "labels", "message"),
    [([], [0], "too few heads"), ([0], [], "too few heads"), ([2], [0], "no head 2"),
     ([-1], [0], "no head -1"), ([0], [1], "no label 1"), ([0], [-1], "no label -1")],
)  # fmt: skip
def test_trees_that_lead_nowhere(heads, labels, message):
    with pytest.raises(ValueError, match=message):
        Draft([ONE]).put_tree(array("i", heads), array("i", labels), [b"root"])
