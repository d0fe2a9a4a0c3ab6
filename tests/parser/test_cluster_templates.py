"""Parsers that look at clusters of words."""

from __future__ import annotations

import random

import numpy as np
import pytest
from slow import slow_parse
from training_examples import las, saved

import dodona
from dodona.errors import ModelError, SettingsError, TextError
from dodona.linear.clusters import ClusterMarker, WordClusters
from dodona.linear.words import WordBatch
from dodona.model.parts import Part
from dodona.parser.defaults import defaults_for
from dodona.parser.parser import Parser
from dodona.parser.templates import load_templates
from dodona.parser.tokens import TokenBatch
from dodona.systems import get_system
from examples import grove, make_sentence, train_parser

SYSTEMS = dodona.systems.system_names()


@pytest.fixture
def path(tmp_path, clusters):
    file = tmp_path / "clusters.tsv"
    rows = (f"{word}\t{cluster}\n" for word, cluster in clusters.items())
    file.write_text("".join(rows), encoding="utf-8")
    return file


@pytest.fixture
def parser(path):
    return train_parser(grove("train"), clusters=path, iterations=3)


def test_templates_with_clusters_are_used_where_there_are_some(parser):
    assert parser.header.templates == load_templates("zhang-nivre-clusters")
    assert "clusters" not in train_parser(grove("dev"), iterations=1).header.training


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_has_templates_for_them(path, system):
    parser = train_parser(grove("dev"), system=system, clusters=path, iterations=2)
    assert parser.header.templates == load_templates(defaults_for(system).cluster_templates)
    for sentence, parsed in zip(grove("dev"), parser.parse(grove("dev")), strict=True):
        assert slow_parse(parser, sentence) == (parsed.heads, parsed.deprels)


def test_a_parser_with_clusters_comes_back(parser, clusters, tmp_path):
    parser.save(tmp_path / "model")
    again = dodona.load(tmp_path / "model").parser
    assert again.parse_batch(grove("test")) == parser.parse_batch(grove("test"))
    assert saved(again, tmp_path) == saved(parser, tmp_path)
    assert parser.header.training["clusters"] == len(set(clusters.values()))
    assert parser.header.training["words_in_clusters"] == len(clusters)


def test_it_makes_no_difference_who_read_the_words(parser, path):
    """A pipeline whose tagger has other clusters hands its rows on."""
    nlp = dodona.train_pipeline(grove("train"), clusters=path, iterations=2)
    tagged = nlp.tagger.tag_batch(grove("test"))
    assert list(nlp.parse(grove("test"), tag=True)) == list(nlp.parser.parse(
        nlp.lemmatizer.lemmatize_batch(tagged)
    ))  # fmt: skip


def test_words_that_others_have_read_are_the_same_words(clusters):
    marker = ClusterMarker(WordClusters.of_words(clusters, 1e6))
    other = ClusterMarker(WordClusters.of_words({"the": "0"}, 1e6))
    sentences = grove("test")
    words = WordBatch(sentences)
    other.mark(words)
    alone = TokenBatch(sentences, clusters=marker)
    assert list(alone.values) == list(TokenBatch(sentences, words, marker).values)
    assert len(alone.values) * 6 == len(TokenBatch(sentences).values) * 9


def test_clusters_tell_apart_words_that_were_never_seen(tmp_path):
    """Whether a word is the object or an adverb, only its cluster says."""
    rng = random.Random(2)
    words = [f"w{i:b}".replace("0", "a").replace("1", "b") for i in range(400)]
    clusters = {word: "011001" if i % 2 else "101101" for i, word in enumerate(words)}
    path = tmp_path / "clusters"
    path.write_text("".join(f"{word}\t{bits}\n" for word, bits in clusters.items()))

    def sentences(known):
        for word in rng.sample(known, 150):
            label = "obj" if clusters[word][0] == "0" else "advmod"
            yield make_sentence([2, 0, 2], ["nsubj", "root", label], forms=["she", "sings", word])

    train, test = list(sentences(words[:200])), list(sentences(words[200:]))
    assert las(test, train_parser(train, clusters=path)) > 99
    assert las(test, train_parser(train)) < 90


def test_clusters_take_half_of_the_room_and_the_rarest_words_are_left_out(tmp_path):
    path = tmp_path / "many"
    path.write_text("".join(f"word{'x' * i}\t{i % 7:b}\n" for i in range(9000)))
    parser = train_parser(grove("train"), clusters=path, iterations=1, megabytes=0.12)
    assert 0 < 8 * parser.header.training["words_in_clusters"] <= 60_000
    assert len(saved(parser, tmp_path)) <= 120_000


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("cluster_keys", lambda a: a[:-1]),
        ("cluster_sizes", lambda a: a * np.uint32(2)),
        ("cluster_values", lambda a: a[:-1]),
        ("cluster_values", lambda a: a.astype(np.int64)),
    ],
)
def test_damaged_clusters_are_refused(parser, name, change):
    header, arrays = parser.to_part()
    damaged = {**arrays, name: change(arrays[name])}
    with pytest.raises(ModelError, match=r"the parser in the file is damaged: .*cluster"):
        Parser.from_part(Part(header, damaged))


def test_templates_that_look_at_clusters_need_some(parser, tmp_path):
    header, arrays = parser.to_part()
    plain = {name: array for name, array in arrays.items() if not name.startswith("cluster_")}
    with pytest.raises(ModelError, match="look at clusters of words, and no clusters"):
        Parser.from_part(Part(header, plain))
    with pytest.raises(SettingsError, match=r"zhang-nivre-clusters .*give some with `clusters`"):
        train_parser(grove("dev"), features="zhang-nivre-clusters")
    system = get_system("arc-eager", root="last")
    with pytest.raises(ValueError, match="no clusters"):
        parser._scorer.extractor.keys(system, system.initial(1), TokenBatch([make_sentence([0])]))


def test_a_file_that_is_wrong_is_an_error_with_its_line(path):
    path.write_text("01\toak\t1\n0 1\n")
    with pytest.raises(TextError, match=r"clusters\.tsv:2"):
        train_parser(grove("dev"), clusters=path)
