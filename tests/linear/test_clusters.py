"""Clusters of words: how they are read and kept, and that they help with words never seen."""

import gzip
import random

import numpy as np
import pytest
from slow_tagging import slow_tag

from dodona.errors import ModelError, TextError
from dodona.linear.clusters import WordClusters, read_clusters
from dodona.model.parts import Part
from dodona.tagger import Tagger, TaggerSettings, train_tagger
from examples import make_sentence


def write(path, rows):
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in rows), encoding="utf-8")
    return path


def tags_of(sentence):
    return list(zip(sentence.upos, sentence.xpos, sentence.feats, strict=True))


# Files ------------------------------------------------------------------------------------------


def test_brown_clusters_the_most_frequent_word_first(tmp_path):
    path = write(tmp_path / "paths", [("0110", "oak", 7), ("0110", "ash", 9), ("10", "Ω", 9)])
    assert list(read_clusters(path).items()) == [("ash", "0110"), ("Ω", "10"), ("oak", "0110")]


def test_words_with_clusters_in_the_order_of_the_file(tmp_path):
    path = tmp_path / "clusters"
    path.write_bytes("oak\t17\r\n\nash\ttrees\r\na\u2028b\t17".encode())
    expected = [("oak", "17"), ("ash", "trees"), ("a\u2028b", "17")]
    assert list(read_clusters(str(path)).items()) == expected


def test_a_packed_file_and_a_word_that_is_there_twice(tmp_path):
    path = tmp_path / "paths.gz"
    path.write_bytes(gzip.compress(b"01\toak\t2\n0\tash\t3\n01\toak\t4\n"))
    assert list(read_clusters(path).items()) == [("oak", "01"), ("ash", "0")]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (b"01\toak\t1\n01 ash 2\n", 2, "a line must be bits<TAB>word<TAB>count"),
        (b"01\toak\t1\nash\t01\n", 2, "all lines alike"),
        (b"01\toak\t1\t1\n", 1, "a line must be"),
        (b"01\toak\t1\n\t\t\n", 2, "a line must be"),
        (b"01\t\t1\n", 1, "a line must be"),
        (b"oak\t01\t1\n", 1, "'oak' is not a string of bits"),
        (b"01\toak\tmany\n", 1, "'many' is not a number"),
        ("01\toak\t²\n".encode(), 1, "is not a number"),
        (b"01\toak\t1\n\n10\toak\t1\n", 3, "'oak' is there twice, with two clusters"),
        (b"01\toak\t1\n01\t\xff\t1\n", 2, "not UTF-8"),
        (b"\n", 0, "no clusters in the file"),
        (b"", 0, "no clusters in the file"),
    ],
)
def test_files_that_are_no_clusters(tmp_path, text, line, message):
    path = tmp_path / "wrong"
    path.write_bytes(text)
    with pytest.raises(TextError, match=message) as caught:
        train_tagger([], TaggerSettings(clusters=path))
    assert str(caught.value).startswith(f"{path}:{line}: " if line else f"{path}: ")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_clusters(tmp_path / "nowhere")


# Taggers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("beam", [1, 3])
def test_tags_are_those_of_plain_python(clustered, clusters, grove_test, beam):
    tagged = clustered.tag_batch(grove_test, beam=beam)
    assert list(map(tags_of, tagged)) == [
        slow_tag(clustered, s, beam, clusters) for s in grove_test
    ]
    assert list(map(tags_of, tagged)) != [slow_tag(clustered, s, beam) for s in grove_test]


def test_a_tagger_with_clusters_comes_back(clustered, clusters, grove_test):
    part = clustered.to_part()
    again = Tagger.from_part(part)
    assert again.tag_batch(grove_test) == clustered.tag_batch(grove_test)
    assert again.to_part().header == part.header
    for name, values in again.to_part().arrays.items():
        assert np.array_equal(values, part.arrays[name])
    assert part.header["training"]["clusters"] == len(set(clusters.values()))
    assert part.header["training"]["words_in_clusters"] == len(clusters)


def test_a_tagger_without_clusters_holds_nothing_of_them(tagger):
    part = tagger.to_part()
    assert not [name for name in part.arrays if "cluster" in name]
    assert "clusters" not in part.header["training"]
    assert not [t for t in part.header["templates"] if "b" in t]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("cluster_keys", lambda a: a[:-1]),
        ("cluster_keys", lambda a: a.astype(np.int64)),
        ("cluster_sizes", lambda a: a * np.uint32(2)),
        ("cluster_sizes", lambda a: np.append(a, np.uint32(0))),
        ("cluster_values", lambda a: a[:-1]),
        ("cluster_values", lambda a: a.reshape(-1, 4)),
    ],
)
def test_damaged_clusters_are_refused(clustered, name, change):
    header, arrays = clustered.to_part()
    with pytest.raises(ModelError):
        Tagger.from_part(Part(header, {**arrays, name: change(arrays[name])}))
    with pytest.raises(ModelError):
        Tagger.from_part(Part(header, {n: a for n, a in arrays.items() if n != name}))


def test_clusters_take_half_of_the_room_and_the_rarest_words_are_left_out(grove):
    clusters = {f"word{chr(97 + i % 26) * (i + 1)}": f"{i % 7:b}" for i in range(600)}
    settings = TaggerSettings(iterations=1, megabytes=0.008, clusters=clusters)
    part = train_tagger(grove, settings).to_part()
    kept = (4000 - 7 * 36) // 8
    most_frequent = dict(list(clusters.items())[:kept])
    whole = WordClusters.of_words(most_frequent, 1e6)
    assert part.header["training"]["words_in_clusters"] == kept == len(whole.keys)
    for name, values in whole.to_arrays().items():
        assert np.array_equal(part.arrays[name], values)
    assert whole.byte_count <= 4000 < whole.byte_count + 8
    assert sum(array.nbytes for n, array in part.arrays.items() if "lexicon" not in n) < 8200


def test_clusters_that_are_not_bits_have_no_prefixes():
    clusters = WordClusters.of_words({"oak": "01101", "ash": "trees"}, 1e6)
    values = clusters.values.reshape(2, 4)
    assert values[:, 0].all()
    assert not values[:, 1:].any()


def test_clusters_help_with_words_never_seen():
    """Nouns and verbs that look and stand alike: only their clusters tell them apart."""
    rng = random.Random(1)
    words = ["".join(rng.choices("abcdefgh", k=6)) for _ in range(400)]
    clusters = {}
    for i, word in enumerate(words):
        # Four clusters a tag; what they have in common is how they begin.
        clusters[word] = f"{'0110' if i % 2 else '0111'}{rng.randrange(4):02b}"
    tag = {word: "NOUN" if i % 2 else "VERB" for i, word in enumerate(words)}

    def sentences(some):
        chosen = [rng.choices(some, k=5) for _ in range(150)]
        return [
            make_sentence([0, 1, 1, 1, 1], forms=forms, upos=[tag[f] for f in forms])
            for forms in chosen
        ]

    train, test = sentences(words[:200]), sentences(words[200:])

    def accuracy(clusters, change=str):
        bare = [make_sentence([0, 1, 1, 1, 1], forms=list(map(change, s.forms))) for s in test]
        tagger = train_tagger(train, TaggerSettings(iterations=4, clusters=clusters))
        tagged = Tagger.from_part(tagger.to_part()).tag_batch(bare)
        gold = [upos for s in test for upos in s.upos]
        predicted = [upos for s in tagged for upos in s.upos]
        return sum(map(str.__eq__, gold, predicted)) / len(gold)

    assert accuracy(None) < 0.65
    assert accuracy(clusters) > 0.99
    # Clusters that no word of the training data has help by their first bits.
    unseen = {w: c + ("00" if w in words[:200] else "11") for w, c in clusters.items()}
    assert accuracy(unseen) > 0.99
    assert accuracy(clusters, str.capitalize) > 0.99
