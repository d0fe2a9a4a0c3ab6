"""Documents: their sentences, and the places of their tokens."""

import json

import pytest
from hypothesis import given
from validating import nasty_texts

from dodona import Document, Sentence

TEXT = "  The old oak\nstands.\n\n\tDo you hear it?  It’s Cafe\u0301s…"


def test_sentences_can_be_counted_from_0(nlp):
    doc = nlp(TEXT)
    assert doc[0] is doc.sentences[0]
    assert doc[-1] is doc.sentences[-1]
    assert doc[1:] == doc.sentences[1:]
    assert list(doc) == doc.sentences
    with pytest.raises(IndexError):
        doc[len(doc)]
    assert doc.words == [word for sentence in doc for word in sentence]


@given(nasty_texts)
def test_tokens_of_any_text_tell_where_they_stand(nlp, text):
    doc = nlp(text)
    tokens = doc.tokens
    assert [text[token.start : token.end] for token in tokens] == [token.text for token in tokens]
    joined = "".join(token.spaces_before + token.text + token.spaces_after for token in tokens)
    assert joined == (text if tokens else "")
    for sentence in doc:
        told = sentence.text or ""
        for token in sentence.tokens:
            assert told[token.start : token.end] == token.form


def test_places_of_a_document_are_in_its_text(nlp):
    doc = nlp(TEXT)
    first, *_ = doc.to_dict()
    assert (first[0]["text"], first[0]["start_char"], first[0]["end_char"]) == ("The", 2, 5)
    last = doc.tokens[-2]
    assert (last.form, last.text) == ("Cafés", "Cafe\u0301s")
    assert TEXT[last.start : last.end] == last.text
    json.dumps(doc.to_dict())


def test_a_document_whose_text_is_another(grove):
    doc = Document("something else", grove[:2])
    sentence = grove[0].tokens
    assert [token.start for token in doc.tokens[: len(sentence)]] == [t.start for t in sentence]


def test_an_empty_document():
    doc = Document("", [])
    assert (doc.tokens, doc.words, doc.to_dict()) == ([], [], [])
    one = Document("a b", [Sentence.from_words(["a", "b"])])
    assert [token.start for token in one.tokens] == [0, 2]
