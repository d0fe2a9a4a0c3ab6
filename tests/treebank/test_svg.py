"""Trees drawn as SVG."""

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import trees

from dodona.treebank.svg import OF_THE_PAGE, PLAIN, Arc, sentence_svg, tree_svg
from dodona.treebank.svg_layout import Columns, label_reach

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
        picture = tree_svg([form, form], [-1] * 2, ["_"] * 2)
        first, second = re.findall(r'<text x="([\d.]+)"', picture)
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
    assert len(list(root.iter(f"{SVG}path"))) == 2 * n  # each with a tip
    assert len(list(root.iter(f"{SVG}text"))) == 3 * n


def test_an_arc_stands_above_the_arcs_under_it():
    picture = tree_svg(list("abcd"), [0, 1, 1, 1], ["root", "x", "y", "z"])
    levels = re.findall(r"V([\d.]+)q", picture)
    inner, middle, outer = map(float, levels)
    assert outer < middle < inner


GOLD = [Arc(2, 1, "det", "had"), Arc(0, 2, "root", "open"), Arc(2, 3, "obj", "lost")]


def test_arcs_below_are_under_the_words():
    root = ElementTree.fromstring(sentence_svg(["a", "b", "c"], [Arc(2, 1, "x", "wrong")], GOLD))
    y = {e.text: float(e.attrib["y"]) for e in root.iter(f"{SVG}text")}
    assert y["x"] < y["a"] == y["b"] < y["det"] == y["obj"] < y["root"]
    assert y["root"] < float(root.attrib["height"])


def test_arcs_that_are_lost_are_struck_through_and_others_can_be():
    root = ElementTree.fromstring(sentence_svg(["a", "b", "c"], [Arc(2, 1, "x", "wrong")], GOLD))
    shown = {}
    for group in root.iter(f"{SVG}g"):
        for path in group.iter(f"{SVG}path"):
            if path.get("class") == "strike":
                shown[group.attrib["class"]] = "none" not in path.attrib["style"]
    assert shown == {"arc had": False, "arc open": False, "arc lost": True}


def test_a_picture_can_have_room_for_arcs_to_come():
    def place(levels: int, *arcs: Arc) -> str:
        root = ElementTree.fromstring(sentence_svg(["a", "b"], arcs, least_levels=levels))
        return next(e.attrib["y"] for e in root.iter(f"{SVG}text") if e.text == "a")

    assert place(2) == place(2, Arc(1, 2, "x")) == place(2, Arc(0, 1, "r"), Arc(1, 2, "x"))
    assert place(2) != place(0)


def test_text_from_right_to_left_begins_at_the_right():
    picture = sentence_svg(["ذهب", "الولد"], [Arc(1, 2, "nsubj")])
    root = ElementTree.fromstring(picture)
    x = {e.text: float(e.attrib["x"]) for e in root.iter(f"{SVG}text")}
    assert x["الولد"] < x["nsubj"] < x["ذهب"]
    assert 'direction="rtl"' in picture


@pytest.mark.parametrize("span", [1, 2, 3])
def test_no_label_is_longer_than_its_arc(span):
    label = "a:very:long:label:indeed"
    columns = Columns(list("abcdef"), None, [Arc(1, 1 + span, label), Arc(6, 5, label)])
    for first, last in ((0, span), (4, 5)):
        assert columns.middles[last] - columns.middles[first] >= 2 * label_reach(label)
