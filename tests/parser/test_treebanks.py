"""Training on treebanks of all kinds."""

from __future__ import annotations

import random

import pytest
from strategies import random_projective_tree
from training_examples import each_regime, las, projective

import dodona
from dodona.treebank import Sentence
from examples import (
    assert_valid_output,
    grove,
    make_sentence,
    random_sentence,
    train_parser,
    without_tree,
)


def test_a_treebank_of_one_word_sentences():
    parser = train_parser([make_sentence([0], forms=[form]) for form in "abc"], iterations=2)
    assert [s.deprels for s in parser.parse([make_sentence(["_"], ["_"])])] == [["root"]]
    longer = [without_tree(random_sentence(random.Random(i), 1 + i)) for i in range(20)]
    for sentence in parser.parse(longer):
        assert_valid_output(sentence, set(parser.header.labels))


@each_regime
@pytest.mark.parametrize("direction", ["left", "right"])
def test_a_treebank_with_arcs_in_one_direction_only(regime, direction):
    chains = [
        make_sentence([*range(2, n + 1), 0] if direction == "left" else range(n))
        for n in range(1, 8)
    ]
    parser = train_parser(chains, iterations=5, **regime)
    assert las(chains, parser) == 100
    for sentence in parser.parse(map(without_tree, grove("test"))):
        assert_valid_output(sentence, {"root", "dep"})


def test_a_treebank_without_the_label_dep_and_with_arcs_in_one_direction_only():
    chains = [make_sentence([*range(2, n + 1), 0], ["x"] * (n - 1) + ["root"]) for n in (2, 3, 5)]
    parser = train_parser(chains, iterations=5)
    assert las(chains, parser) == 100
    for sentence in parser.parse(map(without_tree, grove("test"))):
        assert_valid_output(sentence, {"root", "dep", "x"})


@each_regime
@pytest.mark.parametrize("label_count", [70, 200, 700])
def test_many_labels(regime, label_count):
    """More labels than a label set has bits, and more classes than fit into a byte."""
    rng = random.Random(label_count)
    sentences = []
    for first in range(0, label_count, 2):
        words = [f"w{first}", "verb", f"w{first + 1}"]
        labels = [f"label{first}", "root", f"label{first + 1}"]
        sentences.append(make_sentence([2, 0, 2], labels, forms=words))
    rng.shuffle(sentences)
    parser = train_parser(sentences, iterations=10, **regime)
    assert len(parser.header.labels) == label_count + 1
    assert len(parser.header.classes) > label_count + 2
    assert las(sentences, parser) == 100


def test_labels_on_both_sides_make_more_than_256_classes():
    names = [f"label{i}" for i in range(150)]
    sentences = [
        make_sentence([2, 0, 2], [name, "root", name], forms=[name, "verb", name]) for name in names
    ]
    parser = train_parser(sentences, iterations=10)
    assert len(parser.header.classes) == 304
    assert las(sentences, parser) == 100


def test_words_and_labels_of_any_script():
    sentences = [
        make_sentence(
            [2, 0], ["ὑποκείμενον", "root"], forms=["δρῦς", "λαλεῖ"], upos=["NOUN", "VERB"]
        ),
        make_sentence([0, 1], ["root", "目的語"], forms=["葉", "👩\u200d💻"], upos=["NOUN", "X"]),
    ]
    parser = train_parser(sentences, iterations=5)
    assert las(sentences, parser) == 100


ODD_ROOTS = {
    "the label root elsewhere": make_sentence([2, 0, 2], ["root", "root", "obj"]),
    "another label at the root": make_sentence([2, 0, 2], ["nsubj", "obj", "obj"]),
    "a label that is only at the root": make_sentence([2, 0, 2], ["nsubj", "top", "obj"]),
    "the two exchanged": make_sentence([2, 0, 2], ["root", "nsubj", "root"]),
    "a subtype of root elsewhere": make_sentence([2, 0, 2], ["root:x", "root", "obj"]),
}


def odd_treebank(kind: str) -> list[Sentence]:
    sound = [make_sentence([2, 0, 2], ["nsubj", "root", "obj"]) for _ in range(3)]
    return [*sound, *[ODD_ROOTS[kind]] * 5]


@each_regime
@pytest.mark.parametrize("kind", ODD_ROOTS)
def test_the_label_root_goes_with_the_root_and_nowhere_else(regime, kind):
    """Whatever the training data of a treebank with single roots say."""
    train = odd_treebank(kind)
    parser = train_parser(train, iterations=8, **regime)
    assert parser.header.single_root
    for sentence in parser.parse([*train, *grove("test")]):
        assert_valid_output(sentence, set(parser.header.labels))
    assert dodona.evaluate(train, parser.parse(train)).all_words.uas == 100


def test_a_treebank_whose_roots_have_another_label():
    train = [make_sentence([2, 0, 2], ["SBJ", "TOP", "OBJ"]) for _ in range(3)]
    parser = train_parser(train, iterations=5)
    assert las(train, parser) == 100
    for sentence in parser.parse(grove("test")):
        assert sentence.heads.count(0) == 1
        assert [h == 0 for h in sentence.heads] == [x == "TOP" for x in sentence.deprels]


@each_regime
def test_conllx_with_several_roots_and_several_labels_at_the_root(regime):
    rng = random.Random(11)
    sentences = []
    for number in range(40):
        heads = random_projective_tree(rng.randint(1, 8), rng)[1:]
        labels = [rng.choice(("ROOT", "P", "EXCL")) if h == 0 else "DEP" for h in heads]
        forms = [f"{number}.{word}" for word in range(len(heads))]
        tags = [f"T{label}" for label in labels]
        sentences.append(make_sentence(heads, labels, forms=forms, upos=tags, comment=""))
    assert any(s.heads.count(0) > 1 for s in sentences)
    parser = train_parser(sentences, iterations=15, **regime)
    assert parser.header.treebank_format == "conllx"
    assert not parser.header.single_root
    assert las(sentences, parser) > 95
    several = False
    for sentence in parser.parse(map(without_tree, sentences + grove("test"))):
        assert_valid_output(sentence, {"ROOT", "P", "EXCL", "DEP"}, single_root=False)
        several = several or sentence.heads.count(0) > 1
        for head, label in zip(sentence.heads, sentence.deprels, strict=True):
            assert (label == "DEP") == (head != 0)
    assert several


def test_conllu_with_several_roots_in_one_sentence_allows_them():
    train = [make_sentence([0, 1, 0], ["root", "obj", "root"]), make_sentence([0, 1])]
    parser = train_parser(train * 3, iterations=10)
    assert not parser.header.single_root
    assert las(train, parser) == 100


def test_sentences_of_very_different_lengths():
    rng = random.Random(12)
    heads = random_projective_tree(2000, rng)[1:]
    train = [make_sentence([0]), make_sentence(heads), *(random_sentence(rng, 3) for _ in "abc")]
    parser = train_parser(train, iterations=2)
    for sentence in parser.parse(train):
        assert_valid_output(sentence, set(parser.header.labels), single_root=False)


def test_real_treebanks_in_both_formats(treebanks):
    paths = {
        "conllx": treebanks / "conllx_swedish" / "swedish_talbanken05_test.conll",
        "conllu": treebanks / "be_hse_r2.0" / "be-ud-test.conllu",
    }
    for treebank_format, path in paths.items():
        if not path.exists():
            pytest.skip(f"there is no {path}")
        train = list(dodona.read_conllu(path))
        parser = train_parser(path, iterations=10)
        assert parser.header.treebank_format == treebank_format
        assert las(projective(train), parser) > 95
        for sentence in parser.parse(train):
            assert_valid_output(
                sentence, set(parser.header.labels), single_root=parser.header.single_root
            )
        crossing = parser.header.training["nonprojective_sentences"]
        assert crossing == len(train) - len(projective(train))
