"""Dodona inside the real spaCy: what docs tell, and what people do with them."""

import contextlib
import io
from importlib.metadata import entry_points

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from dodona import Sentence
from dodona.errors import SettingsError

pytest.importorskip("spacy", reason="spaCy is not installed: pip install 'dodona[spacy]'")

from in_spacy import (
    TEXT,
    check_trees,
    english,
    language,
    of_doc,
    of_sentences,
    saved,
    with_model,
)
from spacy import displacy
from spacy.matcher import DependencyMatcher, Matcher
from spacy.tokens import Doc
from spacy.training import Example


@pytest.fixture(scope="module")
def nlp():
    return language()


@pytest.fixture
def component():
    return with_model("en")


def test_the_entry_points_are_declared():
    """So spaCy finds them, whoever imports what."""
    assert "dodona" in entry_points(group="spacy_factories").names
    assert "dodona.Tokenizer.v1" in entry_points(group="spacy_tokenizers").names


def test_a_language_tells_what_plain_dodona_does(nlp):
    doc = nlp(TEXT)
    assert doc.text == TEXT
    assert of_doc(doc) == of_sentences(english()(TEXT))
    check_trees(doc)


def test_a_doc_that_spacy_tokenised(component):
    doc = component(TEXT)
    assert doc.text == TEXT
    words = [[t.text for t in sentence if not t.is_space] for sentence in doc.sents]
    assert of_doc(doc) == of_sentences(english().parse(map(Sentence.from_words, words)))
    assert [t.text for t in doc if t.is_sent_start] == ["I", "It", "What", "Time"]
    check_trees(doc)


def test_annotation_is_there_for_all_that_asks_for_it(nlp, component):
    for doc in (nlp(TEXT), component(TEXT)):
        for name in ("TAG", "POS", "MORPH", "LEMMA", "DEP", "SENT_START"):
            assert doc.has_annotation(name, require_complete=True), name
    assert component.analyze_pipes()["summary"]["dodona"]["assigns"][:2] == [
        "doc.sents",
        "token.dep",
    ]


def test_spaces_have_a_place(nlp, component):
    text = "  I \n\n wait.   \n \n Do  you?\t"
    for pipeline in (nlp, component):
        doc = pipeline(text)
        assert doc.text == text
        spaces = [token for token in doc if token.is_space]
        assert len(spaces) == 5
        for space in spaces:
            assert (space.pos_, space.tag_, space.dep_) == ("SPACE", "_SP", "dep")
            assert (space.lemma_, str(space.morph)) == (space.text, "")
        assert [space.head.text for space in spaces] == ["I", "I", ".", "Do", "?"]
        assert [len(sentence) for sentence in doc.sents] == [3, 3, 5]
        check_trees(doc)


def test_a_doc_of_spaces_alone(nlp, component):
    for pipeline in (nlp, component):
        for text in ("", " ", "\n\n", " \t \n"):
            doc = pipeline(text)
            assert doc.text == text
            check_trees(doc)
        mixed = list(pipeline.pipe(["", "Hi.", " ", "", "Ho."]))
        assert [doc.text for doc in mixed] == ["", "Hi.", " ", "", "Ho."]
        assert [len(list(doc.sents)) for doc in mixed] == [0, 1, 1, 0, 1]


ODD = st.text(
    st.sampled_from(
        "ab.A'n 't\n\t\r\0\x1f\x85\xa0\u200b\u2029\ufeff\ufffdé\u0301👍🏽👨‍👩漢字。\u202e(1"
    )
)


@given(st.one_of(ODD, st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from([TEXT])))
@settings(max_examples=300)
def test_the_text_of_a_doc_is_the_text(nlp, text):
    doc = nlp(text)
    assert doc.text == text
    check_trees(doc)


@given(ODD)
@settings(max_examples=100)
def test_tokens_may_be_what_they_like(nlp, text):
    """Here each is one character."""
    doc = Doc(nlp.vocab, words=list(text), spaces=[False] * len(text))
    nlp.get_pipe("dodona")(doc)
    assert doc.text == text
    check_trees(doc)


def test_sentences_that_a_doc_has_stay(component):
    component.add_pipe("sentencizer", first=True, config={"punct_chars": [","]})
    doc = component("One, two. three, four")
    assert [sentence.text for sentence in doc.sents] == ["One,", "two. three,", "four"]
    check_trees(doc)


def test_sentences_that_are_known_in_part_stay(component):
    doc = component.make_doc("Time flies. So do I. Do you?")
    doc[1].is_sent_start = True  # flies
    doc[3].is_sent_start = False  # So
    component.get_pipe("dodona")(doc)
    assert [s.text for s in doc.sents] == ["Time", "flies. So do I.", "Do you?"]


def test_a_sentence_that_begins_inside_of_a_token_begins_after_it(nlp):
    words = ["I", "go.So", "do", "you", "."]
    doc = Doc(nlp.vocab, words=words, spaces=[True, True, True, False, False])
    offsets = [t.start for t in dodona.load("en")(doc.text).tokens]
    assert 2 in offsets
    nlp.get_pipe("dodona")(doc)
    check_trees(doc)


def test_a_model_without_a_tokeniser_needs_sentences(tmp_path):
    nlp = with_model(saved(tmp_path, "tagger", "parser"))
    with pytest.raises(SettingsError, match=r"no tokenizer to find them with.*sentencizer"):
        nlp("Time flies. So do I.")
    assert nlp("Time")[0].dep_ == "ROOT"  # where there is nothing to find
    nlp.add_pipe("sentencizer", first=True)
    assert [s.text for s in nlp("Time flies. So do I.").sents] == ["Time flies.", "So do I."]


def test_displacy_draws_docs_and_sentences(nlp):
    text = "They cannot go."
    for drawing in (
        displacy.render(nlp(text), style="dep", jupyter=False),
        displacy.render(english()(text)[0].to_displacy(), style="dep", manual=True, jupyter=False),
    ):
        assert drawing.startswith("<svg")
        assert ">nsubj<" in drawing
        assert ">AUX<" in drawing


def test_deplacy_draws_docs_and_conllu(nlp):
    deplacy = pytest.importorskip("deplacy", reason="deplacy is not installed")
    drawings = []
    for given_to_it in (nlp("She sings well."), english()("She sings well.").to_conllu()):
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream):
            deplacy.render(given_to_it)
        drawings.append(stream.getvalue().replace("ROOT", "root"))
    assert "She   PRON  <" in drawings[0]
    assert drawings[0] == drawings[1]


def test_matchers_find_what_was_predicted(component):
    doc = component(TEXT)
    matcher = Matcher(component.vocab)
    matcher.add("verb", [[{"POS": "VERB", "DEP": "ROOT"}, {"LEMMA": "like"}, {"TAG": "DT"}]])
    matcher.add("plural", [[{"MORPH": {"IS_SUPERSET": ["Number=Plur"]}, "POS": "NOUN"}]])
    found = [doc[start:end].text for _, start, end in matcher(doc)]
    assert "banana" not in found
    assert set(found) & {"flies like a", "flies like an", "flies"}
    arcs = DependencyMatcher(component.vocab)
    arcs.add("subject", [[
        {"RIGHT_ID": "verb", "RIGHT_ATTRS": {"DEP": "ROOT"}},
        {"LEFT_ID": "verb", "REL_OP": ">", "RIGHT_ID": "subject", "RIGHT_ATTRS": {"DEP": "nsubj"}},
    ]])  # fmt: skip
    pairs = [[doc[i].text for i in places] for _, places in arcs(doc)]
    assert ["wait", "I"] in pairs


def test_a_language_is_evaluated(nlp):
    docs = list(nlp.pipe(["She sings well.", "Time flies."]))
    examples = [Example(nlp.make_doc(doc.text), doc) for doc in docs]
    scores = nlp.evaluate(examples)
    names = ("tag_acc", "pos_acc", "morph_acc", "lemma_acc", "dep_las", "sents_f")
    assert [scores[name] for name in names] == [1.0] * len(names)
