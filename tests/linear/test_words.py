"""Rows of hashes, and the features that are read off them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slow_tagging import cluster_row, form_row, keys_of, normal, tag_row

from dodona.errors import TemplateError
from dodona.lemmatizer.templates import LEMMATIZER_TEMPLATES
from dodona.linear.clusters import ClusterMarker, WordClusters
from dodona.linear.unicode import character_properties
from dodona.linear.word_features import WordFeatures
from dodona.linear.words import WordBatch
from dodona.tagger.templates import CLUSTER_TEMPLATES, TAGGER_TEMPLATES
from dodona.treebank import Sentence

NAMES = [
    *("w", "l", "c", "k", "s1", "s2", "s3", "s4", "s5", "s6", "p1", "p2", "p3", "p4", "p5"),
    *("d", "u", "x", "f", "t", "b", "b4", "b6", "b10", "length"),
]
# What came later, plain Python may know and the table does not.
characters = st.characters(
    codec="utf-8", exclude_characters="\t\n\r", exclude_categories=["Zs"]
).filter(lambda c: character_properties(c)[0].category == unicodedata.category(c))
forms = st.text(characters, min_size=1, max_size=12)


def sentence_of(words: list[str]) -> Sentence:
    lines = [f"{i}\t{w}\t_\tX\tY\tZ=1\t_\t_\t_\t_\n" for i, w in enumerate(words, 1)]
    return Sentence.from_conllu("".join(lines) + "\n")


@given(st.lists(forms, min_size=1, max_size=6))
def test_rows_are_those_of_plain_python(words):
    rows = WordBatch([sentence_of(words)]).rows(0)
    expected = [form_row(word) | tag_row("X", "Y", "Z=1") | {"length": len(word)} for word in words]
    assert rows == [[row.get(name, 0) for name in NAMES] for row in expected]


@given(
    st.lists(forms, min_size=1, max_size=6),
    st.dictionaries(forms, st.text("01", min_size=1, max_size=12), max_size=6),
)
def test_rows_with_clusters_are_those_of_plain_python(words, clusters):
    words = [*words, *clusters, *map(str.upper, clusters), *map(normal, clusters)]
    batch = WordBatch([sentence_of(words), sentence_of(words)])
    ClusterMarker(WordClusters.of_words(clusters, 1e6)).mark(batch)
    plain = WordBatch([sentence_of(words)]).rows(0)
    expected = [cluster_row(word, clusters) for word in words]
    for i in range(2):
        for row, bare, cluster in zip(batch.rows(i), plain, expected, strict=True):
            assert (
                dict(zip(NAMES, row, strict=True)) == dict(zip(NAMES, bare, strict=True)) | cluster
            )


def test_no_sentences():
    batch = WordBatch([])
    assert (batch.count, batch.words, batch.lexicon_keys()) == (0, 0, ([], [], []))


@pytest.mark.parametrize("words", [["Oaks", "rustle", "42", "times", "."], ["A"]])
def test_keys_are_those_of_plain_python(words):
    templates = LEMMATIZER_TEMPLATES + [t for t in TAGGER_TEMPLATES if "d" not in t]
    templates += CLUSTER_TEMPLATES
    templates += ["w-3", "w+3 w", "u+1 x-1 f t"]
    features = WordFeatures(templates, ahead=True)
    before, sentence = sentence_of(["before", "it"]), sentence_of(words)
    batch = WordBatch([before, sentence, before])
    clusters = {"oaks": "0110", "rustle": "1011010011", "times": "10", "before": "11"}
    ClusterMarker(WordClusters.of_words(clusters, 1e6)).mark(batch)
    rows = [form_row(w) | tag_row("X", "Y", "Z=1") | cluster_row(w, clusters) for w in words]
    for i in range(len(words)):
        assert features.keys(batch, 1, i) == keys_of(templates, rows, i)
    with pytest.raises(IndexError):
        features.keys(batch, 1, len(words))


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("", "0 atoms"),
        ("w w w w w", "5 atoms"),
        ("y", "no atom 'y'"),
        ("s7", "no atom 's7'"),
        ("b5", "no atom 'b5'"),
        ("w+1+1", "no atom"),
        ("w+4", "more than 3 words away"),
        ("t", "not known yet"),
        ("w u+1", "not known yet"),
    ],
)
def test_templates_that_make_no_sense(template, message):
    with pytest.raises(TemplateError, match=message.replace("+", r"\+")):
        WordFeatures([template], ahead=False)


@pytest.mark.parametrize("count", [0, 201])
def test_too_few_or_too_many_templates(count):
    with pytest.raises(TemplateError, match="1 to 200"):
        WordFeatures(["w"] * count, ahead=False)
