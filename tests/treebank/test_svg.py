"""Trees drawn as SVG."""

import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st
from strategies import trees

from dodona.treebank.svg import tree_svg

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_words_tags_and_labels_are_there():
    picture = tree_svg(["The", "cat"], [2, 0], ["det", "root"], ["DET", "NOUN"])
    assert sorted(texts(picture)) == ["DET", "NOUN", "The", "cat", "det", "root"]


def test_everything_is_escaped():
    picture = tree_svg(["<b>", '"&"'], [0, 1], ["<script>", "a>b"], ["\x00", "<"])
    assert {"<b>", '"&"', "<script>", "a>b", "<", "\ufffd"} == set(texts(picture))
    assert "<script>" not in picture


def test_words_without_heads_have_no_arcs():
    picture = tree_svg(["a", "b"], [-1, -1], ["_", "_"])
    assert texts(picture) == ["a", "b"]
    assert "<path" not in picture


@given(trees(), st.text(st.characters(exclude_categories=["Cs"]), max_size=5))
def test_every_tree_is_a_picture(heads, text):
    n = len(heads) - 1
    picture = tree_svg([text] * n, heads[1:], [text] * n, [text] * n)
    root = ElementTree.fromstring(picture)
    assert len(list(root.iter(f"{SVG}path"))) == n
    assert len(list(root.iter(f"{SVG}text"))) == 3 * n


def test_an_arc_stands_above_the_arcs_under_it():
    picture = tree_svg(list("abcd"), [0, 1, 1, 1], ["root", "x", "y", "z"])
    levels = re.findall(r"V([\d.]+)q", picture)
    inner, middle, outer = map(float, levels)
    assert outer < middle < inner
