"""Sentences for other programs: Stanza, displaCy, LaTeX, browsers."""

import json
import re
import shutil
import subprocess
from xml.etree import ElementTree

import pytest
from hypothesis import given
from strategies import conllu_sentences

from dodona.treebank import Sentence
from dodona.treebank.latex import latex_text

DOG = Sentence.from_words(
    ["A", "dog", "barks", "."],
    lemmas=["a", "dog", "bark", "."],
    upos=["DET", "NOUN", "VERB", "PUNCT"],
    feats=["_", "Number=Sing", "_", "_"],
    heads=[2, 3, 0, 3],
    deprels=["det", "nsubj", "root", "punct"],
    misc=["_", "_", "SpaceAfter=No", "_"],
)
DEL_MAR = Sentence.from_conllu(
    "1-2\tdel\t_\t_\t_\t_\t_\t_\t_\tGloss=of the\n"
    "1\tde\tde\tADP\tSP\t_\t3\tcase\t3:case\t_\n"
    "2\tel\tel\tDET\tDA\t_\t3\tdet\t_\t_\n"
    "3\tmar\tmar\tNOUN\tNC\t_\t0\troot\t_\tSpaceAfter=No\n\n"
)


def test_words_in_the_shape_of_stanza():
    first, second, third, fourth = DOG.to_dict()
    assert first == {
        "id": 1, "text": "A", "lemma": "a", "upos": "DET", "head": 2, "deprel": "det",
        "start_char": 0, "end_char": 1,
    }  # fmt: skip
    assert list(second) == [
        "id", "text", "lemma", "upos", "feats", "head", "deprel", "start_char", "end_char",
    ]  # fmt: skip
    assert (third["head"], third["misc"]) == (0, "SpaceAfter=No")
    assert (fourth["start_char"], fourth["end_char"]) == (11, 12)


def test_multiword_tokens_in_the_shape_of_stanza():
    token, first, second, last = DEL_MAR.to_dict()
    assert token == {
        "id": (1, 2), "text": "del", "misc": "Gloss=of the", "start_char": 0, "end_char": 3,
    }  # fmt: skip
    assert first == {
        "id": 1, "text": "de", "lemma": "de", "upos": "ADP", "xpos": "SP", "head": 3,
        "deprel": "case", "deps": "3:case",
    }  # fmt: skip
    assert "start_char" not in second
    assert (last["id"], last["start_char"], last["end_char"]) == (3, 4, 7)


def test_words_without_tags_and_trees_have_only_what_is_known():
    assert Sentence.from_words(["a"]).to_dict() == [
        {"id": 1, "text": "a", "start_char": 0, "end_char": 1}
    ]


@given(conllu_sentences())
def test_all_that_stanza_keeps_can_be_found_again(written):
    sentence = Sentence.from_conllu(written.data)
    entries = sentence.to_dict()
    json.dumps(entries)
    words = [entry for entry in entries if isinstance(entry["id"], int)]
    names = {"text": "forms", "lemma": "lemmas", "upos": "upos", "xpos": "xpos", "feats": "feats",
             "deprel": "deprels", "deps": "deps", "misc": "misc"}  # fmt: skip
    for name, column in names.items():
        assert [word.get(name, "_") for word in words] == getattr(sentence, column)
    assert [word.get("head", -1) for word in words] == sentence.heads


def test_arcs_of_displacy_lead_from_left_to_right():
    drawn = DOG.to_displacy()
    assert drawn["words"][1] == {"text": "dog", "tag": "NOUN"}
    assert drawn["arcs"] == [
        {"start": 0, "end": 1, "label": "det", "dir": "left"},
        {"start": 1, "end": 2, "label": "nsubj", "dir": "left"},
        {"start": 2, "end": 3, "label": "punct", "dir": "right"},
    ]


def test_tags_of_displacy():
    tagged = Sentence.from_words(["a", "b", "c"], upos=["X", "_", "_"], xpos=["Y", "Z", "_"])
    assert [word["tag"] for word in tagged.to_displacy()["words"]] == ["X", "Z", ""]


def test_a_tree_for_latex():
    assert (
        DOG.to_tikz()
        == r"""\begin{dependency}
  \begin{deptext}[column sep=1em]
    A \& dog \& barks \& . \\
    DET \& NOUN \& VERB \& PUNCT \\
  \end{deptext}
  \depedge{2}{1}{det}
  \depedge{3}{2}{nsubj}
  \deproot{3}{root}
  \depedge{3}{4}{punct}
\end{dependency}
"""
    )


NASTY = ["\\", "{", "}", "$", "&", "#", "%", "a_b", "^", "~", "<", ">", "|", '"', "[x]", "--", "''"]


def test_latex_is_escaped():
    drawn = Sentence.from_words(NASTY, heads=[0, *[1] * 16], deprels=NASTY).to_tikz()
    cells = drawn.splitlines()[2].removesuffix(r" \\").strip().split(r" \& ")
    assert cells == [
        r"\textbackslash{}", r"\{", r"\}", r"\$", r"\symbol{38}", r"\#", r"\%", r"a\_b",
        r"\textasciicircum{}", r"\textasciitilde{}", r"\textless{}", r"\textgreater{}",
        r"\textbar{}", r"\symbol{34}", "{[}x{]}", "-{}-", "'{}'",
    ]  # fmt: skip
    assert r"\depedge{1}{5}{\&}" in drawn
    assert drawn.count("\\depedge") == 16


@given(conllu_sentences())
def test_braces_of_latex_match(written):
    drawn = Sentence.from_conllu(written.data).to_tikz()
    plain = re.sub(r"\\[{}]", "", drawn.replace(r"\\", ""))
    depth = 0
    for letter in plain:
        depth += (letter == "{") - (letter == "}")
        assert depth >= 0
    assert depth == 0


def test_an_ampersand_begins_no_column():
    drawn = Sentence.from_words(["R&D", "costs"], heads=[2, 0], deprels=["a&b", "root"]).to_tikz()
    assert r"    R\symbol{38}D \& costs \\" in drawn.splitlines()
    assert r"  \depedge{2}{1}{a\&b}" in drawn.splitlines()


@pytest.mark.parametrize(("length", "above"), [(3, ""), (4, "[edge height=15ex]")])
def test_the_arc_of_the_root_is_above_all_others(length, above):
    words = Sentence.from_words(["a"] * (length + 1), heads=[0, *[1] * length])
    assert rf"  \deproot{above}{{1}}{{\_}}" in words.to_tikz().splitlines()


def test_words_from_right_to_left_leave_the_punctuation_beside_them():
    assert latex_text("قرأ") == r"\mbox{قرأ}"
    assert latex_text("הילד&") == r"\mbox{הילד\&}"
    assert latex_text("読む") == "読む"


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_latex_accepts_it(tmp_path):
    nasty = Sentence.from_words(NASTY, heads=[0, *[1] * 16], deprels=NASTY)
    page = tmp_path / "trees.tex"
    page.write_text(
        "\\documentclass{article}\\usepackage{tikz-dependency}\\begin{document}\n"
        f"{DOG.to_tikz()}\n{nasty.to_tikz()}\\end{{document}}\n"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", page.name]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)


def test_a_picture():
    picture = DOG.to_svg()
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert DOG._repr_html_() == DOG._repr_svg_() == picture
    assert "barks" in Sentence.from_words(["barks"]).to_svg()
