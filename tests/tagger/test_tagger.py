"""The tagger: the same tags as plain Python finds, and nothing else changed."""

import random
from array import array
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest
from slow_tagging import slow_learn_sentences, slow_learn_tags, slow_tag

from dodona.errors import SettingsError, TreebankError
from dodona.linear.clusters import ClusterMarker, WordClusters
from dodona.linear.word_features import WordFeatures
from dodona.linear.words import WordBatch
from dodona.tagger import Tagger, TaggerSettings, train_tagger
from dodona.tagger.learner import TagLearner
from dodona.treebank import Sentence, read_conllu
from dodona.treebank.building import with_columns


def tags_of(sentence):
    return list(zip(sentence.upos, sentence.xpos, sentence.feats, strict=True))


def with_tags(sentence, tags):
    upos, xpos, feats = map(list, zip(*tags, strict=True))
    return with_columns(sentence, {"upos": upos, "xpos": xpos, "feats": feats})


def without(sentence, *columns):
    return with_columns(sentence, {name: ["_"] * len(sentence) for name in columns})


def sentence_of(forms):
    lines = [f"{i}\t{form}" + 8 * "\t_" for i, form in enumerate(forms, 1)]
    return Sentence.from_conllu("\n".join(lines) + "\n\n")


def accuracy(gold, predicted):
    pairs = [
        p for g, s in zip(gold, predicted, strict=True) for p in zip(g.upos, s.upos, strict=True)
    ]
    return sum(a == b for a, b in pairs) / len(pairs)


def same_part(first, second):
    return first.header == second.header and all(
        np.array_equal(first.arrays[name], second.arrays[name])
        for name in first.arrays.keys() | second.arrays.keys()
    )


@pytest.mark.parametrize("beam", [1, 2, 5])
def test_tags_are_those_of_plain_python_and_nothing_else_changes(tagger, grove_test, beam):
    tagged = tagger.tag_batch(grove_test, beam=beam)
    assert tagged == [with_tags(s, slow_tag(tagger, s, beam)) for s in grove_test]
    assert [s.words for s in tagged] == [Sentence.from_conllu(s.raw).words for s in tagged]


def test_rare_marks_are_what_frequent_marks_are(grove):
    """All marks of a small treebank are frequent, but for one that is part of a name."""
    name = sentence_of(["Ada", "-", "Mary"])
    named = with_tags(name, [("PROPN", "_", "_")] * 3)
    tagger = train_tagger([*grove, named], TaggerSettings(iterations=4, closed=10))
    unseen = sentence_of(["the", "oak", "-", "the", "grove", "«", "¿"])
    tagged = tagger.tag_batch([unseen])[0]
    assert [tagged.upos[i] for i in (2, 5, 6)] == ["PUNCT"] * 3


def test_it_learns(tagger, grove, grove_test):
    assert accuracy(grove, tagger.tag_batch(grove)) > 0.97
    assert accuracy(grove_test, tagger.tag_batch(grove_test)) > 0.85


@pytest.mark.parametrize("with_clusters", [False, True])
@pytest.mark.parametrize("beam", [1, 3])
def test_learning_is_that_of_plain_python(grove, clusters, beam, with_clusters):
    sentences = grove[:12]
    given = clusters if with_clusters else {}
    settings = TaggerSettings(iterations=1, known=2, closed=4, clusters=given or None)
    part = train_tagger(sentences, settings).to_part()
    batch = WordBatch(sentences)
    if with_clusters:
        ClusterMarker(WordClusters.of_words(given, 1e6)).mark(batch)
    tags = [tuple(tag) for tag in part.header["tags"]]
    learner = TagLearner(
        Tagger.from_part(part)._lexicon.tagset(tags),
        WordFeatures(part.header["templates"], ahead=False),
        batch,
        array("i", [tags.index(tag) for s in sentences for tag in tags_of(s)]),
        margin=5,
        beam=beam,
    )
    order = [*range(12), *random.Random(7).sample(range(12), 12)]
    learner.learn(order)
    expected, mistakes = (
        slow_learn_tags(part, sentences, order, 5, given)
        if beam == 1
        else slow_learn_sentences(part, sentences, order, 5, beam, given)
    )
    assert learner.mistakes == mistakes > 0
    keys, sizes, classes, weights = learner.weights.averaged()
    places = zip(np.repeat(keys, sizes).tolist(), classes.tolist(), strict=True)
    found = dict(zip(places, weights.tolist(), strict=True))
    averaged = expected.averaged()
    assert found.keys() == averaged.keys()
    for place, weight in averaged.items():
        assert abs(Fraction(found[place]) - weight) < Fraction(1, 10**4)


def test_a_tagger_with_a_beam(grove, grove_test):
    tagger = train_tagger(grove, TaggerSettings(iterations=4, beam=3))
    again = Tagger.from_part(tagger.to_part())
    assert again.beam == 3
    assert again.tag_batch(grove_test) == tagger.tag_batch(grove_test, beam=3)
    assert accuracy(grove, again.tag_batch(grove)) > 0.97
    assert accuracy(grove_test, again.tag_batch(grove_test)) > 0.85
    with pytest.raises(SettingsError, match="beam of a tagger is 0"):
        tagger.tag_batch(grove_test, beam=0)


def test_one_seed_one_tagger(grove):
    settings = TaggerSettings(iterations=2, seed=3)
    first, second = (train_tagger(grove, settings).to_part() for _ in range(2))
    assert same_part(first, second)
    other = train_tagger(grove, TaggerSettings(iterations=2, seed=4)).to_part()
    assert not same_part(first, other)


def test_progress_tells_of_every_sentence(grove):
    seen = []
    train_tagger(grove, TaggerSettings(iterations=2), progress=seen.append)
    assert sum(seen) == 2 * len(grove)


def test_threads_and_batches_change_nothing(tagger, grove):
    tagged = tagger.tag_batch(grove)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda s: tagger.tag_batch([s])[0], grove)) == tagged


@pytest.mark.parametrize("keep", [(), ("upos",), ("xpos", "feats")])
def test_words_that_are_tagged_are_as_if_read_again(tagger, grove_test, keep):
    odd = [with_columns(s, {"upos": ["X", *s.upos[1:-1], "_"][: len(s)]}) for s in grove_test]
    chosen = bytes(i % 3 > 0 for i in range(len(odd)))
    words = WordBatch(odd)
    tagger.tag_words(words, chosen, keep=keep)
    tagged = words.draft.finished()
    tagged_alone = tagger.tag_batch(odd, keep=keep)
    for one, alone, before, wanted in zip(tagged, tagged_alone, odd, chosen, strict=True):
        assert one == (alone if wanted else before)
    again = WordBatch(tagged)
    templates = WordFeatures(["u", "x", "f", "t", "w"], ahead=True)
    for i, sentence in enumerate(tagged):
        for j in range(len(sentence)):
            assert templates.keys(words, i, j) == templates.keys(again, i, j)


def test_given_tags_do_not_matter_unless_they_are_kept(tagger, grove_test):
    bare = [without(s, "lemma", "upos", "xpos", "feats") for s in grove_test]
    expected = [tags_of(s) for s in tagger.tag_batch(grove_test)]
    assert [tags_of(s) for s in tagger.tag_batch(bare)] == expected
    assert [tags_of(s) for s in tagger.tag_batch(bare, keep=["upos", "feats"])] == expected


@pytest.mark.parametrize("beam", [1, 4])
def test_a_tag_that_is_kept(tagger, grove_test, beam):
    kept = tagger.tag_batch(grove_test, keep=["upos"], beam=beam)
    assert [s.upos for s in kept] == [s.upos for s in grove_test]
    known = {(tag[0], tag[1]) for tag in tagger.tags}
    for sentence in kept:
        assert known.issuperset(zip(sentence.upos, sentence.xpos, strict=True))


def test_tags_that_are_kept(tagger, grove_test):
    assert tagger.tag_batch(grove_test, keep=["upos", "xpos", "feats"]) == [
        # `_` is not a value that is given: FEATS may be predicted there.
        with_columns(s, {"feats": k.feats})
        for s, k in zip(
            grove_test, tagger.tag_batch(grove_test, keep=["upos", "xpos", "feats"]), strict=True
        )
    ]
    unknown = with_columns(grove_test[0], {"upos": ["NEW"] * len(grove_test[0])})
    assert tagger.tag_batch([unknown], keep=["upos"])[0].upos == unknown.upos
    with pytest.raises(SettingsError, match="can keep upos, xpos, feats"):
        tagger.tag_batch(grove_test, keep=["lemma"])


@pytest.mark.parametrize("missing", ["xpos", "feats", "upos"])
def test_columns_that_were_empty_in_training_are_left_alone(missing, grove, grove_test):
    tagger = train_tagger([without(s, missing) for s in grove], TaggerSettings(iterations=1))
    assert missing not in tagger.columns
    tagged = tagger.tag_batch(grove_test)
    assert [getattr(s, missing) for s in tagged] == [getattr(s, missing) for s in grove_test]
    other = "upos" if missing != "upos" else "xpos"
    assert [getattr(s, other) for s in tagged] != [getattr(s, other) for s in grove_test]


def test_nothing_to_learn_from(grove):
    with pytest.raises(TreebankError, match="no tags to learn from"):
        train_tagger([without(grove[0], "upos", "xpos", "feats")])
    with pytest.raises(TreebankError, match="no tags to learn from"):
        train_tagger([])


def test_no_sentences_one_word_and_words_never_seen(tagger):
    assert tagger.tag_batch([]) == []
    for form in ("oak", "Ω", "\U0001f600", "x" * 100_000, "_", "\x00"):
        sentence = Sentence.from_conllu(f"1\t{form}\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
        (tagged,) = tagger.tag_batch([sentence])
        assert tagged.forms == [form]
        assert tags_of(tagged)[0] in tagger.tags


def test_one_word_is_enough_to_train():
    sentence = Sentence.from_conllu("1\toak\t_\tNOUN\tNN\t_\t_\t_\t_\t_\n\n")
    tagger = train_tagger([sentence])
    assert tagger.tag_batch([sentence]) == [sentence]


def test_conllx(treebanks):
    sentences = list(read_conllu(treebanks / "conllx_danish" / "danish_ddt_test.conll"))
    tagger = train_tagger(sentences[:200], TaggerSettings(iterations=3))
    tagged = tagger.tag_batch(sentences[200:])
    assert accuracy(sentences[200:], tagged) > 0.8
    assert [s.heads for s in tagged] == [s.heads for s in sentences[200:]]


@pytest.mark.parametrize(
    "wrong",
    [{"iterations": 0}, {"margin": 0}, {"known": 0}, {"closed": -1}, {"megabytes": 0}, {"beam": 0}],
)
def test_settings_that_make_no_sense(wrong):
    (name,) = wrong
    with pytest.raises(SettingsError, match=name):
        TaggerSettings(**wrong)


def test_a_small_tagger(grove, tagger):
    small = train_tagger(grove, TaggerSettings(iterations=4, closed=10, megabytes=0.01))
    assert len(small.to_part().arrays["weights"]) < len(tagger.to_part().arrays["weights"]) / 10
