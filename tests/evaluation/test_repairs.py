"""What non-monotonic parsers do to their own arcs."""

from importlib import resources

import pytest

import dodona
from dodona.errors import AlignmentError, SettingsError
from dodona.evaluation.alignment import pairs, sentence_pairs
from dodona.evaluation.repairs import Repairs, _count, find_repairs
from dodona.parser.replay import replay
from dodona.systems import get_system, parsing_system, system_names
from examples import train_parser

TRAIN, TEST = (
    list(dodona.read_conllu(str(resources.files("dodona") / "data" / f"grove-{part}.conllu")))
    for part in ("train", "test")
)


def repairs_of(parser, gold, parsed):
    return find_repairs(parser, sentence_pairs(pairs(gold, parsed)))


@pytest.fixture(scope="module", params=system_names())
def parser(request):
    return train_parser(TRAIN, system=request.param, iterations=2)


def test_a_derivation_leads_to_the_tree_that_the_parser_gives(parser):
    header = parser.header
    system = parsing_system(header.system, single_root=header.single_root)
    parsed = list(parser.parse(TEST))
    for sentence, derivation in zip(parsed, parser.derivations(TEST), strict=True):
        c = system.initial(len(sentence))
        for name, label in derivation:
            c = system.apply(c, name, label=label)
        assert c.is_terminal()
        assert c.heads[1:] == sentence.heads
        assert c.labels[1:] == sentence.deprels


@pytest.mark.parametrize("system", ["arc-eager", "arc-eager-nonmonotonic", "covington"])
def test_a_beam_has_derivations_of_its_own(system):
    """Hypotheses change places on the way, and some are finished before others."""
    beam = train_parser(TRAIN, system=system, iterations=1, beam=4)
    greedy = list(beam.parse(TEST, beam=1))
    assert [s.heads for s in beam.parse(TEST)] != [s.heads for s in greedy]
    test_a_derivation_leads_to_the_tree_that_the_parser_gives(beam)
    assert repairs_of(beam, TEST, beam.parse(TEST)).sentences == len(TEST)
    with pytest.raises(AlignmentError, match="with the beam of the model"):
        repairs_of(beam, TEST, greedy)


def test_only_non_monotonic_systems_replace_arcs(parser):
    repairs = repairs_of(parser, TEST, parser.parse(TEST))
    assert (repairs.sentences, repairs.words) == (len(TEST), sum(map(len, TEST)))
    score = dodona.evaluate(TEST, parser.parse(TEST)).all_words
    if "nonmonotonic" in parser.header.system:
        assert repairs.arcs - repairs.words >= 0
        assert repairs.nonmonotonic >= repairs.helpful + repairs.harmful
        assert score.heads >= repairs.words_repaired
    else:
        assert repairs.arcs == repairs.words
        assert repairs.nonmonotonic == repairs.words_repaired == repairs.words_harmed == 0


def test_covington_replaces_arcs_also_here():
    parser = train_parser(TRAIN, system="covington-nonmonotonic", iterations=1)
    repairs = repairs_of(parser, TRAIN, parser.parse(TRAIN))
    assert repairs.nonmonotonic > 0
    assert repairs.helpful > 0
    assert f"non-monotonic arcs: {repairs.nonmonotonic} of {repairs.arcs} (" in repairs.to_text()
    assert repairs.to_dict()["helpful_percent"] == repairs.helpful_share


def judged(gold, transitions, system="arc-eager-nonmonotonic", root="last"):
    repairs = Repairs()
    derivation = replay(get_system(system, root=root), len(gold) - 1, transitions)
    _count(derivation, gold[1:], repairs)
    return repairs


def test_a_left_arc_that_repairs_a_right_arc():
    """1 is taken for the head of 2, which in truth is the dependent of 3."""
    derivation = [("SHIFT", None), ("RIGHT", "x"), ("LEFT", "x"), ("LEFT", "x"), ("SHIFT", None),
                  ("LEFT", "root")]  # fmt: skip
    repairs = judged([-1, 3, 3, 0], derivation)
    assert (repairs.transitions, repairs.arcs, repairs.nonmonotonic) == (6, 4, 1)
    assert (repairs.helpful, repairs.harmful) == (1, 0)
    assert (repairs.words_repaired, repairs.words_harmed) == (1, 0)
    repairs = judged([-1, 3, 1, 0], derivation)
    assert (repairs.nonmonotonic, repairs.helpful, repairs.harmful) == (1, 0, 1)
    assert (repairs.words_repaired, repairs.words_harmed) == (0, 1)
    repairs = judged([-1, 3, 0, 0], derivation)
    assert (repairs.nonmonotonic, repairs.helpful, repairs.harmful) == (1, 0, 0)
    assert (repairs.words_repaired, repairs.words_harmed) == (0, 0)


def test_words_that_were_put_back_have_no_derivation():
    parser = train_parser(TRAIN, system="arc-eager", iterations=1, nonprojective="pseudo")
    with pytest.raises(SettingsError, match="pseudo-projective"):
        repairs_of(parser, TEST, parser.parse(TEST))


def test_a_file_that_another_model_parsed():
    parser = train_parser(TRAIN, system="covington-nonmonotonic", iterations=1)
    with pytest.raises(AlignmentError, match="this is not the tree that the model gives"):
        repairs_of(parser, TEST, TEST)
