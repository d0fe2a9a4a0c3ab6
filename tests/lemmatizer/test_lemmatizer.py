"""The lemmatiser: the same lemmas as plain Python finds, and nothing else changed."""

import numpy as np
import pytest
from slow_lemmatizing import slow_lemmatize

from dodona.errors import SettingsError, TreebankError
from dodona.lemmatizer import LemmatizerSettings, train_lemmatizer
from dodona.treebank import Sentence, read_conllu
from dodona.treebank.building import with_columns


def accuracy(gold, predicted):
    pairs = zip(gold, predicted, strict=True)
    found = [p for g, s in pairs for p in zip(g.lemmas, s.lemmas, strict=True)]
    return sum(a == b for a, b in found) / len(found)


def unlemmatized(sentence):
    return with_columns(sentence, {"lemma": ["_"] * len(sentence)})


def word(form, lemma="_", upos="X"):
    return Sentence.from_conllu(f"1\t{form}\t{lemma}\t{upos}\t_\t_\t_\t_\t_\t_\n\n")


def test_lemmas_are_those_of_plain_python_and_nothing_else_changes(lemmatizer, grove, grove_test):
    sentences = grove[:20] + grove_test
    expected = [with_columns(s, {"lemma": slow_lemmatize(lemmatizer, s)}) for s in sentences]
    assert lemmatizer.lemmatize_batch(sentences) == expected
    assert lemmatizer.lemmatize_batch([unlemmatized(s) for s in sentences]) == expected


def test_it_learns(lemmatizer, grove, grove_test):
    assert accuracy(grove, lemmatizer.lemmatize_batch(grove)) > 0.99
    assert accuracy(grove_test, lemmatizer.lemmatize_batch(grove_test)) > 0.9


def test_one_seed_one_lemmatizer(grove):
    settings = LemmatizerSettings(iterations=2, seed=3)
    first, second = (train_lemmatizer(grove, settings).to_part() for _ in range(2))
    assert first.header == second.header
    for name, array in first.arrays.items():
        assert np.array_equal(array, second.arrays[name])


def test_progress_tells_of_every_example(grove):
    seen = []
    lemmatizer = train_lemmatizer(grove, LemmatizerSettings(iterations=2), progress=seen.append)
    assert 0 < sum(seen) <= 2 * lemmatizer.training["pairs"]


def test_lemmas_that_are_kept(lemmatizer, grove_test):
    odd = [with_columns(s, {"lemma": ["odd", *s.lemmas[1:-1], "_"][: len(s)]}) for s in grove_test]
    kept = lemmatizer.lemmatize_batch(odd, keep=True)
    for sentence, before in zip(kept, odd, strict=True):
        expected = lemmatizer.lemmatize_batch([before])[0].lemmas
        lemmas = zip(before.lemmas, expected, strict=True)
        assert sentence.lemmas == [p if given == "_" else given for given, p in lemmas]


def test_no_sentences_one_word_and_words_never_seen(lemmatizer):
    assert lemmatizer.lemmatize_batch([]) == []
    for form in ("oaks", "Ω", "\U0001f600", "İ" * 1000, "x" * 100_000, "_", "\x00"):
        (result,) = lemmatizer.lemmatize_batch([word(form)])
        assert result.forms == [form]
        assert len(result.lemmas[0]) > 0
        assert result.lemmas == slow_lemmatize(lemmatizer, word(form))


def test_words_without_a_lemma_are_passed_over():
    lemmatizer = train_lemmatizer([word("oaks", "oak"), word("doves"), word("_", "_")])
    assert lemmatizer.training["pairs"] == 2
    assert lemmatizer.lemmatize_batch([word("oaks")])[0].lemmas == ["oak"]


def test_nothing_to_learn_from(grove):
    for sentences in ([], [unlemmatized(s) for s in grove], [word("_"), word("oak")]):
        with pytest.raises(TreebankError, match="no lemmas to learn from"):
            train_lemmatizer(sentences)


def test_one_word_whose_lemma_is_another():
    lemmatizer = train_lemmatizer([word("was", "be")])
    assert lemmatizer.lemmatize_batch([word("was")])[0].lemmas == ["be"]
    assert lemmatizer.lemmatize_batch([word("oaks")])[0].lemmas == ["oaks"]


def test_no_lemma_ends_with_a_space_or_has_marks_that_belong_together():
    for forms, lemmas, odd, fit in [
        (["1000", "2000", "3000"], ["1", "2", "3"], ["7 000", " 000"], ["7", "_"]),
        (["OAK", "ELM", "FIR"], ["oak", "elm", "fir"], ["İ\u0300", "ASH"], ["ì", "ash"]),
    ]:
        lemmatizer = train_lemmatizer([*map(word, forms, lemmas)] * 20)
        found = lemmatizer.lemmatize_batch([word(form) for form in odd])
        assert [sentence.lemmas for sentence in found] == [[lemma] for lemma in fit]


def test_conllx(treebanks):
    sentences = list(read_conllu(treebanks / "conllx_portuguese" / "portuguese_bosque_test.conll"))
    lemmatizer = train_lemmatizer(sentences[:200], LemmatizerSettings(iterations=3))
    lemmatized = lemmatizer.lemmatize_batch(sentences[200:])
    assert accuracy(sentences[200:], lemmatized) > 0.85
    assert [s.heads for s in lemmatized] == [s.heads for s in sentences[200:]]


@pytest.mark.parametrize(
    "wrong", [{"iterations": 0}, {"margin": 0}, {"least": 0}, {"megabytes": -1}]
)
def test_settings_that_make_no_sense(wrong):
    (name,) = wrong
    with pytest.raises(SettingsError, match=name):
        LemmatizerSettings(**wrong)
