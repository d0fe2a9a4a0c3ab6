"""Learning from treebanks in which some words have no head."""

from __future__ import annotations

import random

import numpy as np
import pytest
from partial_examples import CROSSING, some_heads, words
from systems_proof import random_tree
from test_neural_scorer import Network
from training_examples import saved, small_treebank

import dodona
from dodona.errors import TreebankError
from dodona.parser.beam_learner import BeamLearner
from dodona.parser.gold_trees import GoldTrees
from dodona.parser.greedy_learner import GreedyLearner
from dodona.parser.settings import Settings
from dodona.parser.training import Trainer
from dodona.systems import get_system, system_names
from dodona.systems.gold import Gold
from dodona.treebank import Sentence, write_conllu
from dodona.treebank.incomplete import UNKNOWN
from examples import grove, make_sentence, train_parser, without_tree

# Once all words have heads, these are taught not to pass by words in vain.
GO_ON = ("covington", "covington-nonmonotonic")

SYSTEMS = [name for name in system_names() if get_system(name).knows_parts]
each_system = pytest.mark.parametrize("system", SYSTEMS)
with_and_without_one_root = pytest.mark.parametrize("single_root", [False, True])


def partial(sentences: list[Sentence], share: float = 0.5, seed: int = 1) -> list[Sentence]:
    rng = random.Random(seed)
    return [some_heads(sentence, rng, share) for sentence in sentences]


def trainer(sentences, **options) -> Trainer:
    return Trainer(sentences, None, Settings(**options))


# What is not known costs nothing -----------------------------------------------------------------


@each_system
@with_and_without_one_root
@pytest.mark.parametrize("beam", [1, 3])
def test_where_nothing_is_known_nothing_is_learned(system, single_root, beam):
    """No mistake, no update; also where training prefers some of the transitions of least cost."""
    roots = small_treebank(3) if single_root else [make_sentence([0, 0, 2, 2]), *small_treebank(3)]
    made = trainer(roots, system=system, beam=beam)
    assert made.corpus.single_root == single_root
    scorer = made._learner.scorer
    golds = GoldTrees(Gold([UNKNOWN] * (len(s) + 1)) for s in made.corpus.sentences)
    batch = scorer.prepare(made.corpus.sentences)
    options = {"oracle": "dynamic", "seed": 1}
    if beam == 1:
        learner = GreedyLearner(scorer, batch, golds, **options)
    else:
        more = {"beam": beam, "max_violation": True, "restart": True}
        learner = BeamLearner(scorer, batch, golds, **options, **more)
    learner.learn(list(range(len(golds))), True, 0.5)
    assert learner.mistakes == 0
    assert learner.steps > 0


@pytest.mark.parametrize("system", [s for s in SYSTEMS if s not in GO_ON])
def test_where_nothing_is_known_a_neural_parser_learns_nothing(system):
    network = Network(system)
    network.golds = GoldTrees(Gold([UNKNOWN] * (len(s) + 1)) for s in network.sentences)
    learner = network.learner()
    gradient = network.learn(learner)
    assert learner.loss == 0
    assert not gradient.any()
    assert not any(array.any() for array in network.gradients.values())


@pytest.mark.parametrize("options", [{}, {"beam": 3}, {"kind": "neural", "size": 16, "layers": 1}])
def test_what_stands_beside_an_unknown_head_does_not_matter(options, tmp_path):
    train = partial(grove("train")[:20])
    other = [
        Sentence.from_conllu(
            "\n".join(
                "\t".join([*row[:7], "nonsense", *row[8:]]) if row[6:7] == ["_"] else "\t".join(row)
                for row in (line.split("\t") for line in sentence.to_conllu().split("\n"))
            ),
            partial=True,
        )
        for sentence in train
    ]
    assert [s.deprels for s in other] != [s.deprels for s in train]
    one, two = (train_parser(each, iterations=1, **options) for each in (train, other))
    assert saved(one, tmp_path) == saved(two, tmp_path)


@pytest.mark.parametrize("system", sorted(set(system_names()) - set(SYSTEMS)))
def test_systems_that_do_not_know_parts_of_trees_refuse(system):
    with pytest.raises(TreebankError, match=f"{system} cannot learn from: choose another system"):
        train_parser(partial(grove("train")[:20]), system=system, iterations=1)


# What is known is learned ------------------------------------------------------------------------


@pytest.mark.parametrize("direction", ["left-to-right", "right-to-left"])
@each_system
def test_the_known_arcs_are_learned(system, direction):
    train = partial(grove("train")[:30])
    parser = train_parser(train, system=system, direction=direction, iterations=10)
    assert parser.header.training["words_without_heads"] > 100
    right = total = 0
    for sentence, parsed in zip(train, parser.parse(train), strict=True):
        for known, word in zip(sentence, parsed, strict=True):
            total += known.head >= 0
            right += known.head == word.head and known.deprel in ("_", word.deprel)
    assert right > 0.95 * total
    assert "_" not in parser.labels


@pytest.mark.parametrize("options", [{"beam": 4}, {"vote": ["arc-eager", "covington"]}])
def test_beams_and_votes_learn_from_them_too(options):
    """Better than one that knows a root and no more."""
    train = partial(grove("train"), 0.7)
    parser = train_parser(train, iterations=4, **options)
    test = grove("test")
    assert dodona.evaluate(test, parser.parse(test)).all_words.uas > 65


def test_a_neural_pipeline_learns_tags_of_sentences_without_heads():
    train = [*partial(grove("train")[:20]), *map(without_tree, grove("train")[20:30])]
    options = {"kind": "neural", "size": 16, "layers": 1, "parts": ["tagger", "parser"]}
    nlp = dodona.train_pipeline(train, iterations=1, **options)
    assert nlp.parser.header.training["sentences"] == 30


def test_taggers_and_lemmatizers_learn_as_ever():
    """What they learn does not depend on heads, and neither do jack-knifed tags."""
    train = grove("train")[:40]
    parts = []
    for each in (train, partial(train), [*partial(train[:20]), *map(without_tree, train[20:])]):
        nlp = dodona.train_pipeline(each, iterations=1)
        parts.append([nlp.tagger.to_part(), nlp.lemmatizer.to_part(), nlp.tokenizer.to_part()])
    for one, other in zip(parts[0] * 2, parts[1] + parts[2], strict=True):
        assert one.header == other.header
        for name, array in one.arrays.items():
            assert np.array_equal(array, other.arrays[name])


def test_files(tmp_path):
    write_conllu(partial(grove("train")), tmp_path / "train.conllu")
    write_conllu(partial(grove("dev")), tmp_path / "dev.conllu")
    assert trainer(tmp_path / "train.conllu").corpus.headless > 0
    with pytest.raises(TreebankError, match=r"dev\.conllu:.*there is no head for"):
        dodona.train(tmp_path / "train.conllu", tmp_path / "dev.conllu")


# Roots and labels --------------------------------------------------------------------------------


def test_trees_have_one_root_if_none_is_known_to_have_more():
    some = words([2, None, None])
    assert trainer([make_sentence([2, 0], ["a", "root"]), some]).corpus.single_root
    assert not trainer([make_sentence([0, 0]), some]).corpus.single_root
    assert not trainer([make_sentence([2, 0]), words([0, 0, None])]).corpus.single_root


def test_there_is_a_root_though_none_is_known():
    parser = train_parser([words([2, None, 2], ["a", "_", "b"])], iterations=2)
    (parsed,) = parser.parse([words([None, None, None])])
    assert parsed.heads.count(0) == 1
    assert parsed.deprels[parsed.heads.index(0)] == "root"


# Oracles and crossing arcs -----------------------------------------------------------------------


@pytest.mark.parametrize("oracle", ["static", "nondet"])
def test_only_the_dynamic_oracle_can(oracle):
    some = [*grove("train")[:3], words([2, None, None])]
    with pytest.raises(TreebankError, match=r"no head for 2 of 3 words.*choose `oracle=dynamic`"):
        train_parser(some, oracle=oracle)


@pytest.mark.parametrize(
    ("nonprojective", "known", "exact"),
    [
        ("min-cost", CROSSING, False),
        ("exact", CROSSING, True),
        ("projectivize", [3, UNKNOWN, 0, 3], False),
        ("pseudo", [3, UNKNOWN, 0, 3], False),
        ("skip", None, False),
    ],
)
def test_arcs_that_cross(nonprojective, known, exact):
    heads = [*CROSSING, None]
    rest = make_sentence([2, 0], ["a", "root"])
    some = words(heads, ["a", "b", "root", "c", "_"])
    made = trainer([some, rest], nonprojective=nonprojective)
    assert made.corpus.nonprojective == 1
    found = [sentence.heads for sentence in made.corpus.sentences]
    assert found == ([[*known, UNKNOWN]] if known else []) + [rest.heads]
    golds = list(made.corpus.golds(made._learner.transitions, made.corpus.sentences))
    assert golds[0].exact == exact


@each_system
def test_random_parts_of_trees_are_learned_from_to_the_end(system):
    rng = random.Random(system)
    train = [make_sentence([2, 0], ["a", "root"])]
    for _ in range(20):
        heads = random_tree(rng.randint(2, 8), rng, single_root=rng.random() < 0.9)[1:]
        known = [head if rng.random() < 0.6 else None for head in heads]
        train.append(words(known, [rng.choice("ab_") for _ in heads]))
    choices = ("min-cost", "projectivize", "pseudo") if get_system(system).projective else (None,)
    for nonprojective in choices:
        train_parser(train, system=system, nonprojective=nonprojective, iterations=2)


# Extra trees -------------------------------------------------------------------------------------


def test_extra_trees_may_have_unknown_heads_and_labels():
    extra = [words([2, None, 2], ["obj", "_", "_"]), words([None, None]), words([0, 0, None])]
    made = Trainer(grove("train")[:30], None, Settings(), extra=[extra])
    assert made.extra is not None
    assert made.extra.sentences == 1
    assert dict(made.extra.left_out) == {"without heads": 1, "with more than one root": 1}
    static = Trainer(
        grove("train")[:30], None, Settings(oracle="static"), extra=[[*extra, *grove("dev")]]
    )
    assert static.extra is not None
    assert [reason for reason in static.extra.left_out if "`oracle=dynamic`" in reason]
