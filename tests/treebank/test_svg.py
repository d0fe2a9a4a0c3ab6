"""Trees drawn as SVG."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import trees

from dodona.treebank.svg import OF_THE_PAGE, PLAIN, tree_svg

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


def test_arcs_can_be_marked():
    plain = tree_svg(["The", "cat"], [2, 0], ["det", "root"])
    marked = tree_svg(["The", "cat"], [2, 0], ["det", "root"], marked={1})
    assert PLAIN.marked not in plain
    assert marked.count(f"stroke:{PLAIN.marked};stroke-width:2") == 1


def test_pictures_can_have_the_colours_of_their_page():
    themed = tree_svg(["cat"], [0], ["root"], ["NOUN"], marked={1}, colours=OF_THE_PAGE)
    assert "stroke:var(--bad,#b3361f)" in themed
    assert "var(" not in tree_svg(["cat"], [0], ["root"], ["NOUN"], marked={1})


def test_joiners_stay_inside_of_words():
    """They belong to the words of Persian and Hindi, and to emoji."""
    forms = ["می‌رود", "क्‍ष", "👩‍👧", "10 000"]
    assert texts(tree_svg(forms, [-1] * 4, ["_"] * 4)) == forms
    assert texts(tree_svg(["a‮b￾"], [-1], ["_"])) == ["a�b�"]


@pytest.mark.parametrize("heads", [[0, 0, 0], [3, 3, 0], [0, 1, 1]])
def test_long_labels_lie_inside_of_the_picture(heads):
    label = "a-very-long-label"
    root = ElementTree.fromstring(tree_svg(["a", "b", "c"], heads, [label] * 3))
    left, _, width, _ = map(float, root.attrib["viewBox"].split())
    half = len(label) * 6 / 2
    places = [float(e.attrib["x"]) for e in root.iter(f"{SVG}text") if e.text == label]
    assert all(left <= x - half and x + half <= left + width for x in places)
    if heads == [0, 0, 0]:
        assert all(b - a > 2 * half for a, b in pairwise(places))


def test_broad_letters_have_more_room():
    def room(form: str) -> float:
        first, second, *_ = re.findall(r'x="([\d.]+)"', tree_svg([form, form], [-1] * 2, ["_"] * 2))
        return float(second) - float(first)

    assert room("WWW") > room("iii")
    assert room("漢漢漢") > room("iii")
    assert room("é" * 3) == room("eee")


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
