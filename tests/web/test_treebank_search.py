"""Sentences of a treebank that have what somebody looks for."""

import pytest

import dodona
from dodona.errors import TreebankError
from dodona.treebank.trees import is_projective
from dodona.web.treebank_search import Query, SearchableTreebank


@pytest.fixture(scope="module")
def treebank(grove):
    return SearchableTreebank("grove", grove)


def test_all_of_them_are_found_without_a_wish(treebank, grove):
    assert treebank.find(Query()) == list(range(len(grove)))


def test_what_is_found_has_what_was_asked_for(treebank, grove):
    form, tag, label = next(
        (w.form, w.upos, w.deprel) for s in grove for w in s.words if w.deprel == "nsubj"
    )
    expected = [
        i
        for i, s in enumerate(grove)
        if any(
            form.lower() in (w.form.lower(), w.lemma.lower())
            and w.upos == tag
            and w.deprel.split(":")[0] == label
            for w in s.words
        )
    ]
    assert treebank.find(Query(form=form.upper(), tag=tag, label=label)) == expected != []
    assert treebank.find(Query(form=form, tag="NOTAG")) == []


def test_lengths_ids_and_projectivity(treebank, grove):
    found = treebank.find(Query(least_words=5, most_words=7))
    assert found == [i for i, s in enumerate(grove) if 5 <= len(s) <= 7] != []
    crossing = [i for i, s in enumerate(grove) if not is_projective([-1, *s.heads])]
    assert treebank.find(Query(nonprojective=True)) == crossing
    assert treebank.find(Query(sent_id=str(grove[3].sent_id)))[0] == 3


def test_differences_from_a_second_treebank(grove):
    sentences = grove[:4]
    heads, deprels = sentences[2].heads, sentences[2].deprels
    deprels[1] = "other"
    changed = [*sentences[:2], sentences[2].with_tree(heads, deprels), sentences[3]]
    treebank = SearchableTreebank("grove", sentences, changed)
    assert treebank.find(Query(errors=True)) == [2]
    assert treebank.wrong_words(2) == [2]
    assert treebank.wrong_words(0) == []


def test_a_second_treebank_must_have_the_same_words(grove):
    with pytest.raises(TreebankError, match="2 sentences, the second file 1"):
        SearchableTreebank("grove", grove[:2], grove[:1])
    other = dodona.Sentence.from_words(["other"])
    with pytest.raises(TreebankError, match="same words"):
        SearchableTreebank("grove", grove[:1], [other])
