"""Arcs that parsers contradict: found, listed, marked, drawn."""

from __future__ import annotations

import pytest

from dodona.errors import SettingsError
from dodona.evaluation.doubts import Review, find_doubts
from dodona.evaluation.page_doubts import doubts_page, write_doubts_page
from dodona.treebank import Sentence
from examples import make_sentence

GOLD = """\
# sent_id = s1
1	She	she	PRON	PRP	_	2	nsubj	_	_
2	saw	see	VERB	VBD	_	0	root	_	_
3-4	dogs'	_	_	_	_	_	_	_	_
3	dogs	dog	NOUN	NNS	_	2	iobj	_	Suggestion=1:old|SpaceAfter=No
4	<b>	b	SYM	SYM	_	3	dep	_	_

"""
NAMES = ["arc-eager", "arc-standard", "covington"]
RIGHT = [(2, "nsubj"), (0, "root"), (2, "iobj"), (3, "dep")]


def gold() -> Sentence:
    return Sentence.from_conllu(GOLD)


def with_arcs(**arcs) -> list[tuple[int, str]]:
    """The gold tree with other arcs for some words: ``w3=(2, "obj")``."""
    return [arcs.get(f"w{word}", arc) for word, arc in enumerate(RIGHT, 1)]


OTHER = [with_arcs(w3=(2, "obj"), w4=(2, "dep")), with_arcs(w3=(2, "obj"), w4=(2, "obj"))]
TREES = [*OTHER, with_arcs(w3=(2, "obj"), w4=(1, "dep"), w1=(3, "det"))]


def review(sentence: Sentence | None = None, **options) -> Review:
    sentence = sentence or gold()
    doubts = list(find_doubts(sentence, TREES, **options))
    return Review([make_sentence([0]), sentence], "conllu", doubts, NAMES, 5)


def test_arcs_that_all_contradict_in_the_same_way():
    (doubt,) = review().doubts
    assert (doubt.word, doubt.gold, doubt.suggestion) == (3, (2, "iobj"), (2, "obj"))
    assert doubt.unanimous
    assert doubt.agreement == 0.25  # the root; that of word 1 is disputed
    assert str(doubt) == (
        "line 1 (sentence s1): word 3 “dogs”: iobj of 2 “saw”; 3 of 3 parsers: obj of 2 “saw”"
    )
    assert doubt.kind.describe() == "iobj taken for obj"


def test_arcs_that_all_contradict_in_different_ways():
    _, doubt = review(disputed=True).doubts
    assert (doubt.word, doubt.suggestion, doubt.unanimous) == (4, (2, "dep"), False)
    assert str(doubt).endswith("“<b>”: dep of 3 “dogs”; 1 of 3 parsers: dep of 2 “saw”")


def test_an_arc_that_one_of_them_would_give_is_in_no_doubt():
    assert list(find_doubts(gold(), [*OTHER, RIGHT], disputed=True)) == []


def test_arcs_that_cross_others():
    """Projective parsers cannot give them, so that they have nothing to say of them."""
    sentence = make_sentence([3, 4, 0, 3])
    trees = [[(3, "dep"), (3, "dep"), (0, "root"), (3, "dep")]] * 3
    assert list(find_doubts(sentence, trees)) == []
    assert [doubt.word for doubt in find_doubts(sentence, trees, crossing=True)] == [2]


def test_a_root_that_all_contradict():
    sentence = make_sentence([0, 1])
    lines = [str(d) for d in find_doubts(sentence, [[(2, "dep"), (0, "root")]] * 2)]
    assert lines[0].endswith("word 1 “w1”: root, from the root; 2 of 2 parsers: dep of 2 “w2”")


def test_a_review_as_text_and_as_data():
    found = review()
    assert found.to_text().splitlines() == [
        str(found.doubts[0]),
        "1 doubt in 1 of 2 sentences, 5 words",
    ]
    assert found.to_dict() == {
        "members": NAMES,
        "folds": 5,
        "doubts": [
            {
                "sent_id": "s1",
                "line": 1,
                "word": 3,
                "gold": [2, "iobj"],
                "suggestion": [2, "obj"],
                "votes": [[2, "obj"]] * 3,
                "agreement": 0.25,
            }
        ],
    }


def test_suggestions_are_marked_and_nothing_else_changes():
    found = review()
    plain, marked = found.marked()
    assert plain is found.sentences[0]
    new = GOLD.replace("Suggestion=1:old|SpaceAfter=No", "SpaceAfter=No|Suggestion=2:obj")
    assert marked.to_conllu() == new
    without = Review([gold()], "conllu", [], NAMES, 5)
    (clean,) = without.marked()
    assert clean.to_conllu() == GOLD.replace("Suggestion=1:old|", "")


def test_conllx_has_no_place_for_suggestions():
    with pytest.raises(SettingsError, match="CoNLL-X has no place"):
        list(Review([gold()], "conllx", [], NAMES, 5).marked())


def test_sentences_whose_other_arcs_are_agreed_on_come_first():
    poor, rich = gold(), gold()
    doubts = [
        *find_doubts(poor, TREES, disputed=True),
        *find_doubts(rich, [with_arcs(w3=(2, "obj"))] * 3),
    ]
    found = Review([poor, rich], "conllu", doubts, NAMES, 5)
    assert [[doubt.word for doubt in each] for each in found.by_sentence] == [[3], [3, 4]]
    assert [(kind.describe(), count) for kind, count in found.kinds] == [
        ("iobj taken for obj", 2),
        ("wrong head of dep", 1),
    ]


def test_the_page(tmp_path):
    found = review(disputed=True)
    page = doubts_page(found, gold="<gold>.conllu")
    assert "<b>" not in page.replace("<b>2 ", "")
    assert "&lt;gold&gt;.conllu" in page
    assert "2 doubts in 1 of 2 sentences" in page
    assert page.count("<svg") == 2
    assert "iobj taken for obj" in page
    assert "1 of 1 are shown" in page
    assert "0 of 1 are shown" in doubts_page(found, most=0)
    write_doubts_page(tmp_path / "page.html", found)
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == doubts_page(found)
