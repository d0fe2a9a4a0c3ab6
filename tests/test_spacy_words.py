"""Multiword tokens inside the real spaCy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import random_projective_tree
from tokenizing_examples import extra_sentences

import dodona
from dodona import Pipeline, Sentence
from dodona.tokenizer import TokenizerSettings, train_tokenizer
from examples import grove

pytest.importorskip("spacy", reason="spaCy is not installed: pip install 'dodona[spacy]'")

from in_spacy import PARTS, check_trees, english, language
from spacy.tokens import Doc, DocBin

from dodona.spacy.trees import chosen_words, heads_of_words


@pytest.fixture(scope="module")
def nlp():
    return language()


@pytest.fixture(scope="module")
def romance(tmp_path_factory):
    """A model that makes `di` and `il` of `del`, and two words of `don't`."""
    tokenizer = train_tokenizer(
        grove("train")[:60] + extra_sentences() * 5, TokenizerSettings(iterations=5)
    )
    parts = {name: getattr(english(), name) for name in PARTS[1:]}
    path = tmp_path_factory.mktemp("romance") / "romance.dodona"
    Pipeline(tokenizer=tokenizer, **parts).save(path)
    return path


def test_words_that_make_up_the_surface_are_tokens(nlp):
    doc = nlp("They cannot, can't  and won't.")
    assert [token.text for token in doc[:5]] == ["They", "can", "not", ",", "ca"]
    assert [token.whitespace_ for token in doc[:3]] == [" ", "", ""]
    assert not any(token._.dodona_words for token in doc)


def test_other_words_are_told_of_their_token(romance):
    nlp = dodona.spacy.load(romance, lang="it")
    assert nlp.lang == "it"
    text = "I don't see the dogs del mar."
    doc = nlp(text)
    assert " ".join(token.text for token in doc) == "I do n't see the dogs del mar ."
    sentence = dodona.load(romance)(text)[0]
    token_of = [0, 1, 2, 3, 4, 5, 6, 6, 7, 8]  # by word
    for told, word in zip(doc[6]._.dodona_words, sentence[6:8], strict=True):
        columns = {"lemma": word.lemma, "upos": word.upos, "xpos": word.xpos, "feats": word.feats}
        known = {name: value for name, value in columns.items() if value != "_"}
        way = token_of[word.head - 1] - 6 if word.head else 0
        assert told == {"text": word.form, "deprel": word.deprel, "head": way} | known
    ways_out = [told for told in doc[6]._.dodona_words if told["head"] or told["deprel"] == "root"]
    assert {"lemma": doc[6].lemma_, "upos": doc[6].pos_} in [
        {name: told[name] for name in ("lemma", "upos")} for told in ways_out
    ]
    check_trees(doc)


def test_words_of_tokens_go_where_their_doc_goes(romance):
    text = "Dogs del mar. The sea del mar!"
    nlp = dodona.spacy.load(romance)
    docs = [nlp(text), *nlp.pipe([text, text], n_process=2)]
    docs += DocBin(docs=docs[:1], store_user_data=True).get_docs(nlp.vocab)
    docs.append(Doc(nlp.vocab).from_bytes(docs[0].to_bytes()))
    found = [[token._.dodona_words for token in doc] for doc in docs]
    assert len(found) == 5
    assert sum(map(bool, found[0])) == 2
    assert all(each == found[0] for each in found)
    again = nlp.get_pipe("dodona")(docs[0])
    assert [token._.dodona_words for token in again] == found[0]


def test_a_token_that_others_are_merged_into_has_no_words(romance):
    nlp = dodona.spacy.load(romance)
    doc = nlp("Dogs del mar.")
    part = doc[1:].as_doc(copy_user_data=True)
    assert [len(token._.dodona_words) for token in part] == [2, 0, 0]
    both = Doc.from_docs([doc, doc])
    assert [len(token._.dodona_words) for token in both] == [0, 2, 0, 0] * 2
    with doc.retokenize() as retokenizer:
        retokenizer.merge(doc[1:3])
    nlp.get_pipe("dodona")(doc)
    assert [(t.text, t._.dodona_words) for t in doc] == [("Dogs", []), ("del mar", []), (".", [])]
    check_trees(doc)


@given(st.data())
def test_the_words_chosen_for_tokens_make_a_tree(data):
    """However words are put together to tokens."""
    rng = data.draw(st.randoms(use_true_random=False))
    n = rng.randint(1, 9)
    heads = random_projective_tree(n, rng)
    order = list(range(n))
    rng.shuffle(order)  # so that arcs cross
    words = heads_of_words([crossing(heads, order)])
    places = sorted(rng.randrange(n) for _ in range(n))
    chosen = chosen_words(places, words)
    assert [places[word] for word in chosen] == sorted(set(places))
    token_head = {places[word]: places[words[word]] for word in chosen}
    for token in token_head:
        seen = set()
        while token_head[token] != token:
            assert token not in seen
            seen.add(token)
            token = token_head[token]
        assert token == places[int(np.flatnonzero(words == np.arange(n))[0])]


def crossing(heads, order):
    """A sentence with a tree, its words in another order."""
    moved = [0] * len(order)
    for word, place in enumerate(order):
        head = heads[word + 1]
        moved[place] = order[head - 1] + 1 if head else 0
    return Sentence.from_words(["w"] * len(order), heads=moved, deprels=["dep"] * len(order))


def test_further_roots_hang_from_the_first():
    text = "".join(f"{i}\tw\t_\tX\tX\t_\t{h}\tdep\t_\t_\n" for i, h in enumerate([2, 0, 0, 3], 1))
    two = Sentence.from_conllu(text + "\n")
    assert heads_of_words([two, two]).tolist() == [1, 1, 1, 2, 5, 5, 5, 6]
